/// A publisher that never delivers a value, and finishes immediately or never.
///
///     Empty()                            |
///     Empty(completeImmediately: false)  -------!
///
/// - **Demand**: ignored; the completion needs none.
/// - **Completion**: immediate, unless `completeImmediately` is false.
/// - **Failure**: never.
/// - **Threads**: completes on the subscribing thread.
@frozen
public struct Empty<Output, Failure: Error>: Publisher, ReleasingPublisher, Equatable, Sendable {
  /// Whether the publisher finishes immediately, or never.
  public let completeImmediately: Bool

  /// Creates a publisher without values.
  ///
  /// - Parameter completeImmediately: Whether it finishes immediately, or never.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher without values whose types cannot be inferred.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether it finishes immediately, or never.
  ///   - outputType: The value type.
  ///   - failureType: The failure type.
  @inlinable
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if completeImmediately {
      subscriber.end(with: .finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}
