/// A publisher that fails immediately.
///
///     Fail(error: e)  #
///
/// - **Demand**: ignored; the failure needs none.
/// - **Completion**: never finishes.
/// - **Failure**: immediate, with the given error.
/// - **Threads**: fails on the subscribing thread.
@frozen
public struct Fail<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The failure.
  public let error: Failure

  /// Creates a publisher that fails.
  ///
  /// - Parameter error: The failure.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Creates a failing publisher whose value type cannot be inferred.
  ///
  /// - Parameters:
  ///   - outputType: The value type.
  ///   - failure: The failure.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.end(with: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}

extension Fail: Sendable {}
