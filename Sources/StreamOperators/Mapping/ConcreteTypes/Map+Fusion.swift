public import StreamCore

// Two stages in a row are fused into one that calls both closures. These forms are disfavoured: the compiler chooses
// one only where the context requires the type that it returns.

extension Publishers.Map {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, fused with this stage into one `Publishers.Map`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map(upstream: upstream) { transform(first($0)) }
  }

  /// Like ``StreamCore/Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, fused with this stage into one
  /// `Publishers.TryMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, fused with this stage into one `Publishers.TryMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { transform(try first($0)) }
  }

  /// Like ``StreamCore/Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, fused with this stage into one
  /// `Publishers.TryMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(first($0)) }
  }
}
