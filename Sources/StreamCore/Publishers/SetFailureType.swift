extension Publishers {
  /// A publisher that looks as if it could fail.
  ///
  /// The type stands in the kernel, because operators of several families return it.
  @frozen
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher
  where Upstream.Failure == Never {
    /// The kind of value delivered.
    public typealias Output = Upstream.Output

    /// The publisher that cannot fail.
    public let upstream: Upstream

    /// Makes a publisher that looks as if it could fail.
    ///
    /// - Parameter upstream: The publisher that cannot fail.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FailureMappingInner(downstream: subscriber, description: "SetFailureType", transform: noFailure))
    }

    /// Gives the elements another failure type.
    ///
    /// - Parameter failure: The kind of error that the new publisher never fails with.
    /// - Returns: A publisher of the same elements.
    @inlinable
    public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
      Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

/// Makes any failure of one that cannot be.
@inlinable
package func noFailure<Failure: Error>(_ never: Never) -> Failure {}
