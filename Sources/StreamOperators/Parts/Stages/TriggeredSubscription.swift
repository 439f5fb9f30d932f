public import StreamCore
public import Synchronization

/// The subscription of a stage whose stream a second publisher, the trigger, opens or ends.
///
/// It holds the two upstreams' subscriptions until the stream ends, and nothing else: not the downstream, so that a
/// subscriber which keeps its subscription for ever keeps nothing alive by it.
@usableFromInline
package final class TriggeredSubscription: StageSubscription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = MirroredState(State())

  /// Bit 0: the trigger has fired. The rest counts the deliveries under way, for stages that end when it fires.
  @usableFromInline package let word = SharedWord<UInt>(0)

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  // MARK: Upstream

  /// Whether upstream has begun, and the stream has not ended.
  @inlinable package var isActive: Bool { state.mirror != 0 }

  /// Takes upstream's subscription, and asks it for what has been asked for; cancels it if it comes too late, or is one
  /// too many.
  @usableFromInline
  package func attach(_ subscription: any Subscription) {
    let demand: Subscribers.Demand? = state.change { state in
      guard !state.isEnded, state.upstream.attach(subscription) else { return nil }
      return state.demand
    }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// Ends the stream since upstream has ended.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func upstreamEnded() -> Bool {
    guard isActive, let ended = end() else { return false }
    ended.trigger?.cancel()
    return true
  }

  // MARK: Trigger

  /// Takes the trigger's subscription, and asks it for the one value that matters.
  @usableFromInline
  package func attachTrigger(_ subscription: any Subscription) {
    let isTaken = state.withLock { state in !state.isEnded && state.trigger.attach(subscription) }
    if isTaken { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  /// Ends the part of the trigger.
  ///
  /// - Returns: Its subscription, unless its part had ended before.
  @usableFromInline
  package func takeTrigger() -> (any Subscription)? {
    state.withLock { $0.trigger.terminate() }
  }

  @inlinable package var hasFired: Bool { word.load(ordering: .acquiring) & 1 != 0 }

  /// Marks that the trigger has fired.
  ///
  /// - Returns: Whether no delivery is under way.
  @usableFromInline
  package func fire() -> Bool {
    word.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue < 2
  }

  /// Begins a delivery, to be ended by ``endDelivery()`` in any case.
  ///
  /// - Returns: Whether the value may go downstream: not once the trigger has fired.
  @inlinable
  package func beginDelivery() -> Bool {
    word.wrappingAdd(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0
  }

  /// - Returns: Whether the trigger has fired meanwhile, so that the stream is to be ended.
  @inlinable
  package func endDelivery() -> Bool {
    word.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1
  }

  // MARK: Downstream

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let upstream: (any Subscription)? = state.withLock { state in
      if state.upstream.phase == .awaitingSubscription { state.demand += demand }
      return state.upstream.subscription
    }
    upstream?.request(demand)
  }

  @usableFromInline
  package func cancel() {
    _ = terminate()
  }

  /// Ends the stream, and cancels both upstreams.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func terminate() -> Bool {
    guard let ended = end() else { return false }
    ended.upstream?.cancel()
    ended.trigger?.cancel()
    return true
  }

  private func end() -> (upstream: (any Subscription)?, trigger: (any Subscription)?)? {
    state.change { state in
      guard !state.isEnded else { return nil }
      state.isEnded = true
      return (state.upstream.terminate(), state.trigger.terminate())
    }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "trigger": state.trigger, "hasFired": hasFired]
  }
}

extension TriggeredSubscription {
  @usableFromInline
  struct State: MirroredByWord {
    var upstream = UpstreamState.awaitingSubscription
    var trigger = UpstreamState.awaitingSubscription

    /// What downstream has asked for before upstream began.
    var demand = Subscribers.Demand.none
    var isEnded = false

    /// Not zero while upstream's values count.
    @usableFromInline var mirror: UInt { upstream.isActive && !isEnded ? 1 : 0 }
  }
}
