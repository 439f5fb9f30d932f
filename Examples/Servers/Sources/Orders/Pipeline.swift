import Foundation
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamMapping
import StreamsNATS

/// One run of generator, workers and aggregator over a cluster of its own.
struct Pipeline: Sendable {
  var workers: Int
  var messages: Int
  var partitions: Int
  var customers: Int

  /// The time that a worker takes for an order, in microseconds.
  var delay: Int
  var chaos: Bool

  /// Whether each server has a file system of its own, and the leader's is filled.
  var fullDisk: Bool

  /// Runs it, and removes everything that it has started.
  ///
  /// - Parameter say: Called with what happens.
  /// - Returns: What it has shown.
  /// - Throws: A `Problem`, or a failure of the generator or the aggregator.
  func run(_ say: @escaping @Sendable (String) -> Void) async throws -> Outcome {
    // Twice what the logs of all orders take, and room for what the servers keep beside.
    let cluster = try Cluster(diskSize: fullDisk ? 64 + messages / 1_000 : nil)
    defer { cluster.stop() }
    let client = JetStream(servers: cluster.urls, options: .ofProgram)
    defer { client.close() }
    try await createLogs(client)
    let processes = try (0..<workers).map { try WorkerProcess(arguments(ofWorker: $0, cluster)) }
    defer { for process in processes { process.kill() } }
    if chaos, workers > 1 { say("worker 2 is slow: it takes \(Chaos.slowDelay) µs for an order") }

    let start = ContinuousClock.now
    let aggregator = Aggregator(orders: messages)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await aggregator.run(client) }
      group.addTask {
        try await generate(client)
        say("all orders are written")
      }
      if chaos {
        let chaos = Chaos(
          cluster: cluster, workers: processes, client: client, fillsDisk: fullDisk, done: { aggregator.done }, say: say
        )
        group.addTask { try await chaos.run() }
      }
      let watching = Task { try await watch(processes, aggregator, say) }
      defer { watching.cancel() }
      try await group.waitForAll()
    }
    return Outcome(
      orders: messages, expectedTotal: expectedTotal, report: aggregator.report, time: .now - start,
      repeatsDropped: processes.reduce(0) { $0 + $1.repeatsDropped },
      earlyMemory: processes.map(\.earlyMemory).max() ?? 0, largestMemory: processes.map(\.largestMemory).max() ?? 0)
  }

  private var expectedTotal: Int { (0..<messages).reduce(0) { $0 + order($1).bill.total } }

  /// The order of a number.
  func order(_ number: Int) -> Order {
    Order(number: number, customer: "customer-\(number % customers)", amount: number % 1_000)
  }

  /// A turn more than its share, and another: so a turn goes from a slow worker to one that waits.
  private func arguments(ofWorker index: Int, _ cluster: Cluster) -> [String] {
    let delay = chaos && index == 1 ? max(delay, Chaos.slowDelay) : delay
    return [
      "--servers", cluster.urls.joined(separator: ","), "--partitions", "\(partitions)", "--delay", "\(delay)",
      "--turns", "\(partitions / workers + 2)",
    ]
  }

  private func createLogs(_ client: JetStream) async throws {
    let subjects = Logs.subjects(partitions: partitions)
    for (name, subjects) in [(Logs.orders, subjects.orders), (Logs.bills, subjects.bills)] {
      var configuration = StreamConfiguration(name, subjects: [subjects.all])
      configuration.replicas = 3
      try await create(configuration, client)
    }
    try await client.createTurns(Logs.turns(partitions: partitions))
  }

  /// A cluster that has just started has no leader for a while.
  private func create(_ configuration: StreamConfiguration, _ client: JetStream) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if (try? await client.createStream(configuration)) != nil { return }
      try await Task.sleep(for: .milliseconds(200))
    }
    throw Problem(description: "The cluster has no leader.")
  }

  private func generate(_ client: JetStream) async throws {
    let receipts = (0..<messages).publisher
      .map { order($0) }
      .publish(
        to: client.stream(Logs.orders), subjects: Logs.subjects(partitions: partitions).orders, encoder: JSONEncoder(),
        window: 2_000, id: { "\($0.number)" }, key: { $0.customer }
      )
      // Receipts that were taken one by one would make it a window of one.
      .ignoreOutput()
    for try await _ in receipts.values {}
  }

  /// Measures the memory of workers, and tells each tenth of the way.
  private func watch(_ workers: [WorkerProcess], _ aggregator: Aggregator, _ say: (String) -> Void) async throws {
    var told = 0
    while true {
      let done = aggregator.done
      for worker in workers { worker.measureMemory(isEarly: done <= 0.1) }
      if Int(done * 10) > told {
        told = Int(done * 10)
        say("\(told * 10) % are billed")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
