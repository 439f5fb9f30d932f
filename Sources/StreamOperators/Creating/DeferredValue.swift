public import StreamCore

/// A publisher of one value that a closure computes at the first demand, for each subscriber.
///
///     demand               -----1
///     DeferredValue { 7 }  -----(7|)
///
/// `Just` stores its value from the start. Use ``DeferredTryValue`` or ``DeferredResult`` for a computation
/// that may fail.
///
/// - **Demand**: the first request runs the closure, once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: never, whatever `Failure` is.
/// - **Threads**: the closure runs, and its value is delivered, on the requesting thread, never under a lock.
@frozen
public struct DeferredValue<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Computes the value, once for each subscriber.
  public let closure: @Sendable () -> Output

  /// Creates a publisher of a computed value, with a failure type that it never uses.
  ///
  /// - Parameters:
  ///   - failure: The failure type, which is never used.
  ///   - closure: Computes the value, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(failure: Failure.Type = Failure.self, closure: @escaping @Sendable () -> Output) {
    self.closure = closure
  }

  /// Creates a publisher of a computed value.
  ///
  /// - Parameter closure: Computes the value, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(closure: @escaping @Sendable () -> Output) where Failure == Never {
    self.closure = closure
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(as: "DeferredValue") { [closure] in closure() }
  }
}

extension DeferredValue: Sendable {}
