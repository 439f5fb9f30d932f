public import StreamCore

/// A publisher of one value that a closure that may throw computes at the first demand, for each subscriber.
///
///     demand                        -----1
///     DeferredTryValue { 7 }        -----(7|)
///     DeferredTryValue { throw e }  -----#
///
/// - **Demand**: the first request runs the closure, once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the closure throws, with the error thrown.
/// - **Threads**: the closure runs, and its value is delivered, on the requesting thread, never under a lock.
@frozen
public struct DeferredTryValue<Output>: Publisher, ReleasingPublisher {
  /// Any error that the closure may throw.
  public typealias Failure = any Error

  /// Computes the value, once for each subscriber.
  public let closure: @Sendable () throws -> Output

  /// Creates a publisher of a computed value.
  ///
  /// - Parameter closure: Computes the value, once for each subscriber; an error thrown is the failure.
  @inlinable
  @preconcurrency
  public init(closure: @escaping @Sendable () throws -> Output) {
    self.closure = closure
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    subscriber.serve(as: "DeferredTryValue") { [closure] in try closure() }
  }
}

extension DeferredTryValue: Sendable {}
