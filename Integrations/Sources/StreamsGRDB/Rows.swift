public import GRDB
public import StreamCore

extension DatabaseReader {
  /// Reads a cursor as far as its elements are asked for.
  ///
  ///     request       --2---------1--!
  ///     downstream    ---1-2-------3
  ///     database      --[12]------[3]-close
  ///
  ///     database.rowsPublisher { db in try Player.order(Column("name")).fetchCursor(db) }
  ///
  /// Each subscription has a read-only connection of its own to the file, with the reader's configuration. It is opened
  /// at the first demand, and closed when the stream ends, however it ends. All elements come from one state of the
  /// database, that of the first row. With a `DatabasePool` others can write meanwhile; a `DatabaseQueue` without
  /// write-ahead log makes them wait, and fail as locked, until the stream has ended. The write-ahead log cannot shrink
  /// while a stream is open: do not leave one open for long without asking. Where a lock of another connection to the
  /// file lasts, as that of a `DatabasePool` does, SQLite keeps the descriptor of a closed connection for the next: as
  /// many as were open at a time.
  ///
  /// A database in memory, and a `DatabaseSnapshot`, has no file to open: there the reader's own connection is used, a
  /// part of the elements at a time. A write between two parts, possible in memory, has the effect that SQLite does not
  /// define: its rows may or may not come.
  ///
  /// - **Demand**: no row is read that was not asked for. At most `batchSize` are read in one access, and then
  ///   delivered one by one.
  /// - **Completion**: finishes after the last row, which is detected when more is requested than there is.
  /// - **Failure**: a ``DatabaseFailure``, after the rows before it: `.locked`, `.malformed`, `.closed` for a reader
  ///   that is closed at the first demand, `.other` for SQL or a row that is wrong.
  /// - **Threads**: reads and delivers on a queue of the subscription's own, never inside an access: downstream may use
  ///   the database. A cancel interrupts a query on a connection of the subscription's own, whose progress handler is
  ///   taken for that.
  ///
  /// - Parameters:
  ///   - batchSize: The largest number of rows that one access reads, at least 1; above 1,024 it is that. Fewer are
  ///     read at first, and when reading takes more than two milliseconds, as of rows with megabytes in them.
  ///   - makeCursor: Makes the cursor; called once for each subscription. Its elements must not depend on the
  ///     connection.
  /// - Returns: A publisher of the elements.
  @inlinable
  public func rowsPublisher<C: Cursor & SendableMetatype>(
    batchSize: Int = 1_024, _ makeCursor: @escaping @Sendable (Database) throws -> C
  ) -> RowsPublisher<C.Element> {
    RowsPublisher(reader: self, batchSize: batchSize) { database in
      let cursor = try makeCursor(database)
      return { count, elements in try !elements.fill(upTo: count) { try cursor.next() } }
    }
  }

  /// Reads a cursor of rows as far as they are asked for, and copies them: GRDB uses one row for all.
  ///
  ///     request       --2---------1--!
  ///     downstream    ---1-2-------3
  ///
  /// - **Demand**: as of ``rowsPublisher(batchSize:_:)``.
  /// - **Completion**: as of that.
  /// - **Failure**: as of that.
  /// - **Threads**: as of that.
  ///
  /// - Parameters:
  ///   - batchSize: The largest number of rows that one access reads, at least 1.
  ///   - makeCursor: Makes the cursor; called once for each subscription.
  /// - Returns: A publisher of the rows.
  @inlinable
  public func rowsPublisher<C: Cursor & SendableMetatype>(
    batchSize: Int = 1_024, _ makeCursor: @escaping @Sendable (Database) throws -> C
  ) -> RowsPublisher<Row> where C.Element == Row {
    RowsPublisher(reader: self, batchSize: batchSize) { database in
      let cursor = try makeCursor(database)
      return { count, elements in try !elements.fill(upTo: count) { try cursor.next()?.copy() } }
    }
  }
}

/// A publisher that reads a cursor as far as its elements are asked for.
public struct RowsPublisher<Output>: Publisher, ReleasingPublisher, Sendable {
  /// Why reading failed.
  public typealias Failure = DatabaseFailure

  /// Appends elements up to a number of them.
  ///
  /// - Returns: Whether the cursor has ended.
  @usableFromInline typealias Read = (_ count: Int, _ elements: inout RowBuffer<Output>) throws -> Bool

  /// Makes the cursor; called in an access to the database, as is its result.
  @usableFromInline typealias MakeRead = @Sendable (Database) throws -> Read

  /// The reader that names the database.
  public let reader: any DatabaseReader

  /// The largest number of rows that one access reads.
  public let batchSize: Int

  @usableFromInline let makeRead: MakeRead

  @usableFromInline
  init(reader: any DatabaseReader, batchSize: Int, makeRead: @escaping MakeRead) {
    precondition(batchSize > 0, "An access must be allowed to read at least one row (rule 9).")
    self.reader = reader
    self.batchSize = batchSize
    self.makeRead = makeRead
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == DatabaseFailure {
    let subscription = RowsSubscription(
      cursor: CursorReader(reader: reader, makeRead: makeRead), batchSize: batchSize, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}
