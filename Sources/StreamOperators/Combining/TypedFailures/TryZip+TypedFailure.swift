public import StreamCore
public import StreamParts

extension Publisher {
  /// Like ``Publisher/tryZip(_:_:)->Publishers.TryZip<Self,P,T>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryZip<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws(Failure) -> T
  ) -> TryZipPublisher<Self, P, T, Failure> where P.Failure == Failure {
    TryZipPublisher(self, with: other, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryZip(_:_:)->Publishers.TryZip<Self,P,T>``, of publishers that cannot fail, with a closure that
  /// throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryZip<P: Publisher, T, E: Error>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws(E) -> T
  ) -> TryZipPublisher<Self, P, T, E> where P.Failure == Never {
    TryZipPublisher(self, with: other, transform: transform)
  }

  /// For a closure that does not throw, `Failure` cannot be inferred, so it is `any Error`, as in Combine.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryZip<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.TryZip<Self, P, T> where P.Failure == Never {
    Publishers.TryZip(self, other, transform: transform)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to
  /// check.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryZip<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws -> T
  ) -> Publishers.TryZip<Self, P, T> where P.Failure == any Error {
    Publishers.TryZip(self, other, transform: transform)
  }
}
