import Dispatch
import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Synchronization
import Testing

@Suite("Many streams of a database", .generous)
struct ChurnTests {
  @Test(
    "Streams that are cancelled at any moment, on any thread, leave no descriptor, thread, statement or lock behind")
  func cancels() async {
    // In a process of its own: other tests have threads and descriptors, too.
    await #expect(processExitsWith: .success) { try await Resources.expectNothingLeft(rounds: 2, by: churn) }
  }
}

private func churn() async throws {
  let folder = try TestFolder()
  try await churn(in: folder)
  // What has ended holds nothing: nobody holds the pool any more, so it has closed.
  #if os(Linux)
    try await eventually { try folder.openDescriptors() == 0 }
  #endif
  let exclusive = try DatabaseQueue(path: folder.path)
  try await exclusive.writeWithoutTransaction { database in
    try database.inTransaction(.exclusive) { .commit }
  }
}

private func churn(in folder: TestFolder) async throws {
  let pool = try folder.pool(count: 200)
  let insert: @Sendable (Database, Int) throws -> Void = { database, n in
    try database.execute(sql: "INSERT OR IGNORE INTO number (n) VALUES (?)", arguments: [n])
  }
  DispatchQueue.concurrentPerform(iterations: 120) { n in
    let limit = n % 7
    let group = DispatchGroup()
    func cancelled<P: Publisher>(_ publisher: P) where P.Output: SendableMetatype, P.Failure: SendableMetatype {
      let recorder = RecordingSubscriber<P.Output, P.Failure>()
      let seen = Mutex(0)
      let cancel: @Sendable () -> Void = { [weak recorder] in
        let weak = recorder
        DispatchQueue.global().async(group: group) { weak?.cancel() }
      }
      recorder.onSubscription = { _ in if limit == 0 { cancel() } }
      recorder.onValue = { _ in
        let count = seen.withLock { seen in
          seen += 1
          return seen
        }
        if count == limit { cancel() }
        return .none
      }
      publisher.subscribe(recorder)
      if limit == 1 { recorder.cancel() }
      // Those that would wait for a change for ever.
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [weak recorder] in recorder?.cancel() }
    }
    switch n % 3 {
    case 0: cancelled(pool.rowsPublisher(batchSize: 3, allNumbers))
    case 1: cancelled((0..<50).publisher.writeBatches(to: pool, upTo: 5, insert))
    default:
      cancelled(
        pool.changesPublisher(of: Table("number")) { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM number") })
    }
    group.wait()
  }
  #if os(Linux)
    // The pool's writer and its five readers. Each connection has a descriptor of the log. SQLite may keep those of the
    // database for the next connection, as long as the pool holds a lock on it.
    try await eventually { try folder.openDescriptors(suffix: "-wal") <= 6 }
  #endif
  try pool.insert(1_000)
}
