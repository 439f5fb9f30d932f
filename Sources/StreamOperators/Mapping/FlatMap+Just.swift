public import StreamCore

// A closure that returns a `Just` is the commonest of those that cannot fail. Which of these forms it takes follows from upstream's
// failure type alone, which is always known, so that a chain of many stays quick to compile; a form for any publisher is refused
// only when the closure has been solved. Why these forms are for one type of element, and why their closures are optional, is said
// in `KnownElements+Mapping.swift`.
//
// The second form applies to every upstream, and has to rank behind the first. Each `?` of its closure counts as one promotion of a
// value to an optional, as each known form of a chain and each `compactMap { $0 > 0 ? $0 : nil }` do once; and the compiler gives
// a form up early only if it counts more of them than the whole chain does in the best solution so far. With 32 of them, that holds
// for all chains that are written.

extension Publisher where Output == Int, Failure == Never {
  /// Makes a `Just` of each element, and delivers what they hold.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may run at once.
  ///   - transform: Makes a publisher of each element; `nil` traps.
  /// - Returns: A publisher of what they all deliver.
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
  /// Makes a `Just` of each element of a publisher that may fail, and delivers what they hold.
  ///
  /// It does what the general form does; the compiler tries it first, which keeps long chains quick to compile.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may run at once.
  ///   - transform: Makes a publisher of each element; `nil` traps.
  /// - Returns: A publisher of what they all deliver.
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
