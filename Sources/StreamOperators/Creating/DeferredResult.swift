public import StreamCore

/// A publisher of the result that a closure returns at the first demand, for each subscriber.
///
///     demand                          -----1
///     DeferredResult { .success(7) }  -----(7|)
///     DeferredResult { .failure(e) }  -----#
///
/// - **Demand**: the first request runs the closure, once; so a failure waits for it.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the closure returns one.
/// - **Threads**: the closure runs, and its result is delivered, on the requesting thread, never under a lock.
@frozen
public struct DeferredResult<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Returns the result. Runs once for each subscriber.
  public let closure: @Sendable () -> Result<Output, Failure>

  /// Creates a publisher of a computed result.
  ///
  /// - Parameter closure: Returns the result. Runs once for each subscriber.
  @inlinable
  @preconcurrency
  public init(closure: @escaping @Sendable () -> Result<Output, Failure>) {
    self.closure = closure
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(as: "DeferredResult") { [closure] () throws(Failure) in try closure().get() }
  }
}

extension DeferredResult: Sendable {}
