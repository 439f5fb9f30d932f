public import StreamCore

// Two stages in a row are fused into one that calls both closures. These forms are disfavoured: the compiler chooses
// one only where the context requires the type that it returns.

extension Publishers.CompactMap {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, fused with this stage into one
  /// `Publishers.CompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
  }

  /// Like ``StreamCore/Publisher/compactMap(_:)``, fused with this stage into one `Publishers.CompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).flatMap(transform) }
  }
}

extension Publishers.TryCompactMap {
  /// Like ``StreamCore/Publisher/compactMap(_:)``, fused with this stage into one `Publishers.TryCompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryCompactMap(upstream: upstream) { try first($0).flatMap(transform) }
  }
}
