import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Testing

@Suite("What has ended of a database's streams", .generous)
struct ReleaseTests {
  // In processes of their own: other tests have threads and descriptors, too.
  @Test("Rows that have finished, failed and were cancelled leave no thread and no descriptor behind")
  func rows() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft {
        try await useRows()
        for moment in EndlessQuery.Moment.allCases { try await EndlessQuery.cancel(at: moment) }
      }
    }
  }

  @Test("Batches that were written, have failed and were cancelled leave no thread and no descriptor behind")
  func batches() async {
    await #expect(processExitsWith: .success) { try await Resources.expectNothingLeft(by: useBatches) }
  }

  @Test("Observations that have failed and were cancelled leave no thread and no descriptor behind")
  func observations() async {
    await #expect(processExitsWith: .success) { try await Resources.expectNothingLeft(by: useObservations) }
  }
}

private func useRows() async throws {
  let folder = try TestFolder()
  let pool = try folder.pool(count: 100)
  let cancelled = pool.rowsPublisher(allNumbers).record(demand: .max(5))
  try await eventually { cancelled.values.count == 5 }
  cancelled.cancel()
  let whole = pool.rowsPublisher(allNumbers).record()
  try await eventually { whole.isFinished }
  let wrong = pool.rowsPublisher { try Int.fetchCursor($0, sql: "SELECT nothing FROM number") }.record()
  try await eventually { wrong.failure?.name == "other" }
  let thrown = pool.rowsPublisher { try allNumbers($0).map { _ throws -> Int in throw TestError("row") } }.record()
  try await eventually { thrown.failure?.name == "other" }
  try pool.close()
  let closed = pool.rowsPublisher(allNumbers).record()
  try await eventually { closed.failure?.name == "closed" }

  let other = try TestFolder()
  let queue = try other.queue(count: 5_000)
  let locker = try other.lock()
  let locked = queue.rowsPublisher(allNumbers).record()
  try await eventually { locked.failure?.name == "locked" }
  try locker.close()
  try other.damage()
  let malformed = queue.rowsPublisher(allNumbers).record()
  try await eventually { malformed.failure?.name == "malformed" }
}

private func useBatches() async throws {
  let folder = try TestFolder()
  let queue = try folder.queue { configuration in
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 12") }
  }
  let insert: @Sendable (Database, Int) throws -> Void = { database, n in
    try database.execute(
      sql: "INSERT INTO number (n, note) VALUES (?, ?)", arguments: [n, String(repeating: "x", count: 1_000)])
  }
  let locker = try folder.lock()
  let locked = [1].publisher.writeBatches(to: queue, retries: 1, delay: .milliseconds(1), insert).record()
  try await eventually { locked.databaseFailure() == "locked" }
  // It has failed once, and waits to try again.
  let waiting = [1].publisher.writeBatches(to: queue, retries: 1, delay: .milliseconds(20), insert).record()
  waiting.cancel()
  try locker.close()

  let whole = [1, 2].publisher.writeBatches(to: queue, upTo: 1, insert).record()
  try await eventually { whole.isFinished }
  let twice = [3, 3].publisher.writeBatches(to: queue, insert).record()
  try await eventually { twice.databaseFailure() == "constraint" }
  let full = (3...1_000).publisher.writeBatches(to: queue, upTo: 10, insert).record()
  try await eventually { full.databaseFailure() == "full" }
  let upstream = ScriptedPublisher<Int, TestError>()
  let torn = upstream.writeBatches(to: queue, insert).record()
  upstream.send(completion: .failure(TestError("torn")))
  try await eventually { torn.failure != nil }
  let never = ScriptedPublisher<Int, Never>()
  let cancelled = never.writeBatches(to: queue, insert).record()
  cancelled.cancel()
  try queue.close()
  let closed = [1].publisher.writeBatches(to: queue, insert).record()
  try await eventually { closed.databaseFailure() == "closed" }
}

private func useObservations() async throws {
  let folder = try TestFolder()
  let pool = try folder.pool(count: 3)
  let count: @Sendable (Database) throws -> Int = { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM number") ?? -1 }
  let values = ValueObservation.tracking(count).valuesPublisher(in: pool).record()
  let changes = pool.changesPublisher(of: Table("number"), fetch: count).record()
  try await eventually { values.values.last == 3 && changes.values.last == 3 }
  try pool.insert(4)
  try await eventually { values.values.last == 4 && changes.values.last == 4 }
  values.cancel()
  changes.cancel()
  let fails = pool.changesPublisher(of: Table("number")) { _ -> Int in throw TestError("fetch") }.record()
  try await eventually { fails.failure?.name == "other" }
  try pool.close()
  let closed = ValueObservation.tracking(count).valuesPublisher(in: pool).record()
  try await eventually { closed.failure?.name == "closed" }
}
