public import Synchronization

/// The upstream of a pipeline that ends in closures, shared by the subscriber that calls them and by the cancellable
/// handed to the client. It knows neither: so the closures go with the pipeline, as soon as the stream ends.
// Sendable: the upstream's subscription is reached under the lock, and takes calls from any thread.
@usableFromInline
package final class SharedSinkUpstream: CancellationTarget, PipelineEnd, SubscriptionDescription,
  CustomCombineIdentifierConvertible, @unchecked Sendable
{
  private let state = Locked(SinkUpstreamState())
  @usableFromInline let open = SharedWord(true)

  @usableFromInline
  package override init() {}

  /// Whether the stream has not ended.
  @inlinable package var isOpen: Bool { open.load(ordering: .acquiring) }

  /// Takes the first subscription, and asks it for values.
  @usableFromInline
  package func attach(_ subscription: any Subscription, requesting demand: Subscribers.Demand = .unlimited) {
    // Cancelled before it was attached: there is nobody to deliver to.
    let isWanted = isOpen && state.withLock { $0.upstream.attach(subscription) }
    guard isWanted else { return subscription.cancel() }
    // A cancel that came in between found no subscription.
    guard isOpen else { return state.withLock { $0.terminate() }.stop(cancels: true) }
    subscription.request(demand)
  }

  /// Ends the stream, and releases the upstream's subscription.
  ///
  /// - Parameter cancels: Whether upstream does not know of the end, and is to be cancelled.
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func end(cancels: Bool = false) -> Bool {
    guard open.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    state.withLock { $0.terminate() }.stop(cancels: cancels)
    return true
  }

  @usableFromInline
  package override func cancel() {
    _ = end(cancels: true)
  }

  @usableFromInline package var description: String { "Sink" }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["status": state.value.upstream] }

  @usableFromInline package var hasEnded: Bool { !isOpen }

  @usableFromInline
  package func withState(_ body: (inout SinkUpstreamState) -> Void) {
    state.withLock { body(&$0) }
  }
}
