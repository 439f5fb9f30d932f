public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements into one value with a closure that changes it in place and may throw, and delivers the
  /// result.
  ///
  ///     upstream      --1--2--0--3--|
  ///     tryReduce(into: [Int]()) { guard $1 > 0 else { throw MarbleFailure() }; $0.append($1) }
  ///     downstream    --------#
  ///
  /// An array grows in place; `tryReduce` copies it for each element.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result; without an element, the result is `initial`.
  /// - **Failure**: passed on, without a result; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `update` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initial: The value to accumulate the first element into, for each subscription.
  ///   - update: Accumulates an element, or throws.
  /// - Returns: A publisher of the accumulated value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T>(
    into initial: T, _ update: @escaping @Sendable (inout T, Output) throws -> Void
  ) -> Publishers.TryReduceInto<Self, T> {
    Publishers.TryReduceInto(upstream: self, initial: initial, update: update)
  }
}

/// A publisher that accumulates the elements of another in place with a closure that may throw, and delivers the
/// result.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// `Publishers.TryReduceInto`, it is `any Error`.
@frozen
public struct TryReduceIntoPublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  /// The value to accumulate the first element into.
  public let initial: Output

  /// Accumulates an element, or throws.
  public let update: @Sendable (inout Output, Upstream.Output) throws(Failure) -> Void

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, initial: Output, update: @escaping @Sendable (inout Output, Upstream.Output) throws -> Void
  ) where Failure == any Error {
    self.init(upstream, initial: initial, update: update)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(
    _ upstream: Upstream, initial: Output,
    update: @escaping @Sendable (inout Output, Upstream.Output) throws(Failure) -> Void
  ) {
    self.upstream = upstream
    self.initial = initial
    self.update = update
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let result = SerialState<Output?>(initial)
    let reducing = ReducingInner<Upstream.Output, S>("TryReduceInto", to: subscriber) {
      [update] input throws(Failure) in
      _ = try result.lend { value throws(Failure) in try update(&value, input) }
      return false
    } complete: {
      result.value
    }
    upstream.subscribe(reducing.receivingFailures("TryReduceInto", of: Upstream.Failure.self))
  }
}

extension PublisherNames {
  /// ``TryReduceIntoPublisher``, with the failure type `any Error`, under a short name that a client's own type
  /// overrides.
  public typealias TryReduceInto<Upstream: Publisher, Output> = TryReduceIntoPublisher<Upstream, Output, any Error>
}

extension TryReduceIntoPublisher: Sendable where Upstream: Sendable, Output: Sendable {}
