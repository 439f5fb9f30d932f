public import StreamCore
public import StreamParts

extension Publisher {
  /// Like ``Publisher/tryZip(_:_:)->Publishers.TryZip<Self,P,T>``, with a closure that throws upstream's failure type:
  /// the failure type stays the same.
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
  /// Like ``Publisher/tryZip(_:_:)->Publishers.TryZip<Self,P,T>``, for publishers that cannot fail and a closure that
  /// throws errors of one type, which becomes the failure type.
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
  /// The untyped form. The compiler chooses it at once where the typed forms would be equivalent, which keeps long
  /// chains fast to type-check.
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
