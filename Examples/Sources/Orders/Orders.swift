import ArgumentParser
import Foundation
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamsNATS
import Synchronization

/// Orders of customers go through a log to worker processes, and their bills through another to an aggregator, over a cluster
/// of three servers that the program starts and stops.
@main
struct Orders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "A pipeline over several processes and a cluster of three servers.",
    subcommands: [Run.self, Worker.self], defaultSubcommand: Run.self)
}

/// How many bills there are.
final class Counter: Sendable {
  let count = Atomic(0)
}

struct Run: AsyncParsableCommand {
  @Option(help: "The number of worker processes.") var workers = 3
  @Option(help: "The number of orders.") var messages = 1_000_000
  @Option(help: "The number of partitions.") var partitions = 24
  @Option(help: "The number of customers.") var customers = 1_000
  @Option(help: "The time that a worker takes for an order, in microseconds.") var delay = 0
  @Flag(help: "Kill a worker and the leader, and pause a worker, on the way.") var chaos = false

  func validate() throws {
    guard workers > 0, messages > 0, partitions > 0, customers > 0, delay >= 0 else {
      throw ValidationError("Numbers are above zero.")
    }
  }

  func run() async throws {
    let cluster = try Cluster()
    defer { cluster.stop() }
    let client = JetStream(servers: cluster.urls, options: .ofProgram)
    defer { client.close() }
    try await createLogs(client)
    let workers = try (0..<workers).map { _ in
      try WorkerProcess([
        "--servers", cluster.urls.joined(separator: ","), "--partitions", "\(partitions)", "--delay", "\(delay)",
      ])
    }
    defer { for worker in workers { worker.kill() } }

    let start = ContinuousClock.now
    let billed = Counter()
    let messages = messages
    let aggregator = Task {
      try await aggregate(client, orders: messages) { count in
        billed.count.store(count, ordering: .relaxed)
        if count % max(1, messages / 10) == 0 { print("\(count) bills after \(ContinuousClock.now - start)") }
      }
    }
    let generator = Task { try await generate(client) }
    let watch = Task {
      while !Task.isCancelled {
        for worker in workers { worker.measureMemory() }
        try await Task.sleep(for: .milliseconds(500))
      }
    }
    defer { watch.cancel() }
    if chaos {
      try await Chaos(cluster: cluster, workers: workers, client: client)
        .run { Double(billed.count.load(ordering: .relaxed)) / Double(messages) }
    }
    try await generator.value
    show(try await aggregator.value, in: ContinuousClock.now - start, workers)
  }

  /// A cluster that has just started has no leader for a while.
  private func createLogs(_ client: JetStream) async throws {
    let subjects = Logs.subjects(partitions: partitions)
    for (name, subjects) in [(Logs.orders, subjects.orders), (Logs.bills, subjects.bills)] {
      var configuration = StreamConfiguration(name, subjects: [subjects.all])
      configuration.replicas = 3
      try await create(configuration, client)
    }
  }

  private func create(_ configuration: StreamConfiguration, _ client: JetStream) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if (try? await client.createStream(configuration)) != nil { return }
      try await Task.sleep(for: .milliseconds(200))
    }
    throw Problem(description: "The cluster has no leader.")
  }

  private func generate(_ client: JetStream) async throws {
    let customers = customers
    let receipts = (0..<messages).publisher
      .map { number -> Order in
        let customer = "customer-\(number % customers)"
        return Order(number: number, customer: customer, amount: number % 1_000)
      }
      .publish(
        to: client.stream(Logs.orders), subjects: Logs.subjects(partitions: partitions).orders, encoder: JSONEncoder(),
        window: 500, id: { "\($0.number)" }, key: { $0.customer })
    for try await _ in receipts.values {}
  }

  private func show(_ report: Report, in time: Duration, _ workers: [WorkerProcess]) {
    var expected = 0
    for number in 0..<messages { expected += Bill.total(ofAmount: number % 1_000) }
    let rate = messages * 1_000 / max(1, Int(time / .milliseconds(1)))
    var repeats = 0
    var memory = 0
    for worker in workers {
      repeats += worker.repeatsDropped
      memory = max(memory, worker.largestMemory / 1_024)
    }
    print(
      """
      \(report.bills) of \(messages) orders billed in \(time): \(rate) a second
      total: \(report.total), expected: \(expected)
      out of order: \(report.outOfOrder)
      repeats: \(repeats) dropped by the log, \(report.repeats) by the aggregator
      largest memory of a worker: \(memory) MiB
      """)
  }
}
