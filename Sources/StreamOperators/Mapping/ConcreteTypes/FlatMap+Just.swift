public import StreamCore

// A closure that returns a `Just` is the commonest of those that cannot fail. Which form it takes depends on upstream's
// failure type alone, which is always known, so a chain of many stages stays quick to compile; a form for any publisher
// would be rejected only after the closure has been solved. `KnownElements+Mapping.swift` explains why these forms are
// for one element type, and why their closures are optional.
//
// The second form applies to every upstream, and has to rank behind the first. Each `?` of its closure counts as one
// promotion of a value to an optional; so does each known form of a chain, and each `compactMap { $0 > 0 ? $0 : nil }`.
// The compiler gives a form up early only if it counts more promotions than the best solution so far has in the whole
// chain. 32 of them are more than any chain that people write has.

extension Publisher where Output == Int, Failure == Never {
  /// Like the general `flatMap`, for a closure that returns a `Just`, and tried before it; `nil` traps.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func flatMap<T>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: (@Sendable (Int) -> Just<T>)?
  ) -> Publishers.FlatMap<Just<T>, Self> {
    guard let transform else { preconditionFailure("flatMap needs a closure.") }
    return Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Output == Int {
  /// Like the form above, for an upstream that may fail.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func flatMap<T>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: (@Sendable (Int) -> Just<T>)????????????????????????????????
  ) -> Publishers.FlatMap<Publishers.SetFailureType<Just<T>, Failure>, Self> {
    guard case let transform???????????????????????????????? = transform else {
      preconditionFailure("flatMap needs a closure.")
    }
    return Publishers.FlatMap(
      upstream: self, maxPublishers: maxPublishers, transform: FailureTypeSetting(transform: transform).transformed)
  }
}
