public import StreamCore

extension Publisher {
  /// Delivers a value for each element.
  ///
  ///     upstream      --a--b--c--|
  ///     mapToValue(1)
  ///     downstream    --1--1--1--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter value: The value, which is the same for all subscriptions.
  /// - Returns: A publisher that delivers the value once for each element.
  @_disfavoredOverload
  @inlinable
  public func mapToValue<T: Sendable>(_ value: T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self) { _ in value }
  }

  /// Delivers `()` for each element.
  ///
  ///     upstream      --a--b--c--|
  ///     mapToVoid()
  ///     downstream    --A--A--A--|
  ///     A = ()
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher that delivers `()` once for each element.
  @_disfavoredOverload
  @inlinable
  public func mapToVoid() -> Publishers.Map<Self, Void> {
    Publishers.Map(upstream: self) { _ in }
  }
}
