/// A publisher that fails at once.
///
///     Fail(error: e)    #
///
/// - **Demand**: ignored; the failure needs none.
/// - **Completion**: never finishes.
/// - **Failure**: at once, with the error given.
/// - **Threads**: fails on the thread that subscribes.
@frozen
public struct Fail<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// What the publisher fails with.
  public let error: Failure

  /// Makes a publisher that fails.
  ///
  /// - Parameter error: What it fails with.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Makes a publisher that fails, whose kind of value cannot be inferred.
  ///
  /// - Parameters:
  ///   - outputType: The kind of value that it never delivers.
  ///   - failure: What it fails with.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.end(with: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}

extension Fail: Sendable {}
