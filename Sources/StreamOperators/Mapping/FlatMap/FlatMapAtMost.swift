public import StreamCore

// `flatMap(maxPublishers: 2)`: the maximum as a number.

extension Publisher {
  /// A ``Publishers/FlatMap`` with a limit on the publishers that run at a time.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers. A negative number traps.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Int, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: .max(maxPublishers), transform: transform)
  }

  /// A ``Publishers/FlatMap`` with a limit on the publishers that run at a time, which cannot fail.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers. A negative number traps.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Int, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    Publishers.FlatMap(
      upstream: self, maxPublishers: .max(maxPublishers),
      transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

extension Publisher where Failure == Never {
  /// A ``Publishers/FlatMap`` with a limit on the publishers that run at a time, which may fail where upstream cannot.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers. A negative number traps.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Int, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    Publishers.FlatMap(
      upstream: setFailureType(to: P.Failure.self), maxPublishers: .max(maxPublishers), transform: transform)
  }
}
