public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements into one value with a closure that changes it in place, and delivers the value after
  /// each.
  ///
  ///     upstream      --a--b--a--|
  ///     scan(into: []) { $0.append($1) }
  ///     downstream    --A--B--C--|
  ///     A = ["a"], B = ["a", "b"], C = ["a", "b", "a"]
  ///
  /// An array grows in place, as long as nothing downstream keeps what it has received: `scan` copies it each time.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; without an element there is no result.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `update` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initial: The value to accumulate the first element into, for each subscription; it is not delivered itself.
  ///   - update: Accumulates an element.
  /// - Returns: A publisher of the accumulated value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func scan<T>(
    into initial: T, _ update: @escaping @Sendable (inout T, Output) -> Void
  ) -> Publishers.ScanInto<Self, T> {
    Publishers.ScanInto(upstream: self, initial: initial, update: update)
  }
}

/// A publisher that accumulates the elements of another in place, and delivers the result after each.
@frozen
public struct ScanIntoPublisher<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  /// The value to accumulate the first element into.
  public let initial: Output

  /// Accumulates an element.
  public let update: @Sendable (inout Output, Upstream.Output) -> Void

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, initial: Output, update: @escaping @Sendable (inout Output, Upstream.Output) -> Void)
  {
    self.upstream = upstream
    self.initial = initial
    self.update = update
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      StatefulInner("ScanInto", to: subscriber, state: initial) { [update] in
        update(&$0, $1)
        return $0
      })
  }
}

extension PublisherNames {
  /// ``ScanIntoPublisher``, under a short name that a client's own type overrides.
  public typealias ScanInto<Upstream: Publisher, Output> = ScanIntoPublisher<Upstream, Output>
}

extension ScanIntoPublisher: Sendable where Upstream: Sendable, Output: Sendable {}
