public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.
//
// Without a value the outcome is that of an empty stream, as for any other publisher: a count of 0, an empty array.

extension Optional.Publisher {
  /// Like ``StreamCore/Publisher/reduce(_:_:)``, and stays an `Optional.Publisher`; `nextPartialResult` runs at the
  /// call.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
  }

  /// Like ``StreamCore/Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, and returns a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Wrapped) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result { try output.map { try nextPartialResult(initialResult, $0) } ?? initialResult })
  }

  /// Like ``StreamCore/Publisher/collect()``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Optional<[Wrapped]>.Publisher {
    Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Like ``StreamCore/Publisher/count()``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func count() -> Optional<Int>.Publisher {
    Optional<Int>.Publisher(output == nil ? 0 : 1)
  }

  /// Like ``StreamCore/Publisher/allSatisfy(_:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? true)
  }

  /// Like ``StreamCore/Publisher/contains(where:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? false)
  }

  /// Like ``StreamCore/Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, and returns a `Result.Publisher`;
  /// `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? true })
  }

  /// Like ``StreamCore/Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, and returns a
  /// `Result.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? false })
  }

  /// Like ``StreamCore/Publisher/min(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/max(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Like ``StreamCore/Publisher/contains(_:)``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output == output)
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Like ``StreamCore/Publisher/min()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/max()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}
