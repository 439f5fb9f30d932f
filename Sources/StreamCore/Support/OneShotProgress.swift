/// The progress of a subscription of at most one value; ``OneShotSubscription`` is the rest.
///
/// It is not generic, because downstream calls it through `any Subscription`, whose witness for a generic class would
/// run unspecialised code. For the same reason the types of its properties are not generic: releasing an object looks
/// up the property types that depend on its parameters.
// Sendable: mutable state is accessed under the lock; `phase` lets only one thread at a time call downstream.
@usableFromInline
package class OneShotProgress: StageSubscription, @unchecked Sendable {
  @usableFromInline package let description: String
  @usableFromInline let state: Locked<State>

  /// Delivers an outcome that has waited. It captures nothing.
  @usableFromInline let deliverKept: (OneShotProgress, HiddenSubscriber, AnyObject) -> Void

  @usableFromInline enum Phase {
    case waiting, delivering, ended
  }

  @usableFromInline enum Arrival {
    case nothing, value, completion
  }

  @usableFromInline struct State {
    @usableFromInline var phase = Phase.waiting
    @usableFromInline var arrival = Arrival.nothing
    @usableFromInline var hasDemand = false
    @usableFromInline var handover = Handover()
    @usableFromInline var downstream: HiddenSubscriber?
    @usableFromInline var onCancel: (@Sendable () -> Void)?

    /// The outcome, if it arrived before it was due.
    @usableFromInline var kept: AnyObject?

    @inlinable init(to downstream: HiddenSubscriber?, onCancel: (@Sendable () -> Void)?) {
      (self.downstream, self.onCancel) = (downstream, onCancel)
    }

    /// Begins the delivery, if it is due.
    ///
    /// - Returns: The subscriber to deliver it to.
    @inlinable mutating func begin() -> HiddenSubscriber? {
      guard phase == .waiting, handover.isOver, arrival == .completion || arrival == .value && hasDemand else {
        return nil
      }
      phase = arrival == .value ? .delivering : .ended
      return downstream
    }

    /// Ends the stream, and returns the former state, to be released outside the lock.
    @inlinable mutating func end() -> State {
      var ended = State(to: nil, onCancel: nil)
      ended.phase = .ended
      swap(&ended, &self)
      return ended
    }
  }

  @inlinable
  init(
    _ description: String, to downstream: HiddenSubscriber, onCancel: (@Sendable () -> Void)?,
    deliverKept: @escaping (OneShotProgress, HiddenSubscriber, AnyObject) -> Void
  ) {
    self.description = description
    self.deliverKept = deliverKept
    state = Locked(State(to: downstream, onCancel: onCancel))
  }

  /// The subscriber, until the stream ends.
  @usableFromInline package final var downstream: (any Subscriber)? { state.withLock { $0.downstream }?.hidden }

  @usableFromInline package final var hasEnded: Bool { state.withLock { $0.phase == .ended } }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    deliver { if !$0.handover.withhold(demand) { $0.hasDemand = true } }
  }

  /// Ends the handover, and serves the demand that downstream has requested in its `receive(subscription:)`.
  @usableFromInline final func endHandover() {
    deliver { if $0.handover.end() != .none { $0.hasDemand = true } }
  }

  private func deliver(after change: (inout State) -> Void) {
    let (downstream, kept) = state.withLock { state -> (HiddenSubscriber?, AnyObject?) in
      change(&state)
      return (state.begin(), state.kept)
    }
    if let downstream, let kept { deliverKept(self, downstream, kept) }
  }

  @usableFromInline package final func cancel() {
    end().onCancel?()
  }

  /// Ends the stream, and releases everything.
  @usableFromInline @discardableResult final func end() -> State {
    state.withLock { $0.end() }
  }

  @usableFromInline package final var mirrorChildren: KeyValuePairs<String, Any> {
    ["downstream": downstream as Any, "hasDemand": state.withLock { $0.hasDemand }]
  }
}
