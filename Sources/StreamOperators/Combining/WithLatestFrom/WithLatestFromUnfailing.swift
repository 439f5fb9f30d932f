public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the latest element of another publisher, which cannot fail.
  ///
  ///     upstream      -1--2---3-4|
  ///     other         ---a--b----|
  ///     withLatestFrom(other)
  ///     downstream    ----A---B-C|
  ///     A = (2, "a"), B = (3, "b"), C = (4, "b")
  ///
  /// - **Demand**: as for a publisher of the same failure type.
  /// - **Completion**: as for a publisher of the same failure type.
  /// - **Failure**: a failure of upstream cancels `other` and is passed on.
  /// - **Threads**: as for a publisher of the same failure type.
  ///
  /// - Parameter other: The publisher of the second elements. It is subscribed to before upstream.
  /// - Returns: A publisher of pairs.
  @_disfavoredOverload
  @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>, (Output, P.Output)>
  where P.Failure == Never {
    Publishers.WithLatestFrom(upstream: self, other: Publishers.SetFailureType(upstream: other)) { ($0, $1) }
  }

  /// Combines each element with the latest element of another publisher, which cannot fail.
  ///
  ///     upstream      -1--2---3-4|
  ///     other         ---5--6----|
  ///     withLatestFrom(other) { $0 + $1 }
  ///     downstream    ----7---9-A|
  ///     A = 10
  ///
  /// - **Demand**: as for a publisher of the same failure type.
  /// - **Completion**: as for a publisher of the same failure type.
  /// - **Failure**: a failure of upstream cancels `other` and is passed on.
  /// - **Threads**: as for a publisher of the same failure type.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements. It is subscribed to before upstream.
  ///   - resultSelector: Combines two elements.
  /// - Returns: A publisher of the results of `resultSelector`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withLatestFrom<P: Publisher, R>(
    _ other: P, resultSelector: @escaping @Sendable (Output, P.Output) -> R
  ) -> Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>, R> where P.Failure == Never {
    Publishers.WithLatestFrom(
      upstream: self, other: Publishers.SetFailureType(upstream: other), resultSelector: resultSelector)
  }
}

// If neither can fail, the forms above and those for publishers of the same failure type would be ambiguous. The forms
// below are more specialised, and resolve that.
extension Publisher where Failure == Never {
  /// ``withLatestFrom(_:)`` where neither can fail.
  ///
  /// - Parameter other: The publisher of the second elements. It is subscribed to before upstream.
  /// - Returns: A publisher of pairs.
  @_disfavoredOverload
  @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P, (Output, P.Output)> where P.Failure == Never {
    Publishers.WithLatestFrom(upstream: self, other: other) { ($0, $1) }
  }

  /// ``withLatestFrom(_:resultSelector:)`` where neither can fail.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements. It is subscribed to before upstream.
  ///   - resultSelector: Combines two elements.
  /// - Returns: A publisher of the results of `resultSelector`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withLatestFrom<P: Publisher, R>(
    _ other: P, resultSelector: @escaping @Sendable (Output, P.Output) -> R
  ) -> Publishers.WithLatestFrom<Self, P, R> where P.Failure == Never {
    Publishers.WithLatestFrom(upstream: self, other: other, resultSelector: resultSelector)
  }
}
