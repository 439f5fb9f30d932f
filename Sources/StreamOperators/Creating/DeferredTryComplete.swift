public import StreamCore

/// A publisher without values, which runs a closure at the first demand, for each subscriber anew, and then ends.
///
///     request                              -----1
///     DeferredTryComplete {}               -----|
///     DeferredTryComplete { throw e }      -----#
///
/// - **Demand**: the closure waits for it, and runs once; so the end waits for it too.
/// - **Completion**: when the closure returns.
/// - **Failure**: when the closure throws, with what it throws.
/// - **Threads**: the closure runs, and the stream ends, on the thread that requests, never under a lock.
@frozen
public struct DeferredTryComplete<Output>: Publisher, ReleasingPublisher {
  /// What a closure may throw.
  public typealias Failure = any Error

  /// Runs once for each subscriber, before the end.
  public let closure: @Sendable () throws -> Void

  /// Makes a publisher that finishes at the first demand.
  @inlinable
  public init() {
    closure = {}
  }

  /// Makes a publisher that runs a closure before it ends.
  ///
  /// - Parameters:
  ///   - output: The kind of value that it never delivers.
  ///   - closure: Runs once for each subscriber; what it throws is the failure.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, closure: @escaping @Sendable () throws -> Void) {
    self.closure = closure
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    subscriber.serve(as: "DeferredTryComplete") { [closure] in
      try closure()
      return nil
    }
  }
}

extension DeferredTryComplete: Sendable {}
