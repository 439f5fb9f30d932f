public import StreamCore
public import StreamParts

extension Publisher {
  /// Merges the elements that downstream has not requested yet into one.
  ///
  ///     upstream      -1-2-31-2-|
  ///     conflate(seed: { $0 }) { $0 += $1 }
  ///     demand        1------1-----1
  ///     downstream    -1-----6-----(2|)
  ///
  /// At most one result waits. With demand, each element passes as a result of its own. An element that arrives while
  /// another thread is delivering waits, and may be merged with the next even though downstream has requested more.
  ///
  /// - **Demand**: requests unlimited demand from upstream. While downstream's demand is outstanding, results pass.
  /// - **Completion**: passed on after the result that waits.
  /// - **Failure**: passed on immediately; the result that waits is dropped.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially. The closures run where
  ///   upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - seed: Makes a result of an element.
  ///   - merge: Merges an element into the result that waits.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func conflate<T>(
    seed: @escaping @Sendable (Output) -> T, _ merge: @escaping @Sendable (inout T, Output) -> Void
  ) -> Publishers.ConflateInto<Self, T> {
    ConflateIntoPublisher(upstream: self, seed: seed, merge: merge)
  }
}

/// A publisher that merges the elements of another publisher until downstream requests them.
@frozen
public struct ConflateIntoPublisher<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are merged.
  public let upstream: Upstream

  /// Makes a result of an element.
  public let seed: @Sendable (Upstream.Output) -> Output

  /// Merges an element into the result that waits.
  public let merge: @Sendable (inout Output, Upstream.Output) -> Void

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, seed: @escaping @Sendable (Upstream.Output) -> Output,
    merge: @escaping @Sendable (inout Output, Upstream.Output) -> Void
  ) {
    (self.upstream, self.seed, self.merge) = (upstream, seed, merge)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(ConflateIntoInner(downstream: subscriber, seed: seed, merge: merge))
  }
}

extension ConflateIntoPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``ConflateIntoPublisher``, under a short name that a client's own type overrides.
  public typealias ConflateInto<Upstream: Publisher, Output> = ConflateIntoPublisher<Upstream, Output>
}

/// Merges elements into the result that waits until downstream requests it.
@usableFromInline
struct ConflateIntoInner<Input, Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Output = Downstream.Input
  @usableFromInline typealias Delivery = SerialDelivery<ConflatePolicy<Output, Failure>, Downstream>

  @usableFromInline let delivery: Delivery
  @usableFromInline let seed: @Sendable (Input) -> Output
  @usableFromInline let merge: @Sendable (inout Output, Input) -> Void

  @inlinable
  init(
    downstream: Downstream, seed: @escaping @Sendable (Input) -> Output,
    merge: @escaping @Sendable (inout Output, Input) -> Void
  ) {
    delivery = SerialDelivery("ConflateInto", ConflatePolicy(), to: downstream)
    (self.seed, self.merge) = (seed, merge)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(from: origin, seed: { seed(input) }, merge: { merge(&$0, input) })
  }
}
