public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryCatch(_:)->Publishers.TryCatch<Self,P>``, with a handler that throws the replacement's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws(P.Failure) -> P
  ) -> TryCatchPublisher<Self, P, P.Failure> where P.Output == Output {
    TryCatchPublisher(self, handler: handler)
  }

  /// Like ``Publisher/tryCatch(_:)->Publishers.TryCatch<Self,P>``, with a replacement that cannot fail, and a handler
  /// that throws errors of one
  /// type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher, E: Error>(
    _ handler: @escaping @Sendable (Failure) throws(E) -> P
  ) -> TryCatchPublisher<Self, P, E> where P.Output == Output, P.Failure == Never {
    TryCatchPublisher(self, handler: handler)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output, P.Failure == Never {
    Publishers.TryCatch(upstream: self, handler: handler)
  }

  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output, P.Failure == any Error {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}
