public import StreamCore

extension Publisher {
  /// Republishes the first elements, then finishes.
  ///
  ///     upstream      --1--2   --3--4--|
  ///     prefix(2)
  ///     downstream    --1--(2|)
  ///
  /// - **Demand**: passed upstream unchanged; a length of zero requests nothing.
  /// - **Completion**: right after the last of the elements, when upstream is cancelled; immediately if the
  ///   length is zero.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter maxLength: How many elements to republish, zero or more. A negative number traps.
  /// - Returns: A publisher of the first `maxLength` elements.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    requirePrefixLength(maxLength)
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }
}
