public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether an element satisfies a predicate that may throw.
  ///
  ///     upstream      --1--2--3--4--|
  ///     tryContains { $0 < 3 ? false : throw e }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element satisfies the predicate, cancelling
  ///   upstream, or when upstream finishes.
  /// - **Failure**: passed on, without a result; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element, or throws.
  /// - Returns: A publisher of `true` or `false`.
  @inlinable
  @preconcurrency
  public func tryContains(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that delivers whether an element of another satisfies a predicate that may throw.
  @frozen
  public struct TryContainsWhere<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// Whether an element satisfies the predicate.
    public typealias Output = Bool

    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` for a matching element, or throws.
    public let predicate: @Sendable (Upstream.Output) throws -> Bool

    /// Creates a publisher that delivers whether an element of another satisfies a predicate that may throw.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are tested.
    ///   - predicate: Returns `true` for a matching element, or throws.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      let result = SerialState(false)
      let reducing = ReducingInner<Upstream.Output, S>("TryContainsWhere", to: subscriber) {
        [predicate] input throws(any Error) in
        guard try predicate(input) else { return false }
        result.value = true
        return true
      } complete: {
        result.value
      }
      upstream.subscribe(reducing.widening("TryContainsWhere", from: Upstream.Failure.self))
    }
  }
}

extension Publishers.TryContainsWhere: Sendable where Upstream: Sendable {}
