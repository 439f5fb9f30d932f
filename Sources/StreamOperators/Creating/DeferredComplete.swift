public import StreamCore

/// A publisher without values that completes at the first demand, as a closure decides for each subscriber.
///
///     demand                      -----1
///     DeferredComplete()          -----|
///     DeferredComplete(error: e)  -----#
///
/// `Empty` and `Fail` complete on subscription, without demand.
///
/// - **Demand**: the first request runs the closure, once; so the completion waits for it.
/// - **Completion**: when the closure returns `nil`.
/// - **Failure**: when the closure returns an error.
/// - **Threads**: the closure runs, and the stream completes, on the requesting thread, never under a lock.
@frozen
public struct DeferredComplete<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Returns the error to fail with, or `nil` to finish. Runs once for each subscriber.
  public let closure: @Sendable () -> Failure?

  /// Creates a publisher that finishes at the first demand.
  @inlinable
  public init() {
    closure = { nil }
  }

  /// Creates a publisher that finishes or fails, as a closure decides.
  ///
  /// - Parameters:
  ///   - output: The type of the values, of which none is delivered.
  ///   - closure: Returns the error to fail with, or `nil` to finish. Runs once for each subscriber.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, closure: @escaping @Sendable () -> Failure?) {
    self.closure = closure
  }

  /// Creates a publisher that fails at the first demand.
  ///
  /// - Parameters:
  ///   - output: The type of the values, of which none is delivered.
  ///   - error: The error to fail with, evaluated at the first demand, once for each subscriber.
  @inlinable
  @preconcurrency
  public init(output: Output.Type = Output.self, error: @autoclosure @escaping @Sendable () -> Failure) {
    closure = { error() }
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.serve(as: "DeferredComplete") { [closure] () throws(Failure) in
      if let error = closure() { throw error }
      return nil
    }
  }
}

extension DeferredComplete: Sendable {}
