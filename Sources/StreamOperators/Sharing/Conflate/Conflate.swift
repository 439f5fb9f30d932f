public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the newest element when downstream requests one, and skips older elements that were not requested.
  ///
  ///     upstream      -1-2-34-5-|
  ///     conflate()
  ///     demand        1------1-----1
  ///     downstream    -1-----4-----(5|)
  ///
  /// At most one element waits. An element that arrives while another thread is delivering also waits, so a newer one
  /// may replace it even though downstream has requested more. Skipped elements are not reported to the `DropHook`.
  ///
  /// - **Demand**: requests unlimited demand from upstream. While downstream's demand is outstanding, elements pass.
  /// - **Completion**: passed on after the element that waits.
  /// - **Failure**: passed on immediately; the element that waits is dropped.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially.
  ///
  /// - Returns: A publisher of the elements that are not skipped.
  @_disfavoredOverload
  @inlinable
  public func conflate() -> Publishers.Conflate<Self> {
    ConflatePublisher(upstream: self)
  }
}

/// A publisher that skips elements of another when downstream is slow.
@frozen
public struct ConflatePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose newest elements are delivered.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(ConflateInner(downstream: subscriber))
  }
}

extension ConflatePublisher: Sendable where Upstream: Sendable {}

extension ConflatePublisher: Equatable where Upstream: Equatable {}

extension PublisherNames {
  /// ``ConflatePublisher``, under a short name that a client's own type overrides.
  public typealias Conflate<Upstream: Publisher> = ConflatePublisher<Upstream>
}

/// Keeps the newest element until downstream requests it.
@usableFromInline
struct ConflateInner<Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SerialDelivery<ConflatePolicy<Downstream.Input, Downstream.Failure>, Downstream>

  @inlinable
  init(downstream: Downstream) {
    delivery = SerialDelivery("Conflate", ConflatePolicy(), to: downstream)
  }
}
