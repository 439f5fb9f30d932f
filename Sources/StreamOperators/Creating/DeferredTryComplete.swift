public import StreamCore

/// A publisher without values that runs a closure at the first demand, for each subscriber, and then completes.
///
///     demand                           -----1
///     DeferredTryComplete {}           -----|
///     DeferredTryComplete { throw e }  -----#
///
/// - **Demand**: the first request runs the closure, once; so the completion waits for it.
/// - **Completion**: when the closure returns.
/// - **Failure**: when the closure throws, with the error thrown.
/// - **Threads**: the closure runs, and the stream completes, on the requesting thread, never under a lock.
@frozen
public struct DeferredTryComplete<Output>: Publisher, ReleasingPublisher {
  /// Any error that the closure may throw.
  public typealias Failure = any Error

  /// Runs once for each subscriber, before the completion.
  public let closure: @Sendable () throws -> Void

  /// Creates a publisher that finishes at the first demand.
  @inlinable
  public init() {
    closure = {}
  }

  /// Creates a publisher that runs a closure before it completes.
  ///
  /// - Parameters:
  ///   - output: The type of the values, of which none is delivered.
  ///   - closure: Runs once for each subscriber; an error thrown is the failure.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, closure: @escaping @Sendable () throws -> Void) {
    self.closure = closure
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    subscriber.serve(as: "DeferredTryComplete") { [closure] in
      try closure()
      return nil
    }
  }
}

extension DeferredTryComplete: Sendable {}
