public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Optional.Publisher {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, and stays an `Optional.Publisher`; `transform` runs
  /// at the call.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: (Wrapped) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Like ``StreamCore/Publisher/compactMap(_:)``, and stays an `Optional.Publisher`; `transform` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: (Wrapped) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Like ``StreamCore/Publisher/scan(_:_:)``, and stays an `Optional.Publisher`; `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}
