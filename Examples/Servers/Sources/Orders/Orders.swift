import ArgumentParser
import Foundation

/// Orders of customers go through a log to worker processes, and their bills through another to an aggregator, over a
/// cluster of three servers that the program starts and stops.
@main
struct Orders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "A pipeline over several processes and a cluster of three servers.",
    subcommands: [Run.self, Worker.self], defaultSubcommand: Run.self)
}

struct Run: AsyncParsableCommand {
  @Option(help: "The number of worker processes.") var workers = 3
  @Option(help: "The number of orders.") var messages = 1_000_000
  @Option(help: "The number of partitions.") var partitions = 24
  @Option(help: "The number of customers.") var customers = 10_000
  @Option(help: "The time that a worker takes for an order, in microseconds.") var delay = 0
  @Flag(help: "Make a worker slow; kill a worker and the leader, and pause a worker, on the way.") var chaos = false
  @Flag(help: "With --chaos: fill the disk of the leader, too. Each server has a file system of its own: needs root.")
  var fullDisk = false
  @Flag(help: "Show the throughput with one worker, with two, up to the number of workers.") var compare = false

  func validate() throws {
    guard workers > 0, messages > 0, partitions > 0, customers > 0, (0...1_000_000).contains(delay) else {
      throw ValidationError("Numbers are above zero, and a delay is not above a second.")
    }
    guard chaos || !fullDisk else { throw ValidationError("--full-disk is a part of --chaos.") }
  }

  func run() async throws {
    let interruption = Children.removeWhenInterrupted()
    defer { withExtendedLifetime(interruption) {} }
    if compare { try await runComparison() } else { try await runOnce() }
  }

  private func pipeline(workers: Int) -> Pipeline {
    Pipeline(
      workers: workers, messages: messages, partitions: partitions, customers: customers, delay: delay, chaos: chaos,
      fullDisk: fullDisk)
  }

  private func runOnce() async throws {
    let start = ContinuousClock.now
    let outcome = try await pipeline(workers: workers).run { say("\(seconds(.now - start)): \($0)") }
    say(outcome.text)
    if !outcome.isRight { throw ExitCode.failure }
  }

  private func runComparison() async throws {
    var rates: [(workers: Int, rate: Int)] = []
    for workers in 1...workers {
      let outcome = try await pipeline(workers: workers).run { _ in }
      guard outcome.isRight else { throw Problem(description: outcome.text) }
      rates.append((workers, outcome.rate))
    }
    say(comparison(rates))
  }
}

/// Prints a line at once, also into a pipe.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
