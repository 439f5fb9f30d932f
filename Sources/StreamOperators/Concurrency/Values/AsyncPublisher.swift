public import StreamCore

extension Publisher where Failure == Never {
  /// The values of this publisher as an asynchronous sequence.
  ///
  ///     upstream          --1--2--3--|
  ///     for await value   --1--2--3--|
  ///
  /// - **Demand**: one value each time the loop waits for one, so that a slow loop slows its upstream down; what comes
  ///   without being asked for is kept, in order.
  /// - **Completion**: ends the loop, once it has had what came before; so does a cancel of the loop's task, which cancels
  ///   the subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: the loop runs where it is written, on its own actor.
  ///
  /// A subject drops what it sends while nobody has asked for it: put `buffer(size:prefetch:whenFull:)` before `values`
  /// where a loop needs every value of one.
  @inlinable public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher that does not fail, as an asynchronous sequence.
///
/// Each iterator subscribes when it is made, and asks for a value when it is asked for one. The subscription is cancelled
/// by the task that waits, as soon as that goes on after it has been cancelled; or when the last copy of the iterator is
/// let go.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  /// The kind of value delivered.
  public typealias Element = P.Output

  /// It does not fail.
  public typealias Failure = Never

  /// What waits for the values.
  public typealias AsyncIterator = Iterator

  @usableFromInline let publisher: P

  /// Makes a sequence of the values of a publisher.
  ///
  /// - Parameter publisher: The publisher that each iterator subscribes to.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  ///
  /// - Returns: What waits for the values, and keeps the subscription alive.
  @inlinable public func makeAsyncIterator() -> Iterator {
    Iterator(SubscribedInbox(to: publisher))
  }

  /// Waits for the values of one subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The kind of value delivered.
    public typealias Element = P.Output

    /// It does not fail.
    public typealias Failure = Never

    @usableFromInline let subscribed: SubscribedInbox<P.Output, Never>

    @inlinable init(_ subscribed: SubscribedInbox<P.Output, Never>) {
      self.subscribed = subscribed
    }

    /// Asks the publisher for a value, and waits for it.
    ///
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    @inlinable public nonisolated(nonsending) mutating func next() async -> P.Output? {
      await subscribed.inbox.next(isolation: #isolation)
    }

    /// Asks the publisher for a value, and waits for it.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The value, or `nil` when the publisher has finished or the task is cancelled.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await subscribed.inbox.next(isolation: actor)
    }
  }
}

extension AsyncPublisher: Sendable where P: Sendable {}
