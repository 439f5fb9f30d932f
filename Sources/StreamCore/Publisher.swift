/// Declares that a type can deliver a sequence of values over time.
///
/// A publisher is a description: nothing happens until a ``Subscriber`` attaches with ``subscribe(_:)->()``, and
/// subscriptions are independent unless the publisher is one that shares. The exchange of signals follows
/// `Docs/StreamContract.md`.
///
///     subscriber         publisher
///     subscribe(_:)  ->
///                    <-  receive(subscription:)   once
///     request(_:)    ->                           any number of times
///                    <-  receive(_:)              at most as often as requested
///                    <-  receive(completion:)     at most once, last
public protocol Publisher<Output, Failure>: SendableMetatype {
  /// The type of value that this publisher delivers.
  associatedtype Output

  /// The type of error that this publisher may fail with; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Attaches `subscriber`. Implement this method; call ``subscribe(_:)->()`` instead.
  ///
  /// An implementation calls `subscriber.receive(subscription:)` exactly once, first, and releases the subscriber when
  /// the subscription ends, however it ends.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches `subscriber` to this publisher.
  ///
  /// Every stage attaches to its upstream with this method, so that all edges of a pipeline pass through one place.
  ///
  /// - Parameter subscriber: The subscriber to attach. It is retained until the subscription ends.
  @inlinable @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    #if CountStreams
      StreamCount.add(endAt: subscriber, publisher: Self.self)
    #endif
    if InspectionHook.isOn { attachInspected(subscriber) } else { attachDirectly(subscriber) }
  }
}

/// A namespace for the types that serve as publishers.
public enum Publishers {}
