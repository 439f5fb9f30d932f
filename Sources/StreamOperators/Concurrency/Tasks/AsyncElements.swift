public import StreamCore
public import StreamParts

extension AsyncSequence where Self: Sendable {
  /// A publisher of the elements of this asynchronous sequence.
  ///
  ///     for await element   --1--2--3--|
  ///     publisher           --1--2--3--|
  ///
  /// - **Demand**: an element is asked of the sequence when there is demand for it, and none is drawn ahead; so the end,
  ///   too, is told to a subscriber that asks for one value more.
  /// - **Completion**: finishes with the sequence; a cancel cancels the task that waits for an element.
  /// - **Failure**: the error that the sequence throws; never that of a task which has been cancelled with the
  ///   subscription.
  /// - **Threads**: each subscription makes an iterator of its own when it begins, and delivers from a task.
  @_disfavoredOverload
  @inlinable public var publisher: Publishers.AsyncElements<Self> { Publishers.AsyncElements(elements: self) }
}

/// A publisher of the elements of an asynchronous sequence.
///
/// Each subscription makes an iterator when it begins, and asks it for an element, in a task, when there is demand.
public struct AsyncElementsPublisher<Elements: AsyncSequence & Sendable>: Publisher, ReleasingPublisher, Sendable {
  /// The kind of value delivered.
  public typealias Output = Elements.Element

  /// The kind of error that the sequence may throw.
  public typealias Failure = Elements.Failure

  /// The sequence whose elements are delivered.
  public let elements: Elements

  /// Makes a publisher of the elements of an asynchronous sequence.
  ///
  /// - Parameter elements: The sequence, which each subscription iterates anew.
  @inlinable
  public init(elements: Elements) {
    self.elements = elements
  }

  /// Attaches `subscriber`.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    TaskSubscription("AsyncElements", from: elements.makeAsyncIterator(), to: subscriber).greet()
  }
}

extension PublisherNames {
  /// ``AsyncElementsPublisher``, by the short name that gives way to a type of a client.
  public typealias AsyncElements<Elements: AsyncSequence & Sendable> = AsyncElementsPublisher<Elements>
}
