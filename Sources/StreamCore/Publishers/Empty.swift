/// A publisher that never delivers a value, and finishes at once or never.
///
///     Empty()                             |
///     Empty(completeImmediately: false)   --------
///
/// - **Demand**: ignored; the completion needs none.
/// - **Completion**: at once, unless `completeImmediately` is false.
/// - **Failure**: never.
/// - **Threads**: completes on the thread that subscribes.
@frozen
public struct Empty<Output, Failure: Error>: Publisher, ReleasingPublisher, Equatable, Sendable {
  /// Whether the publisher finishes at once, rather than never.
  public let completeImmediately: Bool

  /// Makes a publisher without values.
  ///
  /// - Parameter completeImmediately: Whether it finishes at once, rather than never.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Makes a publisher without values, whose types cannot be inferred.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether it finishes at once, rather than never.
  ///   - outputType: The kind of value that it never delivers.
  ///   - failureType: The kind of error that it never fails with.
  @inlinable
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if completeImmediately {
      subscriber.end(with: .finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}
