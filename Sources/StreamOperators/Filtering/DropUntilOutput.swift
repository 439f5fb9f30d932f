public import StreamCore
public import StreamParts

extension Publisher {
  /// Leaves out elements until another publisher delivers one.
  ///
  ///     upstream      --1--2--3--4--|
  ///     publisher     -------a
  ///     drop(untilOutputFrom: publisher)
  ///     downstream    --------3--4--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more. `publisher` is asked
  ///   for one.
  /// - **Completion**: passed on unchanged; also when `publisher` finishes without an element.
  /// - **Failure**: passed on unchanged; also that of `publisher`, if it comes before an element of it.
  /// - **Threads**: the two may deliver on any threads; elements are delivered where upstream does.
  ///
  /// - Parameter publisher: Whose first element lets this one's elements pass. It is subscribed to first, and cancelled
  ///   after that element.
  /// - Returns: A publisher of the elements that follow the first element of `publisher`.
  @inlinable
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that leaves out the elements of another until a third delivers one.
  @frozen
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher, ReleasingPublisher
  where Upstream.Failure == Other.Failure {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that either may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose first elements are left out.
    public let upstream: Upstream

    /// The publisher whose first element lets those of `upstream` pass.
    public let other: Other

    /// Makes a publisher that leaves out the elements of another until a third delivers one.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose first elements are left out.
    ///   - other: The publisher whose first element lets those of `upstream` pass.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let gate = TriggeredSubscription("DropUntilOutput")
      subscriber.receive(subscription: gate)
      // First, so that an element which it has at hand lets all of upstream's pass.
      other.subscribe(DropUntilTrigger<Other.Output, S>(downstream: subscriber, gate: gate))
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

/// Whatever ends the trigger before it has fired ends the stream. That cannot overlap an element, since none has
/// passed.
@usableFromInline
struct DropUntilTrigger<Input, Downstream: Subscriber>: TriggerSubscriber {
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
