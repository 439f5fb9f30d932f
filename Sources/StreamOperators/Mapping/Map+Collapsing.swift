public import StreamCore

// Two transformations in a row are one, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Publishers.Map {
  /// Transforms what the first transformation makes once more.
  ///
  ///     upstream      --1--2--3--|
  ///     map { $0 * 2 }.map { $0 + 1 }
  ///     downstream    --3--5--7--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Output) -> T)?) -> Publishers.Map<Upstream, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    let first = self.transform
    return Publishers.Map(upstream: upstream) { transform(first($0)) }
  }

  /// Transforms what the first transformation makes once more.
  ///
  ///     upstream      --1--2--3--|
  ///     map { $0 * 2 }.tryMap { $0 < 6 ? $0 + 1 : throw e }
  ///     downstream    --3--5--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either closure cancels upstream and becomes the failure.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made, or throws.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Transforms what the first transformation makes once more.
  ///
  ///     upstream      --1--2--3--|
  ///     tryMap { $0 < 3 ? $0 * 2 : throw e }.map { $0 + 1 }
  ///     downstream    --3--5--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either closure cancels upstream and becomes the failure.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Output) -> T)?) -> Publishers.TryMap<Upstream, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { transform(try first($0)) }
  }

  /// Transforms what the first transformation makes once more.
  ///
  ///     upstream      --1--2--3--|
  ///     tryMap { $0 * 2 }.tryMap { $0 < 6 ? $0 + 1 : throw e }
  ///     downstream    --3--5--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either closure cancels upstream and becomes the failure.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made, or throws.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(first($0)) }
  }
}
