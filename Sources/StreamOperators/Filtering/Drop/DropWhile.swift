public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements until one fails a test; that one and all that follow are republished.
  ///
  ///     upstream      --1--2--7--3--|
  ///     drop(while: { $0 < 5 })
  ///     downstream    --------7--3--|
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock, and not again once it has returned
  ///   `false`.
  ///
  /// - Parameter predicate: Returns `true` as long as elements should be dropped.
  /// - Returns: A publisher of the elements from the first that fails `predicate` on.
  @inlinable
  @preconcurrency
  public func drop(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the elements of another until one fails a test.
  @frozen
  public struct DropWhile<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose first elements are dropped.
    public let upstream: Upstream

    /// Returns `true` as long as elements should be dropped.
    public let predicate: @Sendable (Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let isOpen = SerialState(false)
      upstream.subscribe(
        SelectingInner("DropWhile", to: subscriber) { [predicate] input throws(Failure) in
          if !isOpen.value, predicate(input) { return .drop }
          isOpen.value = true
          return .pass
        })
    }
  }
}

extension Publishers.DropWhile: Sendable where Upstream: Sendable {}
