public import StreamCore
public import StreamParts

extension Publisher where Output: Equatable {
  /// Delivers whether an element is equal to a value.
  ///
  ///     upstream      --1--2--3   --4--|
  ///     contains(3)
  ///     downstream    --------(A|)
  ///     A = true
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element is equal, cancelling upstream, or when
  ///   upstream finishes.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Parameter output: The element to look for.
  /// - Returns: A publisher of `true` or `false`.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that delivers whether an element of another is equal to a value.
  @frozen
  public struct Contains<Upstream: Publisher>: Publisher, ReleasingPublisher where Upstream.Output: Equatable {
    /// Whether an element is equal to the value.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream

    /// The element to look for.
    public let output: Upstream.Output

    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(false)
      upstream.subscribe(
        ReducingInner("Contains", to: subscriber) { [output] input throws(Failure) in
          guard input == output else { return false }
          result.value = true
          return true
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
