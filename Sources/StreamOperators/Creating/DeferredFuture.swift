public import StreamCore

/// A publisher of the result of asynchronous work that a closure starts at the first demand, for each subscriber.
///
///     promise            ^--7
///     demand        -----1---
///     subscriber    --------(7|)
///
/// A `Future` runs its closure when it is created, once for all subscribers.
///
/// - **Demand**: the first request runs the closure, once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the promise is fulfilled with one.
/// - **Threads**: the closure runs on the requesting thread, never under a lock; the result is delivered on the thread
///   that fulfils the promise.
@frozen
public struct DeferredFuture<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Receives the result. Any thread may call it; only the first call counts.
  public typealias Promise = Future<Output, Failure>.Promise

  /// Starts the work, once for each subscriber.
  public let attemptToFulfill: @Sendable (@escaping Promise) -> Void

  /// Creates a publisher of the result of asynchronous work.
  ///
  /// - Parameter attemptToFulfill: Starts the work, once for each subscriber, and calls the promise with the result,
  ///   now or later.
  @inlinable
  @preconcurrency
  public init(_ attemptToFulfill: @escaping @Sendable (@escaping Promise) -> Void) {
    self.attemptToFulfill = attemptToFulfill
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DeferredInner.serve(subscriber, as: "DeferredFuture") { [attemptToFulfill] source in
      // Demand is outstanding already, so the promise need not buffer its result as a `Future` does.
      let promise = DeferredPromise { source.receive($0) }
      source.receive(subscription: PromiseSubscription(to: promise))
      attemptToFulfill { promise.fulfil(with: $0) }
    }
  }
}

extension DeferredFuture: Sendable {}
