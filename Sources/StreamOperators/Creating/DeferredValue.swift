public import StreamCore

/// A publisher of one value, which a closure computes at the first demand, for each subscriber anew.
///
///     request               -----1
///     DeferredValue { 7 }   -----7|
///
/// `Just` is given its value when it is made. A value that may fail to come is for ``DeferredTryValue`` or
/// ``DeferredResult``.
///
/// - **Demand**: the closure waits for it, and runs once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: never, whatever `Failure` is.
/// - **Threads**: the closure runs, and its value is delivered, on the thread that requests, never under a lock.
@frozen
public struct DeferredValue<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Computes the value, once for each subscriber.
  public let closure: @Sendable () -> Output

  /// Makes a publisher of a value to be computed, that never fails, but whose failures are of a given kind.
  ///
  /// - Parameters:
  ///   - failure: The kind of error that it never fails with.
  ///   - closure: Computes the value, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(failure: Failure.Type = Failure.self, closure: @escaping @Sendable () -> Output) {
    self.closure = closure
  }

  /// Makes a publisher of a value to be computed.
  ///
  /// - Parameter closure: Computes the value, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(closure: @escaping @Sendable () -> Output) where Failure == Never {
    self.closure = closure
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(as: "DeferredValue") { [closure] in closure() }
  }
}

extension DeferredValue: Sendable {}
