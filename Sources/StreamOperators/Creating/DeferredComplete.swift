public import StreamCore

/// A publisher without values, whose end a closure decides at the first demand, for each subscriber anew.
///
///     request                              -----1
///     DeferredComplete()                   -----|
///     DeferredComplete(error: e)           -----#
///
/// `Empty` and `Fail` end as soon as they are subscribed to, without demand.
///
/// - **Demand**: the closure waits for it, and runs once; so the end waits for it too.
/// - **Completion**: when the closure returns `nil`.
/// - **Failure**: when the closure returns an error.
/// - **Threads**: the closure runs, and the stream ends, on the thread that requests, never under a lock.
@frozen
public struct DeferredComplete<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Gives the error to fail with, or `nil` to finish; once for each subscriber.
  public let closure: @Sendable () -> Failure?

  /// Makes a publisher that finishes at the first demand.
  @inlinable
  public init() {
    closure = { nil }
  }

  /// Makes a publisher that finishes or fails, as a closure says.
  ///
  /// - Parameters:
  ///   - output: The kind of value that it never delivers.
  ///   - closure: Gives the error to fail with, or `nil` to finish; once for each subscriber.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, closure: @escaping @Sendable () -> Failure?) {
    self.closure = closure
  }

  /// Makes a publisher that fails at the first demand.
  ///
  /// - Parameters:
  ///   - output: The kind of value that it never delivers.
  ///   - error: What it fails with; made at the demand, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, error: @autoclosure @escaping @Sendable () -> Failure) {
    closure = { error() }
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(as: "DeferredComplete") { [closure] () throws(Failure) in
      if let error = closure() { throw error }
      return nil
    }
  }
}

extension DeferredComplete: Sendable {}
