public import StreamCore

extension Publisher where Output == Bool {
  /// Delivers the opposite of each element.
  ///
  ///     upstream      --t--f--f--|
  ///     toggle()
  ///     downstream    --A--B--B--|
  ///     A = false, B = true
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the opposites.
  @_disfavoredOverload
  @inlinable
  public func toggle() -> Publishers.Map<Self, Bool> {
    Publishers.Map(upstream: self) { !$0 }
  }

  /// Delivers the opposite of each element: another name of ``toggle()``.
  ///
  ///     upstream      --t--f--f--|
  ///     negate()
  ///     downstream    --A--B--B--|
  ///     A = false, B = true
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the opposites.
  @_disfavoredOverload
  @inlinable
  public func negate() -> Publishers.Map<Self, Bool> {
    toggle()
  }
}
