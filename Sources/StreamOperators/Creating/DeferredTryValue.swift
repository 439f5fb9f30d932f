public import StreamCore

/// A publisher of one value, which a closure computes at the first demand, for each subscriber anew, or fails to.
///
///     request                          -----1
///     DeferredTryValue { 7 }           -----7|
///     DeferredTryValue { throw e }     -----#
///
/// - **Demand**: the closure waits for it, and runs once.
/// - **Completion**: finishes right after the value.
/// - **Failure**: when the closure throws, with what it throws.
/// - **Threads**: the closure runs, and its value is delivered, on the thread that requests, never under a lock.
@frozen
public struct DeferredTryValue<Output>: Publisher, ReleasingPublisher {
  /// What a closure may throw.
  public typealias Failure = any Error

  /// Computes the value, once for each subscriber.
  public let closure: @Sendable () throws -> Output

  /// Makes a publisher of a value to be computed.
  ///
  /// - Parameter closure: Computes the value, once for each subscriber; what it throws is the failure.
  @inlinable
  @preconcurrency
  public init(closure: @escaping @Sendable () throws -> Output) {
    self.closure = closure
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    subscriber.serve(as: "DeferredTryValue") { [closure] in try closure() }
  }
}

extension DeferredTryValue: Sendable {}
