public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the newest element when downstream requests one; what came before it, and was not requested, is left out.
  ///
  ///     upstream      -1-2-34-5-|
  ///     conflate()
  ///     demand        1------1-----1
  ///     downstream    -1-----4-----(5|)
  ///
  /// One element waits at most. An element that comes while another thread delivers waits, too, so that a newer one may
  /// take its place then although downstream has requested more. Skipped elements are not reported to the `DropHook`.
  ///
  /// - **Demand**: requests unlimited demand from upstream. While downstream's demand is outstanding, elements pass.
  /// - **Completion**: passed on after the element that waits.
  /// - **Failure**: passed on immediately; the element that waits is dropped.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially.
  ///
  /// - Returns: A publisher of the elements that downstream has time for.
  @_disfavoredOverload
  @inlinable
  public func conflate() -> Publishers.Conflate<Self> {
    ConflatePublisher(upstream: self)
  }
}

/// A publisher that leaves out the elements of another which downstream has no time for.
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
