public import StreamCore

extension Publisher where Failure == Never {
  /// Like ``Publisher/values-7d5ur``, of a publisher that cannot fail: nothing is thrown.
  @inlinable public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher that does not fail, as an asynchronous sequence.
///
/// Each iterator subscribes when it is created, and requests one value for each `next()`. The subscription is cancelled
/// at once when the task is cancelled while it awaits a value, at the next `next()` when the task is cancelled in
/// between, or when the last copy of the iterator is destroyed.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  /// The kind of value delivered.
  public typealias Element = P.Output

  /// It never fails.
  public typealias Failure = Never

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

    /// It never fails.
    public typealias Failure = Never

    @usableFromInline let subscribed: SubscribedInbox<P.Output, Never>

    @inlinable init(_ subscribed: SubscribedInbox<P.Output, Never>) {
      self.subscribed = subscribed
    }

    /// Requests a value from the publisher, and suspends until it arrives.
    ///
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    @inlinable public nonisolated(nonsending) mutating func next() async -> P.Output? {
      await subscribed.inbox.next(isolation: #isolation)
    }

    /// Requests a value from the publisher, and suspends until it arrives.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await subscribed.inbox.next(isolation: actor)
    }
  }
}

extension AsyncPublisher: Sendable where P: Sendable {}
