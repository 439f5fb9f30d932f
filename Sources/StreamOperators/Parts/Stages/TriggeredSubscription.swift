public import StreamCore
public import Synchronization

/// The subscription of a stage with two upstreams: the publisher of the elements, and a trigger that opens or ends
/// their stream.
///
/// It retains the subscriptions of both upstreams until the stream ends, but not downstream: a subscriber that keeps
/// its subscription after the end retains nothing by it (rule 7).
///
/// The trigger and the elements may arrive on different threads. If the trigger fires during a delivery, the
/// completion must not overlap with it (rule 3), and neither thread may wait. So ``word`` holds the trigger and the
/// number of deliveries: the trigger's thread ends the stream if there is none in progress, and otherwise the thread
/// of the last delivery does, when that returns.
@usableFromInline
package final class TriggeredSubscription: StageSubscription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = MirroredState(State())

  /// Bit 0: the trigger has fired. The other bits count the deliveries in progress, which are nested if upstream sends
  /// re-entrantly. The count is used by the stages that end when the trigger fires.
  @usableFromInline package let word = SharedWord<UInt>(0)

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  // MARK: Upstream

  /// Whether upstream has sent its subscription, and the stream has not ended.
  @inlinable package var isActive: Bool { state.mirror != 0 }

  /// Takes upstream's subscription, and requests the demand recorded so far; cancels it if the stream has ended, or if
  /// it is a second one (rule 1).
  @usableFromInline
  package func attach(_ subscription: any Subscription) {
    let demand: Subscribers.Demand? = state.change { state in
      guard !state.isEnded, state.upstream.attach(subscription) else { return nil }
      return state.demand
    }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// Ends the stream because upstream has completed, and cancels the trigger.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func upstreamEnded() -> Bool {
    guard isActive, let ended = end() else { return false }
    ended.trigger?.cancel()
    return true
  }

  /// Cancels upstream, whose elements pass no longer, before the stream ends.
  @usableFromInline
  package func cancelUpstream() {
    state.change { $0.upstream.terminate() }?.cancel()
  }

  // MARK: Trigger

  /// Takes the trigger's subscription, and requests one value; cancels it if the stream has ended, or if it is a
  /// second one.
  @usableFromInline
  package func attachTrigger(_ subscription: any Subscription) {
    let isTaken = state.withLock { state in !state.isEnded && state.trigger.attach(subscription) }
    if isTaken { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  /// Terminates the trigger, so that only its first signal has an effect.
  ///
  /// - Returns: Its subscription; `nil` if the trigger has been terminated before, or has not sent it.
  @usableFromInline
  package func takeTrigger() -> (any Subscription)? {
    state.withLock { $0.trigger.terminate() }
  }

  @inlinable package var hasFired: Bool { word.load(ordering: .acquiring) & 1 != 0 }

  /// Marks that the trigger has fired.
  ///
  /// - Returns: Whether no delivery is in progress, so that the trigger's thread must end the stream.
  @usableFromInline
  package func fire() -> Bool {
    word.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue < 2
  }

  /// Begins a delivery. The caller must call ``endDelivery()``, whatever the result.
  ///
  /// - Returns: Whether the value may be delivered: not after the trigger has fired.
  @inlinable
  package func beginDelivery() -> Bool {
    word.wrappingAdd(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0
  }

  /// Ends a delivery.
  ///
  /// - Returns: Whether the trigger has fired and this was the last delivery in progress, so that the caller must end
  ///   the stream.
  @inlinable
  package func endDelivery() -> Bool {
    word.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1
  }

  // MARK: Downstream

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    // Recorded or passed on in one locked step, so that a demand reaches upstream either from here or from `attach`.
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

  /// Ends the stream, and cancels both upstreams. Two threads may call it at the end; the first one completes
  /// downstream.
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

    /// Demand that downstream has requested before upstream sent its subscription.
    var demand = Subscribers.Demand.none
    var isEnded = false

    /// Not zero while upstream's values are passed on.
    @usableFromInline var mirror: UInt { upstream.isActive && !isEnded ? 1 : 0 }
  }
}
