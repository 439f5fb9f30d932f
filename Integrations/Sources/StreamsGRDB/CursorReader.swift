public import GRDB
public import StreamCore

/// A cursor, and the connection that it reads from. All methods but ``interrupt()`` are called on one queue.
// Sendable: all but the interruption belongs to the queue.
@usableFromInline
final class CursorReader<Output>: @unchecked Sendable {
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
  private let makeRead: RowsPublisher<Output>.MakeRead
  private let interruption = Interruption()
  private var connection = Connection.none
  private var readOn: RowsPublisher<Output>.Read?

  @usableFromInline
  init(reader: any DatabaseReader, makeRead: @escaping RowsPublisher<Output>.MakeRead) {
    self.reader = reader
    self.makeRead = makeRead
  }

  /// Reads up to `count` elements into an empty buffer, in one access.
  ///
  /// - Returns: Whether, and how, the cursor ended after them.
  @usableFromInline
  func read(upTo count: Int, into elements: inout RowBuffer<Output>) -> Subscribers.Completion<DatabaseFailure>? {
    do {
      let hasEnded = try open().unsafeRead { database in
        // Stored once: a closure that is taken out and stored again for each part is wrapped once more each time.
        if readOn == nil { readOn = try makeRead(database) }
        return try readOn?(count, &elements) ?? true
      }
      return hasEnded ? .finished : nil
    } catch {
      return .failure(DatabaseFailure(error))
    }
  }

  private func open() throws -> any DatabaseReader {
    if interruption.isSet { throw CancellationError() }
    switch connection {
    case .own(let queue): return queue
    case .shared(let reader): return reader
    case .closed: throw CancellationError()
    case .none: break
    }
    // A closed reader has a path, too.
    try reader.unsafeRead { _ = try $0.makeStatement(sql: "SELECT 1") }
    if reader is DatabaseSnapshot || isInMemory {
      connection = .shared(reader)
    } else {
      var configuration = reader.configuration
      configuration.readonly = true
      interruption.add(to: &configuration)
      connection = .own(try DatabaseQueue(path: reader.path, configuration: configuration))
    }
    return try open()
  }

  private var isInMemory: Bool {
    reader.path.isEmpty || reader.path == ":memory:" || reader.path.contains("mode=memory")
  }

  /// Interrupts a query that runs on the cursor's own connection, or is about to; on any thread. Nothing more is read.
  @usableFromInline
  func interrupt() {
    interruption.set()
  }

  /// Releases the cursor, and closes its own connection.
  @usableFromInline
  func close() {
    defer { connection = .closed }
    switch connection {
    case .own(let queue):
      // A statement is finalized in an access, before its connection is closed.
      queue.unsafeRead { _ in readOn = nil }
      try? queue.close()
    case .shared(let reader):
      try? reader.unsafeRead { _ in readOn = nil }
      // An access to a closed snapshot does not run.
      readOn = nil
    case .none, .closed: break
    }
  }
}
