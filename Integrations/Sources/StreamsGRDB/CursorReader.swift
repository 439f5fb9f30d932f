internal import GRDB
internal import IntegrationParts
internal import StreamCore

/// A cursor, and the connection that it reads from. All methods but ``interrupt()`` are called on one queue.
// Sendable: `next` belongs to the queue, the connection is under its lock.
final class CursorReader<Output>: @unchecked Sendable {
  /// What one access has read: elements, and whether the cursor ended or failed after them.
  struct Part {
    var elements: [Output] = []
    var end: Subscribers.Completion<DatabaseFailure>?
  }

  private enum Connection {
    /// Not opened yet.
    case none

    /// Opened for the cursor.
    case own(DatabaseQueue)

    /// The user's: a database in memory or a snapshot.
    case shared(any DatabaseReader)

    case closed
  }

  private let reader: any DatabaseReader
  private let makeNext: RowsPublisher<Output>.MakeNext
  private let connection = Lock(Connection.none)
  private var next: (() throws -> Output?)?

  init(reader: any DatabaseReader, makeNext: @escaping RowsPublisher<Output>.MakeNext) {
    self.reader = reader
    self.makeNext = makeNext
  }

  /// Reads up to `count` elements.
  func read(upTo count: Int) -> Part {
    var part = Part()
    do {
      try open().unsafeRead { database in
        let next = try self.next ?? makeNext(database)
        self.next = next
        while part.elements.count < count {
          guard let element = try next() else {
            part.end = .finished
            return
          }
          part.elements.append(element)
        }
      }
    } catch {
      part.end = .failure(DatabaseFailure(error))
    }
    return part
  }

  private func open() throws -> any DatabaseReader {
    switch connection.withLock({ $0 }) {
    case .own(let queue): return queue
    case .shared(let reader): return reader
    case .closed: throw CancellationError()
    case .none: break
    }
    // A closed reader has a path, too.
    try reader.unsafeRead { _ = try $0.makeStatement(sql: "SELECT 1") }
    let opened: Connection
    if reader is DatabaseSnapshot || isInMemory {
      opened = .shared(reader)
    } else {
      var configuration = reader.configuration
      configuration.readonly = true
      opened = .own(try DatabaseQueue(path: reader.path, configuration: configuration))
    }
    connection.withLock { $0 = opened }
    return try open()
  }

  private var isInMemory: Bool {
    reader.path.isEmpty || reader.path == ":memory:" || reader.path.contains("mode=memory")
  }

  /// Interrupts a query that runs on the cursor's own connection; on any thread.
  ///
  /// Under the lock, so that ``close()`` waits: SQLite must not be told to interrupt a connection that is being closed. It
  /// only sets a flag, and calls nothing.
  func interrupt() {
    connection.withLock { connection in
      if case .own(let queue) = connection { queue.interrupt() }
    }
  }

  /// Releases the cursor, and closes its own connection.
  func close() {
    let connection = connection.withLock { connection in
      defer { connection = .closed }
      return connection
    }
    switch connection {
    case .own(let queue):
      // A statement is finalized in an access, before its connection is closed.
      queue.unsafeRead { _ in next = nil }
      try? queue.close()
    case .shared(let reader):
      try? reader.unsafeRead { _ in next = nil }
      // An access to a closed snapshot does not run.
      next = nil
    case .none, .closed: break
    }
  }
}
