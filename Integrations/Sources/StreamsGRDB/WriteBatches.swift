public import GRDB
public import StreamCore

extension Publisher {
  /// Writes values to a database, several in one transaction, and delivers each batch when its transaction has
  /// committed.
  ///
  ///     upstream      --1--2-3-4-----5--|
  ///     writeBatches(to: database, upTo: 3) { db, value in try value.insert(db) }
  ///     transaction     [1][2 3 4]   [5]
  ///     downstream    ----1--------2---5-|
  ///     1, 2, 5 = [1], [2, 3, 4], [5]
  ///
  /// The batch is what has arrived when the transaction begins: one value if they come slowly, `size` if they come
  /// faster than they can be written. No value waits for others to come.
  ///
  /// A delivered value has been committed: acknowledge it to its source then. A value that was not delivered may have
  /// been committed nevertheless: a cancel does not undo the transaction that is running. So a source that delivers
  /// again what was not acknowledged needs an `insert` that may be repeated, such as an upsert: at least once.
  ///
  /// - **Demand**: one for each batch; a transaction begins only when downstream has asked for its batch. Upstream is
  ///   asked for `window` values at first, and for as many as a transaction had when that has committed and downstream
  ///   has received them.
  /// - **Completion**: finishes when what has arrived is committed and delivered.
  /// - **Failure**: `.database` with why a transaction failed, which is rolled back: none of its values is written,
  ///   those of the batches before are. Upstream is cancelled then, and what has arrived is not written. `.upstream`
  ///   with upstream's, after what has arrived before it is committed and delivered.
  /// - **Threads**: writes and delivers on a queue of the subscription's own, never inside an access to the database.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - size: The largest number of values in a transaction, at least 1.
  ///   - window: The largest number of values that have been asked for and not been committed, at least `size`; `nil`
  ///     for
  ///   - retries: How many times a transaction that fails because the database is locked is tried again, 0 or more;
  ///     after
  ///   - delay: The pause before it is tried again, not negative. A cancel ends it.
  ///   - insert: Writes one value, inside the transaction. If it throws, the transaction fails; to leave out a value
  ///     that
  /// - Returns: A publisher of the batches, none of them empty, in upstream's order.
  public func writeBatches(
    to writer: any DatabaseWriter, upTo size: Int = 500, window: Int? = nil, retries: Int = 0,
    delay: Duration = .milliseconds(100), _ insert: @escaping @Sendable (Database, Output) throws -> Void
  ) -> WriteBatchesPublisher<Self> {
    precondition(size > 0, "A transaction must be allowed to have at least one value (rule 9).")
    let window = window ?? (size > .max / 2 ? .max : 2 * size)
    precondition(window >= size, "The window must have room for a transaction (rule 9).")
    precondition(retries >= 0, "The number of retries must not be negative (rule 9).")
    precondition(delay >= .zero, "A delay must not be negative (rule 9).")
    return WriteBatchesPublisher(
      upstream: self, writer: writer, size: size, window: window, retries: retries, delay: delay, insert: insert)
  }
}

/// Why values could not be written, or came to an end.
public enum WriteBatchesFailure<Upstream: Error>: Error {
  /// Upstream failed; what came before has been written.
  case upstream(Upstream)

  /// A transaction failed, and was rolled back.
  case database(DatabaseFailure)
}

/// A publisher that writes values to a database, and delivers each batch when its transaction has committed.
public struct WriteBatchesPublisher<Upstream: Publisher>: Publisher {
  /// The values of one transaction, in upstream's order.
  public typealias Output = [Upstream.Output]

  /// Why a transaction failed, or upstream.
  public typealias Failure = WriteBatchesFailure<Upstream.Failure>

  /// The publisher whose values are written.
  public let upstream: Upstream

  /// The database.
  public let writer: any DatabaseWriter

  /// The largest number of values in a transaction.
  public let size: Int

  /// The largest number of values that have been asked for and not been committed.
  public let window: Int

  /// How many times a transaction is tried again if the database is locked.
  public let retries: Int

  /// The pause before that.
  public let delay: Duration

  @usableFromInline let insert: @Sendable (Database, Upstream.Output) throws -> Void

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(WriteBatchesStage(self, downstream: subscriber))
  }
}

extension WriteBatchesPublisher: Sendable where Upstream: Sendable {}
