extension Publishers {
  /// A publisher that changes the failure type of one that cannot fail.
  ///
  /// The type is declared in the kernel because operators of several families return it.
  @frozen
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher
  where Upstream.Failure == Never {
    /// The type of value delivered.
    public typealias Output = Upstream.Output

    /// The publisher that cannot fail.
    public let upstream: Upstream

    /// Creates a publisher that changes the failure type of another.
    ///
    /// - Parameter upstream: The publisher that cannot fail.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FailureMappingInner(downstream: subscriber, description: "SetFailureType", transform: noFailure))
    }

    /// Changes the failure type again.
    ///
    /// - Parameter failure: The new failure type.
    /// - Returns: A publisher of the same elements.
    @inlinable
    public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
      Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

/// Converts `Never` to any failure type.
@inlinable
package func noFailure<Failure: Error>(_ never: Never) -> Failure {}
