public import StreamCore
public import StreamParts

extension Publisher {
  /// Continues with another publisher if this one finishes without an element.
  ///
  ///     upstream      -----|
  ///     other              ^-1--2--|
  ///     ifEmpty(switchTo: other)
  ///     downstream    -------1--2--|
  ///
  /// - **Demand**: passed upstream; if upstream finishes without an element, the outstanding demand is requested from
  ///   the other.
  /// - **Completion**: upstream's after an element, otherwise the other's.
  /// - **Failure**: a failure of upstream or of the other is passed on; a stream that fails does not count as empty.
  /// - **Threads**: subscribes to the other where upstream finishes; delivers where they deliver.
  ///
  /// - Parameter other: The publisher to continue with. It is subscribed to only if upstream is empty.
  /// - Returns: A publisher of upstream's elements, or else of the other's.
  @_disfavoredOverload
  @inlinable
  public func ifEmpty<Other: Publisher>(
    switchTo other: Other
  ) -> Publishers.IfEmpty<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    IfEmptyPublisher(upstream: self, other: other)
  }
}

/// A publisher that continues with another if its upstream is empty.
@frozen
public struct IfEmptyPublisher<Upstream: Publisher, Other: Publisher>: Publisher, ReleasingPublisher
where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may be empty.
  public let upstream: Upstream

  /// The publisher to continue with.
  public let other: Other

  @inlinable
  public init(upstream: Upstream, other: Other) {
    (self.upstream, self.other) = (upstream, other)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(IfEmptyInner(downstream: subscriber, other: other))
  }
}

extension IfEmptyPublisher: Sendable where Upstream: Sendable, Other: Sendable {}
extension IfEmptyPublisher: Equatable where Upstream: Equatable, Other: Equatable {}

extension PublisherNames {
  /// ``IfEmptyPublisher``, under a short name that a client's own type overrides.
  public typealias IfEmpty<Upstream: Publisher, Other: Publisher> = IfEmptyPublisher<Upstream, Other>
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure
}

/// Passes upstream's elements on, and subscribes to the other if there was none.
@usableFromInline
struct IfEmptyInner<Other: Publisher, Downstream: Subscriber>: ArbitratedInner
where Other.Output == Downstream.Input, Other.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let other: Other
  @usableFromInline let arbiter = SubscriptionArbiter("IfEmpty")
  @usableFromInline let isEmpty = SerialState(true)

  @inlinable
  init(downstream: Downstream, other: Other) {
    (self.downstream, self.other) = (downstream, other)
  }

  @inlinable var epoch: Int { 0 }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard arbiter.takeOne(epoch: 0) else { return .none }
    isEmpty.value = false
    return arbiter.add(downstream.receive(input))
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard let next = arbiter.endEpoch(0) else { return FailureHook.report(late: completion, at: arbiter) }
    if case .finished = completion, isEmpty.value {
      other.subscribe(
        FinalArbitratedInner<Failure, Downstream>(downstream: downstream, arbiter: arbiter, epoch: next) { $0 })
    } else {
      arbiter.end(downstream, with: completion)
    }
  }
}
