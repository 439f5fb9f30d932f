public import StreamCore

extension Publisher {
  /// Drops `nil`, and unwraps the other elements.
  ///
  ///     upstream      --1--x--3--y--5--|
  ///     map { Int($0) }.compacted()
  ///     downstream    --1-----3-----5--|
  ///
  /// Only one level of optional is taken off.
  ///
  /// - **Demand**: passed upstream, with one more for each `nil`.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the elements that are not `nil`.
  @_disfavoredOverload
  @inlinable
  public func compacted<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? {
    Publishers.CompactMap(upstream: self) { $0 }
  }
}
