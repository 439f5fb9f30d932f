public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryCatch(_:)->Publishers.TryCatch<Self,P>``, with a handler that throws the replacement's failure
  /// type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws(P.Failure) -> P
  ) -> TryCatchPublisher<Self, P, P.Failure> where P.Output == Output {
    TryCatchPublisher(self, handler: handler)
  }

  /// Like ``Publisher/tryCatch(_:)->Publishers.TryCatch<Self,P>``, for a replacement that cannot fail and a handler
  /// that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher, E: Error>(
    _ handler: @escaping @Sendable (Failure) throws(E) -> P
  ) -> TryCatchPublisher<Self, P, E> where P.Output == Output, P.Failure == Never {
    TryCatchPublisher(self, handler: handler)
  }
}
