public import StreamCore

// `flatMap(maxPublishers: 2)`: the maximum as a number.

extension Publisher {
  /// Transforms each element into a publisher, and merges the values of at most so many of them at a time.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                       ^4--5|
  ///     flatMap(maxPublishers: 1) { name in name == "a" ? a : b }
  ///     downstream    ---1--2--34--5|
  ///
  /// As `flatMap(maxPublishers: .max(1))`.
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

  /// Transforms each element into a publisher that cannot fail, and merges the values of at most so many of them at a
  /// time.
  ///
  ///     upstream      -a--b-------#
  ///     a              ^-1--2--3|
  ///     flatMap(maxPublishers: 1) { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3--#
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
  /// Transforms each element into a publisher that may fail, and merges the values of at most so many of them at a time.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--#
  ///     flatMap(maxPublishers: 1) { name in name == "a" ? a : b }
  ///     downstream    ---1--#
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
