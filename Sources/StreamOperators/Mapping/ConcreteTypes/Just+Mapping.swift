public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Just {
  /// Like ``Publisher/map(_:)->Publishers.Map<Self,T>``, and stays a `Just`; `transform` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Just<T> {
    Just<T>(transform(output))
  }

  /// Like ``Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, and returns a `Result.Publisher`; `transform` runs at
  /// the call.
  @_disfavoredOverload
  @inlinable
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Like ``Publisher/compactMap(_:)``, and returns an `Optional.Publisher`; `transform` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Like ``Publisher/scan(_:_:)``, and returns a `Result.Publisher`; `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Like ``Publisher/tryScan(_:_:)->Publishers.TryScan<Self,T>``, and returns a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Like ``Publisher/setFailureType(to:)``, and returns a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }
}
