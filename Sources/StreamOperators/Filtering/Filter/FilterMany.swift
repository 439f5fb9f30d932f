public import StreamCore
public import StreamParts

extension Publisher where Output: RangeReplaceableCollection {
  /// Drops members of each element.
  ///
  ///     upstream      -A---B---C--|
  ///     filterMany { $0.isMultiple(of: 2) }
  ///     downstream    -D---E---F--|
  ///     A = [1, 2], B = [3], C = [4, 5, 6], D = [2], E = [], F = [4, 6]
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `isIncluded` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for the members that stay.
  /// - Returns: A publisher of collections of the same type, one for each element, even if nothing of it stays.
  /// - Complexity: O(*n*) for each element, where *n* is the number of its members.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func filterMany(
    _ isIncluded: @escaping @Sendable (Output.Element) -> Bool
  ) -> Publishers.FilterMany<Self> {
    Publishers.FilterMany(upstream: self, isIncluded: isIncluded)
  }
}

/// A publisher that drops members of the elements of another.
@frozen
public struct FilterManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: RangeReplaceableCollection {
  /// The kind of collection that upstream delivers.
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are filtered.
  public let upstream: Upstream

  /// Returns `true` for the members that stay.
  public let isIncluded: @Sendable (Upstream.Output.Element) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output.Element) -> Bool) {
    self.upstream = upstream
    self.isIncluded = isIncluded
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      MappingInner<Output, S>("FilterMany", to: subscriber) { [isIncluded] in $0.filter(isIncluded) })
  }
}

extension PublisherNames {
  /// ``FilterManyPublisher``, under a short name that a client's own type overrides.
  public typealias FilterMany<Upstream: Publisher> = FilterManyPublisher<Upstream>
  where Upstream.Output: RangeReplaceableCollection
}

extension FilterManyPublisher: Sendable where Upstream: Sendable {}
