public import StreamCore

/// The subscription of a stage that may end the stream by itself.
///
/// It retains upstream's subscription until the stream ends, but not downstream: a subscriber that keeps its
/// subscription after the end retains nothing by it (rule 7).
@usableFromInline
package final class UpstreamSubscription: StageSubscription, Sendable {
  /// The name of the operator.
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

  /// Takes upstream's subscription; cancels it if it is a second one (rule 1).
  ///
  /// - Returns: Whether it was taken: the caller then hands downstream this object.
  @usableFromInline
  package func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = state.change { $0.upstream.attach(subscription) }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// Stops values, before the stream ends.
  @inlinable
  package func stopValues() {
    state.change { $0.passesValues = false }
  }

  /// Ends the stream, if it has begun and not ended.
  ///
  /// - Returns: Upstream's subscription, for the caller that ended the stream; `nil` for all others.
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

  /// Upstream's subscription, while the stream is active.
  @usableFromInline package var subscription: SubscriptionObject? { state.withLock { $0.upstream.subscription } }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["state": upstream] }

  @usableFromInline package var upstream: UpstreamState { state.value.upstream }
}
