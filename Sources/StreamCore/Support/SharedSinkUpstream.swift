public import Synchronization

/// The upstream of a pipeline that ends in closures, shared by the subscriber that calls them and the cancellable
/// handed to the client. It references neither, so the closures are released with the pipeline, as soon as the stream
/// ends.
// Sendable: the upstream subscription is accessed under the lock, and accepts calls from any thread.
@usableFromInline
package final class SharedSinkUpstream: CancellationTarget, PipelineEnd, SubscriptionDescription,
  CustomCombineIdentifierConvertible, @unchecked Sendable
{
  private let state = Locked(SinkUpstreamState())
  @usableFromInline let open = SharedWord(true)

  @usableFromInline
  package override init() {}

  /// Whether the stream is open.
  @inlinable package var isOpen: Bool { open.load(ordering: .acquiring) }

  /// Begins a stream that has its values already, without a subscription.
  ///
  /// - Returns: Whether it begins: not after a cancel, nor after another subscription (rule 1).
  @usableFromInline
  package func begin() -> Bool {
    isOpen && state.withLock { $0.upstream.attach(Subscriptions.empty) }
  }

  /// Stores the first subscription, and requests unlimited values.
  @usableFromInline
  package func attach(_ subscription: any Subscription, requesting demand: Subscribers.Demand = .unlimited) {
    // Cancelled before it was attached: refuse the subscription.
    let isWanted = isOpen && state.withLock { $0.upstream.attach(subscription) }
    guard isWanted else { return subscription.cancel() }
    // A cancel between the check and `attach` found no subscription to cancel.
    guard isOpen else { return state.withLock { $0.terminate() }.stop(cancels: true) }
    subscription.request(demand)
  }

  /// Ends the stream, and releases the upstream subscription.
  ///
  /// - Parameter cancels: Whether upstream must be cancelled, because the end did not come from it.
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
