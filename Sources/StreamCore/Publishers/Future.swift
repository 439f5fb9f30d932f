/// A publisher of one value or a failure, produced by a closure, now or later.
///
///     promise       -----1   ---
///     subscriber 1  -----(1|)
///     subscriber 2             (^1|)
///
/// The closure runs once, when the future is created and independently of subscriptions; its result is stored for all
/// subscribers. Wrap a future in ``Deferred`` to run the closure for each subscription.
///
/// - **Demand**: the value waits for it; a failure does not.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the promise is fulfilled with one.
/// - **Threads**: delivers on the thread that fulfils the promise or, after that, on the requesting thread.
public final class Future<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Fulfils the future. It may be called on any thread; only the first call has an effect.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  /// All state is in the core, so that a promise that is retained for ever does not retain the future.
  @usableFromInline let core = FutureCore<Output, Failure>()

  /// Runs a closure that will produce the result.
  ///
  /// - Parameter attemptToFulfill: Starts the work, and calls the promise with the result, possibly synchronously. It
  ///   runs at once, on the caller's actor.
  @inlinable
  public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
    attemptToFulfill { [core] result in core.fulfil(with: result) }
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // An available value is delivered like that of `Just`, without registering for the result.
    if case .success(let value) = core.result { return subscriber.serve(one: value, as: "Future") }
    core.subscribe(subscriber)
  }
}

// The result crosses from the fulfilling thread to the subscribers' threads.
extension Future: Sendable where Output: Sendable {}
