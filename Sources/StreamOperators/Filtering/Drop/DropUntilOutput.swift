public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements until another publisher delivers one.
  ///
  ///     upstream      --1--2--3--4--|
  ///     trigger       -------x-------
  ///     drop(untilOutputFrom: trigger)
  ///     downstream    --------3--4--|
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more. One element is
  ///   requested from `publisher`.
  /// - **Completion**: passed on unchanged; also when `publisher` finishes without an element.
  /// - **Failure**: passed on unchanged; so is a failure of `publisher` before its first element.
  /// - **Threads**: the two may deliver on different threads; elements are delivered where upstream delivers.
  ///
  /// - Parameter publisher: The publisher whose first element opens the stream. It is subscribed to before this one,
  ///   and cancelled after that element.
  /// - Returns: A publisher of the elements that follow the first element of `publisher`.
  @inlinable
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that drops the elements of another until a third delivers one.
  @frozen
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher, ReleasingPublisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose first elements are dropped.
    public let upstream: Upstream

    /// The publisher whose first element opens the stream.
    public let other: Other

    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let gate = TriggeredSubscription("DropUntilOutput")
      subscriber.receive(subscription: gate)
      // The trigger is subscribed to first: if it delivers an element inside `subscribe(_:)`, none of upstream's
      // elements is dropped.
      other.subscribe(DropUntilTriggerInner<Other.Output, S>(downstream: subscriber, gate: gate))
      upstream.subscribe(DropUntilInner(downstream: subscriber, gate: gate))
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}

@usableFromInline
struct DropUntilInner<Downstream: Subscriber>: TriggeredInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription

  @inlinable
  init(downstream: Downstream, gate: TriggeredSubscription) {
    self.downstream = downstream
    self.gate = gate
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    return gate.hasFired ? downstream.receive(input) : .max(1)
  }
}

/// Completes the stream if the trigger completes before its first element. That completion needs no handover between
/// threads: until the trigger fires no element is delivered, so it cannot overlap one.
@usableFromInline
struct DropUntilTriggerInner<Input, Downstream: Subscriber>: TriggerInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription

  @inlinable
  init(downstream: Downstream, gate: TriggeredSubscription) {
    self.downstream = downstream
    self.gate = gate
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    if let ended = gate.takeTrigger() {
      _ = gate.fire()
      ended.cancel()
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if gate.takeTrigger() != nil { end(completion) }
  }
}
