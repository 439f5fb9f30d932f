public import StreamCore
public import StreamParts

extension AsyncSequence where Self: Sendable {
  /// A publisher of the elements of this asynchronous sequence.
  ///
  ///     upstream      --1--2--3--|
  ///     values.publisher
  ///     downstream    --1--2--3--|
  ///
  /// - **Demand**: the iterator is advanced once for each requested element, and none is prefetched. So the end of the
  ///   sequence, too, is found only by a request for one more.
  /// - **Completion**: finishes with the sequence; a cancel cancels the task that awaits an element.
  /// - **Failure**: the error that the sequence throws, unless the subscription has been cancelled.
  /// - **Threads**: each subscription creates its own iterator, and delivers from a task.
  @_disfavoredOverload
  @inlinable public var publisher: Publishers.AsyncElements<Self> { Publishers.AsyncElements(elements: self) }
}

/// A publisher of the elements of an asynchronous sequence.
///
/// Each subscription creates an iterator, and advances it in one task, which is suspended while there is no demand. The
/// task has the priority of the one that requests first. It ends with the stream, or when the subscription is released
/// and what was requested has been delivered.
public struct AsyncElementsPublisher<Elements: AsyncSequence & Sendable>: Publisher, ReleasingPublisher, Sendable {
  public typealias Output = Elements.Element
  public typealias Failure = Elements.Failure

  /// The sequence whose elements are delivered.
  public let elements: Elements

  /// Creates a publisher of the elements of an asynchronous sequence.
  ///
  /// - Parameter elements: The sequence, which each subscription iterates from the beginning.
  @inlinable
  public init(elements: Elements) {
    self.elements = elements
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    TaskSubscription("AsyncElements", from: elements.makeAsyncIterator(), to: subscriber).handOver()
  }
}

extension PublisherNames {
  /// ``AsyncElementsPublisher``, under a short name that a client's own type overrides.
  public typealias AsyncElements<Elements: AsyncSequence & Sendable> = AsyncElementsPublisher<Elements>
}
