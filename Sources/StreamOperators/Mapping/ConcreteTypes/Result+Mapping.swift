public import StreamCore

// The result is known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Result.Publisher {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, and stays a `Result.Publisher`; `transform` runs at
  /// the call.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map(transform))
  }

  /// Like ``StreamCore/Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, and stays a `Result.Publisher`; `transform`
  /// runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// Like ``StreamCore/Publisher/scan(_:_:)``, and stays a `Result.Publisher`; `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Like ``StreamCore/Publisher/tryScan(_:_:)->Publishers.TryScan<Self,T>``, and stays a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Failure == Never {
  /// Like ``StreamCore/Publisher/setFailureType(to:)``, and stays a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
    Result<Success, E>.Publisher(result.get())
  }
}
