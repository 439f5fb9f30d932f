import Foundation
import StreamsNATS

/// Does harm while orders are billed, each at a part of the way.
struct Chaos {
  /// The time that the slow worker takes for an order, in microseconds.
  static let slowDelay = 2_000

  let cluster: Cluster
  let workers: [WorkerProcess]
  let client: JetStream

  /// Whether the disk of the leader is filled, too.
  let fillsDisk: Bool
  let done: @Sendable () -> Double
  let say: @Sendable (String) -> Void

  /// Kills a worker, and for ten seconds the server that leads the log of orders; fills the disk of the leader for ten
  /// seconds, if that is wanted; and pauses another worker for ten seconds.
  ///
  /// - Throws: A `Problem` if the log of orders has no leader, or if all was billed before.
  func run() async throws {
    try await reach(0.15)
    say("worker 1 is killed, and started again")
    workers[0].kill()
    try workers[0].start()
    try await reach(0.3)
    let killed = try await leader()
    say("\(killed.name), the leader of the orders, is killed")
    cluster.kill(killed.index)
    try await Task.sleep(for: .seconds(10))
    say("\(killed.name) is back")
    try cluster.start(killed.index)
    if fillsDisk {
      try await reach(0.45)
      let full = try await leader()
      let size = try cluster.fillDisk(full.index)
      say("the disk of \(full.name), the leader of the orders, is full, with \(size) MB of ballast")
      try await Task.sleep(for: .seconds(10))
      cluster.freeDisk(full.index)
      // The server has stopped its logs for want of room, and takes them up again when it starts.
      cluster.kill(full.index)
      try cluster.start(full.index)
      say("\(full.name) has room again, and is started again")
    }
    try await reach(0.6)
    say("worker \(workers.count) is paused")
    workers[workers.count - 1].signal(SIGSTOP)
    try await Task.sleep(for: .seconds(10))
    workers[workers.count - 1].signal(SIGCONT)
    say("worker \(workers.count) goes on, after ten seconds")
  }

  private func leader() async throws -> (name: String, index: Int) {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if let name = try? await client.stream(Logs.orders).state().leader, let index = cluster.index(of: name) {
        return (name, index)
      }
      try await Task.sleep(for: .milliseconds(200))
    }
    throw Problem(description: "The log of orders has no leader.")
  }

  private func reach(_ part: Double) async throws {
    while done() < part { try await Task.sleep(for: .milliseconds(20)) }
    guard done() < 1 else { throw Problem(description: "All was billed before the harm was done.") }
  }
}
