import Foundation
import StreamsNATS

/// Does harm while orders are billed, each at a part of the way.
struct Chaos {
  let cluster: Cluster
  let workers: [WorkerProcess]
  let client: JetStream

  /// Kills a worker, the server that leads the log of orders, and pauses another worker for ten seconds.
  ///
  /// - Parameter done: How much of the work is done, from 0 to 1.
  /// - Throws: A `Problem` if the log of orders has no leader.
  func run(done: @Sendable () -> Double) async throws {
    try await reach(0.2, done)
    print("A worker is killed.")
    workers[0].kill()
    try workers[0].start()
    try await reach(0.4, done)
    guard let name = try await client.stream(Logs.orders).state().leader, let leader = cluster.index(of: name) else {
      throw Problem(description: "The log of orders has no leader.")
    }
    print("\(name), the leader of the orders, is killed.")
    cluster.kill(leader)
    try await reach(0.5, done)
    print("\(name) is back.")
    try cluster.start(leader)
    try await reach(0.7, done)
    print("A worker is paused for ten seconds.")
    workers[workers.count - 1].signal(SIGSTOP)
    try await Task.sleep(for: .seconds(10))
    workers[workers.count - 1].signal(SIGCONT)
    print("It goes on.")
  }

  private func reach(_ part: Double, _ done: @Sendable () -> Double) async throws {
    while done() < part { try await Task.sleep(for: .milliseconds(50)) }
  }
}
