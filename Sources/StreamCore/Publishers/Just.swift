/// A publisher that delivers one value and finishes.
///
///     demand        --1
///     Just(1)       --(1|)
///
/// - **Demand**: waits for it.
/// - **Completion**: finishes right after the value.
/// - **Failure**: never.
/// - **Threads**: delivers on the requesting thread.
@frozen
public struct Just<Output>: Publisher, ReleasingPublisher {
  /// An available value cannot fail.
  public typealias Failure = Never

  /// The value to deliver.
  public let output: Output

  /// Creates a publisher of one value.
  ///
  /// - Parameter output: The value, which every subscriber receives.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.serve(one: output, as: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

extension Just: Sendable where Output: Sendable {}
