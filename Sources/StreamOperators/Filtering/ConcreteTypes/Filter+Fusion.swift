public import StreamCore

// Two stages in a row are fused into one that calls both closures. These forms are disfavoured: the compiler chooses
// one only where the context requires the type that it returns.

extension Publishers.Filter {
  /// Like ``StreamCore/Publisher/filter(_:)``, fused with this stage into one `Publishers.Filter`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.Filter(upstream: upstream) { earlier($0) && isIncluded($0) }
  }

  /// Like ``StreamCore/Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, fused with this stage into one
  /// `Publishers.TryFilter`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  /// Like ``StreamCore/Publisher/filter(_:)``, fused with this stage into one `Publishers.TryFilter`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }

  /// Like ``StreamCore/Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, fused with this stage into one
  /// `Publishers.TryFilter`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }
}
