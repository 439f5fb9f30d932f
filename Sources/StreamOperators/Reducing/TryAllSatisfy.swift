public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether all elements satisfy a predicate that may throw.
  ///
  ///     upstream      --1--2--3--4--|
  ///     tryAllSatisfy { $0 < 3 ? true : throw e }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element does not satisfy the predicate,
  ///   cancelling upstream, or when upstream finishes.
  /// - **Failure**: passed on, without a result; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for an element that meets the condition, or throws.
  /// - Returns: A publisher of `true` or `false`; of `true`, if there was no element.
  @inlinable
  @preconcurrency
  public func tryAllSatisfy(
    _ predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that delivers whether all elements of another satisfy a predicate that may throw.
  @frozen
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// Whether all elements satisfy the predicate.
    public typealias Output = Bool

    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` for an element that meets the condition, or throws.
    public let predicate: @Sendable (Upstream.Output) throws -> Bool

    /// Creates a publisher that delivers whether all elements of another satisfy a predicate that may throw.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are tested.
    ///   - predicate: Returns `true` for an element that meets the condition, or throws.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      let result = SerialState(true)
      let reducing = ReducingInner<Upstream.Output, S>("TryAllSatisfy", to: subscriber) {
        [predicate] input throws(any Error) in
        guard try predicate(input) else {
          result.value = false
          return true
        }
        return false
      } complete: {
        result.value
      }
      upstream.subscribe(reducing.widening("TryAllSatisfy", from: Upstream.Failure.self))
    }
  }
}

extension Publishers.TryAllSatisfy: Sendable where Upstream: Sendable {}
