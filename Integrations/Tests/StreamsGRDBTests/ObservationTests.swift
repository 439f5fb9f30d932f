import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Synchronization
import Testing

@Suite("valuesPublisher and changesPublisher", .generous)
struct ObservationTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let count: @Sendable (Database) throws -> Int = { database in
    try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM number") ?? -1
  }

  private static let numbers = Table("number")

  @Test("Delivers the value at first, and after each change")
  func values() async throws {
    let pool = try folder.pool(count: 2)
    let recorder = ValueObservation.tracking(Self.count).valuesPublisher(in: pool).record()
    try await eventually { recorder.values.last == 2 }
    try pool.insert(3)
    try await eventually { recorder.values.last == 3 }
    try pool.insert(4)
    try await eventually { recorder.values.last == 4 }
    recorder.cancel()
    #expect(recorder.overlaps == 0)
    #expect(recorder.completions.isEmpty)
  }

  @Test("The observation begins with the first demand; while nothing is asked for, the newest value waits")
  func newestWaits() async throws {
    let queue = try folder.queue()
    let fetches = Mutex(0)
    let recorder = ValueObservation.tracking { database in
      fetches.withLock { $0 += 1 }
      return try Self.count(database)
    }
    .valuesPublisher(in: queue).record(demand: .none)
    try queue.insert(1)
    #expect(fetches.withLock { $0 } == 0)
    recorder.request(.max(1))
    try await eventually { recorder.values == [1] }
    for n in 2...5 { try queue.insert(n) }
    try await eventually { fetches.withLock { $0 } >= 5 }
    #expect(recorder.values == [1])
    recorder.request(.max(1))
    try await eventually { recorder.values.count == 2 }
    recorder.cancel()
    #expect(recorder.values[1] >= 2)
  }

  @Test("A change is fetched when it is asked for, and not before")
  func changes() async throws {
    let pool = try folder.pool()
    let fetches = Mutex(0)
    let recorder = pool.changesPublisher(of: Self.numbers) { database in
      fetches.withLock { $0 += 1 }
      return try Self.count(database)
    }
    .record(demand: .none)
    #expect(fetches.withLock { $0 } == 0)
    recorder.request(.max(1))
    try await eventually { recorder.values == [0] }
    for n in 1...20 { try pool.insert(n) }
    #expect(fetches.withLock { $0 } == 1)
    // GRDB may report the start as a change of its own: asked for until the newest state is there.
    while recorder.values.last != 20 {
      let former = recorder.values.count
      recorder.request(.max(1))
      try await eventually { recorder.values.count == former + 1 }
      guard recorder.values.count < 25 else { break }
    }
    #expect(recorder.values.last == 20)
    #expect(fetches.withLock { $0 } == recorder.values.count)
    #expect(recorder.values.count <= 4)
    recorder.cancel()
  }

  @Test("A change elsewhere is not delivered")
  func otherRegion() async throws {
    let queue = try folder.queue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE other (n)") }
    let recorder = queue.changesPublisher(of: Self.numbers, fetch: Self.count).record()
    try await eventually { recorder.values == [0] }
    try await queue.write { try $0.execute(sql: "INSERT INTO other VALUES (1)") }
    try queue.insert(1)
    try await eventually { recorder.values.count == 2 }
    #expect(recorder.values == [0, 1])
    recorder.cancel()
  }

  @Test("After a cancel nothing is fetched, and what the closures hold is released")
  func cancel() async throws {
    let queue = try folder.queue()
    let fetches = Mutex(0)
    weak var released: ReleaseToken?
    let recorder = {
      let token = ReleaseToken()
      released = token
      return queue.changesPublisher(of: Self.numbers) { database in
        fetches.withLock { $0 += 1 }
        return token.pass(try Self.count(database))
      }
      .record()
    }()
    try await eventually { recorder.values == [0] }
    #expect(released != nil)
    recorder.cancel()
    try queue.insert(1)
    try await eventually { released == nil }
    #expect(fetches.withLock { $0 } == 1)
    #expect(recorder.values == [0])
  }

  @Test("Fails if a fetch fails, or the database is closed")
  func failures() async throws {
    let pool = try folder.pool()
    let fails = pool.changesPublisher(of: Self.numbers) { _ -> Int in throw TestError("fetch") }.record()
    try await eventually { fails.failure != nil }
    #expect(fails.failure?.underlying as? TestError == TestError("fetch"))

    let values = ValueObservation.tracking { _ -> Int in throw TestError("fetch") }.valuesPublisher(in: pool).record()
    try await eventually { values.failure != nil }

    try pool.close()
    let closed = ValueObservation.tracking(Self.count).valuesPublisher(in: pool).record()
    try await eventually { closed.failure != nil }
    #expect(closed.failure?.name == "closed")
  }

  @Test("Keeps the contract")
  func contract() throws {
    let queue = try folder.queue(count: 3)
    verifyContract { ValueObservation.tracking(Self.count).valuesPublisher(in: queue) }
    verifyContract { queue.changesPublisher(of: Self.numbers, fetch: Self.count) }
  }
}
