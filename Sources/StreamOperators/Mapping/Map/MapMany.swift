public import StreamCore

extension Publisher where Output: Swift.Sequence {
  /// Transforms the members of each element.
  ///
  ///     upstream      --A--B--C--|
  ///     mapMany { $0 * 10 }
  ///     downstream    --D--B--E--|
  ///     A = [1, 2], B = [], C = [3], D = [10, 20], E = [30]
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms a member.
  /// - Returns: A publisher of arrays, one for each element.
  /// - Complexity: O(*n*) for each element, where *n* is the number of its members.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func mapMany<T>(_ transform: @escaping @Sendable (Output.Element) -> T) -> Publishers.Map<Self, [T]> {
    Publishers.Map(upstream: self, transform: MembersTransform<Output, T>(transform: transform).map)
  }

  /// Transforms the members of each element, and drops `nil` results.
  ///
  ///     upstream      --A--B--C--|
  ///     compactMapMany { $0 > 1 ? $0 : nil }
  ///     downstream    --D--E--C--|
  ///     A = [1, 2, 3], B = [1], C = [4], D = [2, 3], E = []
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms a member, or returns `nil` to drop it.
  /// - Returns: A publisher of arrays, one for each element.
  /// - Complexity: O(*n*) for each element, where *n* is the number of its members.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMapMany<T>(
    _ transform: @escaping @Sendable (Output.Element) -> T?
  ) -> Publishers.Map<Self, [T]> {
    Publishers.Map(upstream: self, transform: MembersTransform<Output, T?>(transform: transform).compactMap)
  }
}

/// Transforms the members of a sequence. A structure, since a closure would capture the type of the sequence, which
/// need not be sendable.
@frozen
@usableFromInline
struct MembersTransform<Members: Swift.Sequence, Transformed>: Sendable {
  @usableFromInline let transform: @Sendable (Members.Element) -> Transformed

  @inlinable
  init(transform: @escaping @Sendable (Members.Element) -> Transformed) {
    self.transform = transform
  }

  @Sendable @inlinable
  func map(_ members: Members) -> [Transformed] { members.map(transform) }

  @Sendable @inlinable
  func compactMap<Wrapped>(_ members: Members) -> [Wrapped] where Transformed == Wrapped? {
    members.compactMap(transform)
  }
}
