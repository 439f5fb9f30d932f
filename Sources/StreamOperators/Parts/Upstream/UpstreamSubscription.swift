public import StreamCore
public import Synchronization

/// The subscription that a stage which may end the stream by itself hands downstream.
///
/// It holds the upstream's subscription until the stream ends, and nothing else: not the downstream, so that a
/// subscriber which keeps its subscription for ever keeps nothing alive by it.
@usableFromInline
package final class UpstreamSubscription: StageSubscription, Sendable {
  /// What the subscription says of itself: the name of its operator.
  @usableFromInline package let description: String

  @usableFromInline package let state = Locked(UpstreamState.awaitingSubscription)

  /// Follows `state`, for the value path, which needs to know no more.
  @usableFromInline let flowing = SharedWord(false)

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Whether values may pass.
  @inlinable package var isActive: Bool { flowing.load(ordering: .acquiring) }

  /// Takes the upstream's subscription, or cancels it if there has been one before.
  ///
  /// - Returns: Whether it was taken, so that downstream is to be told.
  @usableFromInline
  package func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = state.withLock { state in
      let isFirst = state.attach(subscription)
      if isFirst { flowing.store(true, ordering: .releasing) }
      return isFirst
    }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// Lets no more values pass, though the stream has not ended yet.
  @inlinable
  package func stopValues() {
    flowing.store(false, ordering: .releasing)
  }

  /// Ends the stream, if it flows.
  ///
  /// - Returns: The upstream's subscription, for the one caller who ended the stream.
  @usableFromInline
  package func terminate() -> SubscriptionObject? {
    state.withLock { state in
      flowing.store(false, ordering: .releasing)
      return state.terminate()
    }
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    if demand != .none { subscription?.request(demand) }
  }

  @usableFromInline
  package func cancel() {
    terminate()?.cancel()
  }

  /// The upstream's subscription, while values flow.
  @usableFromInline package var subscription: SubscriptionObject? { state.withLock { $0.subscription } }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["state": state.value] }
}
