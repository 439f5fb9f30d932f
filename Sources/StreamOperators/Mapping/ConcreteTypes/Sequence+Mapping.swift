public import StreamCore

// The elements are known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Publishers.Sequence {
  /// Like ``Publisher/map(_:)->Publishers.Map<Self,T>``, and stays a `Publishers.Sequence`; `transform` runs at the
  /// call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence(sequence: sequence.map(transform))
  }

  /// Like ``Publisher/compactMap(_:)``, and stays a `Publishers.Sequence`; `transform` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: (Elements.Element) -> T?) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence(sequence: sequence.compactMap(transform))
  }

  /// Like ``Publisher/scan(_:_:)``, and stays a `Publishers.Sequence`; `nextPartialResult` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Elements.Element) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    let results = sequence.map { element in
      result = nextPartialResult(result, element)
      return result
    }
    return Publishers.Sequence(sequence: results)
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Like ``Publisher/setFailureType(to:)``, and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.Sequence<Elements, E> {
    Publishers.Sequence(sequence: sequence)
  }
}
