import Foundation
import StreamsNATS

/// Does harm while orders are billed, each at a part of the way.
struct Chaos {
  /// The time that the slow worker takes for an order, in microseconds.
  static let slowDelay = 2_000

  let cluster: Cluster
  let workers: [WorkerProcess]
  let client: JetStream
  let done: @Sendable () -> Double
  let say: @Sendable (String) -> Void

  /// Kills a worker, and for ten seconds the server that leads the log of orders, and pauses another worker for ten seconds.
  ///
  /// - Throws: A `Problem` if the log of orders has no leader, or if all was billed before.
  func run() async throws {
    try await reach(0.15)
    say("worker 1 is killed, and started again")
    workers[0].kill()
    try workers[0].start()
    try await reach(0.3)
    guard let name = try await client.stream(Logs.orders).state().leader, let leader = cluster.index(of: name) else {
      throw Problem(description: "The log of orders has no leader.")
    }
    say("\(name), the leader of the orders, is killed")
    cluster.kill(leader)
    try await Task.sleep(for: .seconds(10))
    say("\(name) is back")
    try cluster.start(leader)
    try await reach(0.6)
    say("worker \(workers.count) is paused")
    workers[workers.count - 1].signal(SIGSTOP)
    try await Task.sleep(for: .seconds(10))
    workers[workers.count - 1].signal(SIGCONT)
    say("worker \(workers.count) goes on, after ten seconds")
  }

  private func reach(_ part: Double) async throws {
    while done() < part { try await Task.sleep(for: .milliseconds(20)) }
    guard done() < 1 else { throw Problem(description: "All was billed before the harm was done.") }
  }
}
