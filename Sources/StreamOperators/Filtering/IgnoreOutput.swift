public import StreamCore

extension Publisher {
  /// Drops all elements, and passes the completion on.
  ///
  ///     upstream      --1--2--3--|
  ///     ignoreOutput()
  ///     downstream    -----------|
  ///
  /// - **Demand**: requests unlimited demand from upstream, whatever downstream requests.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher without elements that completes as this one does.
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// A publisher that drops all elements of another.
  @frozen
  public struct IgnoreOutput<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// There are no values.
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are dropped.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Never, S.Failure == Failure {
      upstream.subscribe(IgnoreOutputInner<Upstream.Output, S>(downstream: subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct IgnoreOutputInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream

  @usableFromInline var description: String { "IgnoreOutput" }

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }
}
