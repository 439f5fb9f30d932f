public import StreamCore

// Two transformations in a row are one, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Publishers.CompactMap {
  /// Transforms what the first transformation makes once more.
  ///
  ///     upstream      --1--x--3--|
  ///     compactMap { Int($0) }.map { $0 + 1 }
  ///     downstream    --2-----4--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: (@Sendable (Output) -> T)?) -> Publishers.CompactMap<Upstream, T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
  }

  /// Transforms what the first transformation makes once more, and leaves out what nothing is made of.
  ///
  ///     upstream      --1--x--3--|
  ///     compactMap { Int($0) }.compactMap { $0 < 3 ? $0 : nil }
  ///     downstream    --1--------|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made, or returns `nil`.
  /// - Returns: One publisher that does both.
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
  /// Transforms what the first transformation makes once more, and leaves out what nothing is made of.
  ///
  ///     upstream      --1--x--3--4--|
  ///     tryCompactMap { $0 != "4" ? Int($0) : throw e }.compactMap { $0 < 3 ? $0 : nil }
  ///     downstream    --1--------#
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either closure cancels upstream and becomes the failure.
  /// - **Threads**: both closures run where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of what the first transformation made, or returns `nil`.
  /// - Returns: One publisher that does both.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: (@Sendable (Output) -> T?)?) -> Publishers.TryCompactMap<Upstream, T> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    let first = self.transform
    return Publishers.TryCompactMap(upstream: upstream) { try first($0).flatMap(transform) }
  }
}
