/// A publisher of one value, or a failure, that a closure produces, now or later.
///
///     promise(.success(1))    -----1
///     subscriber              -----1|
///     a later subscriber             ^1|
///
/// The closure runs when the future is made, whether or not anybody subscribes, and only once: its result is kept for
/// all subscribers. Wrap a future in ``Deferred`` to run the closure for each subscription.
///
/// - **Demand**: the value waits for it; a failure does not.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the promise is kept with one.
/// - **Threads**: delivers on the thread that keeps the promise, or that requests once it has been kept.
public final class Future<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Takes the result. It may be called on any thread; only the first call counts.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  /// Everything else lives here, so that a promise which is kept for ever does not keep the future alive.
  @usableFromInline let core = FutureCore<Output, Failure>()

  /// Runs a closure that will produce the result.
  ///
  /// - Parameter attemptToFulfill: Starts the work, and calls the promise when there is a result, even at once.
  @inlinable @preconcurrency public init(_ attemptToFulfill: @escaping @Sendable (@escaping Promise) -> Void) {
    attemptToFulfill { [core] result in core.fulfil(with: result) }
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // A value that is there is like that of any other publisher, which waits for demand alone.
    if case .success(let value) = core.result { return subscriber.serve(one: value, as: "Future") }
    core.subscribe(subscriber)
  }
}

// The result crosses from the thread that keeps the promise to those that subscribe.
extension Future: Sendable where Output: Sendable {}
