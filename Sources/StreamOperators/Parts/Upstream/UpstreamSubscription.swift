public import StreamCore

/// The subscription that a stage which may end the stream by itself hands downstream.
///
/// It holds the upstream's subscription until the stream ends, and nothing else: not the downstream, so that a
/// subscriber which keeps its subscription for ever keeps nothing alive by it.
@usableFromInline
package final class UpstreamSubscription: StageSubscription, Sendable {
  /// What the subscription says of itself: the name of its operator.
  @usableFromInline package let description: String

  @usableFromInline let state = MirroredState(State())

  @usableFromInline
  struct State: MirroredByWord {
    @usableFromInline var upstream = UpstreamState.awaitingSubscription
    @usableFromInline var passesValues = true

    @usableFromInline
    init() {}

    /// Not zero while values may pass.
    @inlinable var mirror: UInt { upstream.isActive && passesValues ? 1 : 0 }
  }

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Whether values may pass.
  @inlinable package var isActive: Bool { state.mirror != 0 }

  /// Takes the upstream's subscription, or cancels it if there has been one before.
  ///
  /// - Returns: Whether it was taken, so that downstream is to be told.
  @usableFromInline
  package func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = state.change { $0.upstream.attach(subscription) }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// Lets no more values pass, though the stream has not ended yet.
  @inlinable
  package func stopValues() {
    state.change { $0.passesValues = false }
  }

  /// Ends the stream, if it has begun.
  ///
  /// - Returns: The upstream's subscription, for the one caller who ended the stream.
  @usableFromInline
  package func terminate() -> SubscriptionObject? {
    state.change { $0.upstream.terminate() }
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
  @usableFromInline package var subscription: SubscriptionObject? { state.withLock { $0.upstream.subscription } }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["state": upstream] }

  @usableFromInline package var upstream: UpstreamState { state.value.upstream }
}
