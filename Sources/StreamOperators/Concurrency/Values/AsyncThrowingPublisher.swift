public import StreamCore

extension Publisher {
  /// The values of this publisher as an asynchronous sequence, which throws its failure.
  ///
  ///     upstream             --1--2--#
  ///     values
  ///     for try await value  --1--2--#
  ///
  /// - **Demand**: one value for each `next()`, so a slow loop applies back-pressure; values beyond the demand are
  ///   buffered, in order.
  /// - **Completion**: ends the loop, after the buffered values; so does a cancel of the loop's task, which cancels the
  ///   subscription.
  /// - **Failure**: thrown from the loop, with its type, after the buffered values.
  /// - **Threads**: the loop resumes on its own actor.
  ///
  /// A subject drops the values that it sends without demand: put `buffer(size:prefetch:whenFull:)` before `values` if
  /// the loop needs every value of one.
  ///
  /// - Complexity: O(1) for each value; O(*n*) memory, where *n* is the number of values that come unrequested, and
  ///   wait for the loop.
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher as an asynchronous sequence, which throws the publisher's failure.
///
/// Each iterator subscribes when it is created, and requests one value for each `next()`. The subscription is cancelled
/// at once when the task is cancelled while it awaits a value, at the next `next()` when the task is cancelled in
/// between, or when the last copy of the iterator is destroyed.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  /// The kind of value delivered.
  public typealias Element = P.Output

  /// The kind of error that the sequence throws.
  public typealias Failure = P.Failure

  /// The iterator of one subscription.
  public typealias AsyncIterator = Iterator

  @usableFromInline let publisher: P

  /// Creates a sequence of the values of a publisher.
  ///
  /// - Parameter publisher: The publisher that each iterator subscribes to.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  ///
  /// - Returns: The iterator, which keeps the subscription alive.
  @inlinable public func makeAsyncIterator() -> Iterator {
    Iterator(SubscribedInbox(to: publisher))
  }

  /// The iterator of one subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The kind of value delivered.
    public typealias Element = P.Output

    /// The kind of error that the sequence throws.
    public typealias Failure = P.Failure

    @usableFromInline let subscribed: SubscribedInbox<P.Output, P.Failure>

    @inlinable init(_ subscribed: SubscribedInbox<P.Output, P.Failure>) {
      self.subscribed = subscribed
    }

    /// Takes the next value, or suspends until it arrives.
    ///
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    /// - Throws: The publisher's failure, once.
    @inlinable public nonisolated(nonsending) mutating func next() async throws(P.Failure) -> P.Output? {
      try await subscribed.inbox.next(isolation: #isolation)
    }

    /// Takes the next value, or suspends until it arrives.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    /// - Throws: The publisher's failure, once.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(P.Failure) -> P.Output? {
      try await subscribed.inbox.next(isolation: actor)
    }
  }
}

extension AsyncThrowingPublisher: Sendable where P: Sendable {}
