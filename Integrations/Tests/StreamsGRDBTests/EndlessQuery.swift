import Dispatch
import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Synchronization
import Testing

/// A query that would run for ever, held up where a cancel is to come.
final class EndlessQuery: Sendable {
  enum Moment: CaseIterable {
    /// Its connection is being opened.
    case opening

    /// It is prepared, and its first step has not begun.
    case prepared

    /// Its first step runs.
    case running
  }

  /// Where the query waits for ``go``; `nil` again when it does.
  private let hold = Mutex<Moment?>(nil)
  private let go = DispatchSemaphore(value: 0)

  private init() {}

  private func pass(_ moment: Moment) {
    let mustWait = hold.withLock { hold in
      defer { if hold == moment { hold = nil } }
      return hold == moment
    }
    if mustWait { go.wait() }
  }

  /// Begins the query on a database of its own, cancels it, and waits until nothing is left of it.
  static func cancel(at moment: Moment) async throws {
    let (query, folder) = (EndlessQuery(), try TestFolder())
    let pool = try folder.pool { $0.prepareDatabase { _ in query.pass(.opening) } }
    // The pool opens its own connections now.
    #expect(try pool.numbers().isEmpty)
    let before = try folder.logs()
    weak var released: ReleaseToken?
    try await {
      let token = ReleaseToken()
      released = token
      query.hold.withLock { $0 = moment }
      let recorder = query.rows(of: pool, retaining: token).record()
      try await eventually("It did not begin.") { query.hold.withLock { $0 == nil } }
      recorder.cancel()
      query.go.signal()
      #expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    }()
    try await eventually("It still runs.") { released == nil }
    #expect(try folder.logs() == before)
  }

  private func rows(of pool: DatabasePool, retaining token: ReleaseToken) -> RowsPublisher<Int> {
    pool.rowsPublisher { [self] database in
      database.add(
        function: DatabaseFunction("note", argumentCount: 0) { [self] _ in
          pass(.running)
          return 1
        })
      let cursor = try Int.fetchCursor(
        database,
        sql: "WITH RECURSIVE c(n) AS (SELECT note() UNION ALL SELECT n + 1 FROM c) SELECT n FROM c WHERE n < 0")
      pass(.prepared)
      return token.pass(cursor)
    }
  }
}

extension TestFolder {
  /// How many connections are open: each has a descriptor of the log. SQLite may keep those of the database for the
  /// next one.
  fileprivate func logs() throws -> Int {
    #if os(Linux)
      try openDescriptors(suffix: "-wal")
    #else
      0
    #endif
  }
}
