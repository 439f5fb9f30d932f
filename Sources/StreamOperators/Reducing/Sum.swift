public import StreamCore

extension Publisher where Output: AdditiveArithmetic {
  /// Delivers the sum of all elements.
  ///
  ///     upstream      --1--2--3--|
  ///     sum()
  ///     downstream    -----------(6|)
  ///
  /// A running sum is `scan(0, +)`. Integers trap where `+` does; for floating-point numbers of very different sizes
  /// see `statistics()`, whose mean does not lose the small ones.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the sum waits for downstream's demand.
  /// - **Completion**: right after the sum, when upstream has finished; the sum of an empty stream is zero.
  /// - **Failure**: passed on, without a sum.
  /// - **Threads**: adds and delivers where upstream delivers.
  ///
  /// - Returns: A publisher of the sum.
  @_disfavoredOverload
  @inlinable
  public func sum() -> Publishers.Reduce<Self, Output> {
    reduce(.zero, Addition<Output>().sum)
  }
}

/// A method instead of a closure, which would capture the generic type.
@usableFromInline
struct Addition<Number: AdditiveArithmetic>: Sendable {
  @inlinable init() {}

  @inlinable
  @Sendable
  func sum(_ one: Number, _ other: Number) -> Number { one + other }
}
