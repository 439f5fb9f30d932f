public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until one fails a test, then finishes.
  ///
  ///     upstream      --1--2--7--3--|
  ///     prefix(while: { $0 < 5 })
  ///     downstream    --1--2--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: finishes at the first element that fails, which is not delivered, and cancels upstream.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` as long as elements should be republished.
  /// - Returns: A publisher of the elements before the first that fails `predicate`.
  @inlinable
  @preconcurrency
  public func prefix(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of another until one fails a test.
  @frozen
  public struct PrefixWhile<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` as long as elements should be republished.
    public let predicate: @Sendable (Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        SelectingInner("PrefixWhile", to: subscriber) { [predicate] input throws(Failure) in
          predicate(input) ? .pass : .finish
        })
    }
  }
}

extension Publishers.PrefixWhile: Sendable where Upstream: Sendable {}
