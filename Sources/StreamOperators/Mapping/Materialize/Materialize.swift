public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the signals of upstream as elements, its end included, and then finishes.
  ///
  ///     upstream      --1--2--#
  ///     materialize()
  ///     downstream    --A--B--(C|)
  ///     A = input(1), B = input(2), C = failure(#)
  ///
  /// `dematerialize()` is the way back.
  ///
  /// - **Demand**: passed upstream unchanged; without demand, the signal of the end waits. The signal of the
  ///   subscription uses up the first demand; nothing is requested from upstream before it has been delivered.
  /// - **Completion**: delivered as an element, after which the stream finishes.
  /// - **Failure**: delivered as an element, after which the stream finishes: it never fails.
  /// - **Threads**: delivers where upstream does; the signal of the end where downstream requests it, if it had to
  ///   wait.
  ///
  /// - Parameter includingSubscription: Whether the first element is the signal of the subscription.
  /// - Returns: A publisher of signals.
  @_disfavoredOverload
  @inlinable
  public func materialize(includingSubscription: Bool = false) -> Publishers.Materialize<Self> {
    Publishers.Materialize(upstream: self, includingSubscription: includingSubscription)
  }
}

/// A publisher that delivers the signals of another as elements.
@frozen
public struct MaterializePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// A signal of upstream.
  public typealias Output = StreamSignal<Upstream.Output, Upstream.Failure>

  /// A failure is an element.
  public typealias Failure = Never

  /// The publisher whose signals are delivered.
  public let upstream: Upstream

  /// Whether the first element is the signal of the subscription.
  public let includingSubscription: Bool

  @inlinable
  public init(upstream: Upstream, includingSubscription: Bool) {
    self.upstream = upstream
    self.includingSubscription = includingSubscription
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(
      SignalInner<Upstream.Output, Upstream.Failure, S>(
        "Materialize", to: subscriber, first: includingSubscription ? .subscription : nil,
        element: { .input($0) }, lastElement: { .completion($0) }))
  }
}

extension PublisherNames {
  /// ``MaterializePublisher``, under a short name that a client's own type overrides.
  public typealias Materialize<Upstream: Publisher> = MaterializePublisher<Upstream>
}

extension MaterializePublisher: Equatable where Upstream: Equatable {}

extension MaterializePublisher: Sendable where Upstream: Sendable {}
