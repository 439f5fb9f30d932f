public import StreamCore

// Two stages in a row are fused into one that calls both closures. These forms are disfavoured: the compiler chooses
// one only where the context requires the type that it returns.
//
// An optional closure ranks a form behind the general one, which is disfavoured as well.

extension Publishers.CompactMap {
  /// Like ``StreamCore/Publisher/map(_:)->Publishers.Map<Self,T>``, fused with this stage into one `Publishers.CompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Output) -> T)?) -> Publishers.CompactMap<Upstream, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
  }

  /// Like ``StreamCore/Publisher/compactMap(_:)``, fused with this stage into one `Publishers.CompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: (@Sendable (Output) -> T?)?) -> Publishers.CompactMap<Upstream, T> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).flatMap(transform) }
  }
}

extension Publishers.TryCompactMap {
  /// Like ``StreamCore/Publisher/compactMap(_:)``, fused with this stage into one `Publishers.TryCompactMap`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: (@Sendable (Output) -> T?)?) -> Publishers.TryCompactMap<Upstream, T> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    let first = self.transform
    return Publishers.TryCompactMap(upstream: upstream) { try first($0).flatMap(transform) }
  }
}
