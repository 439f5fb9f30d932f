public import StreamCore

/// A publisher of one value, or a failure, which a closure begins to produce at the first demand, for each subscriber
/// anew.
///
///     request      -----1
///     promise      --------7
///     subscriber   --------7|
///
/// A `Future` runs its closure when it is made, and once for all subscribers.
///
/// - **Demand**: the closure waits for it, and runs once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the promise is kept with one.
/// - **Threads**: the closure runs on the thread that requests, never under a lock; delivers on the one that keeps the
///   promise.
@frozen
public struct DeferredFuture<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Takes the result. It may be called on any thread; only the first call counts.
  public typealias Promise = Future<Output, Failure>.Promise

  /// Starts the work, once for each subscriber.
  public let attemptToFulfill: @Sendable (@escaping Promise) -> Void

  /// Makes a publisher of a result that a closure will produce.
  ///
  /// - Parameter attemptToFulfill: Starts the work, once for each subscriber, and calls the promise when there is a
  ///   result, even at once.
  @inlinable
  @preconcurrency
  public init(_ attemptToFulfill: @escaping @Sendable (@escaping Promise) -> Void) {
    self.attemptToFulfill = attemptToFulfill
  }

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DeferredSource.serve(subscriber, as: "DeferredFuture") { [attemptToFulfill] source in
      // There is demand already, so that none of what a `Future` has for those who come before it is needed.
      let promise = DeferredPromise { source.receive($0) }
      source.receive(subscription: PromiseSubscription(to: promise))
      attemptToFulfill { promise.fulfil(with: $0) }
    }
  }
}

extension DeferredFuture: Sendable {}
