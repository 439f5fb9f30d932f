/// The upstream of a subscriber at the end of a pipeline, and the target of its values.
@frozen
@usableFromInline
package struct SinkUpstream: ~Copyable, Sendable {
  @usableFromInline package let target: LentReference
  @usableFromInline package let state = Locked(SinkUpstreamState())

  @inlinable
  package init(_ target: AnyObject) {
    self.target = LentReference(target)
  }

  /// Stores the first subscription, and requests unlimited values.
  @usableFromInline
  package borrowing func attach(_ subscription: any Subscription, requesting demand: Subscribers.Demand = .unlimited) {
    // Cancelled before it was attached: refuse the subscription.
    let isWanted = !target.isClosed && state.withLock { $0.upstream.attach(subscription) }
    guard isWanted else { return subscription.cancel() }
    // A cancel between the check and `attach` found no subscription to cancel.
    guard !target.isClosed else { return releaseUpstream(cancels: true) }
    subscription.request(demand)
  }

  /// Requests more values than were requested at first, unless the stream has ended.
  @usableFromInline
  package borrowing func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream.subscription }?.request(demand)
  }

  /// Runs `body` with the target, unless the stream has ended.
  @inlinable
  package borrowing func deliver<Target: AnyObject>(to type: Target.Type, _ body: (Target) -> Void) {
    target.use(as: type, body)
  }

  /// Ends the stream: releases the upstream subscription, runs `body`, and releases the target.
  @inlinable
  package borrowing func complete<Target: AnyObject>(_ type: Target.Type, _ body: (Target) -> Void) {
    target.close(as: type) { target in
      releaseUpstream()
      body(target)
    }
  }

  /// Ends the stream: cancels upstream and releases the target.
  @usableFromInline
  package borrowing func cancel() {
    target.close(as: AnyObject.self) { _ in releaseUpstream(cancels: true) }
  }

  /// Releases the upstream subscription, and closes the stages waiting for one.
  ///
  /// - Parameter cancels: Whether upstream must be cancelled, because the end did not come from it.
  @usableFromInline
  package borrowing func releaseUpstream(cancels: Bool = false) {
    state.withLock { $0.terminate() }.stop(cancels: cancels)
  }

  /// The upstream state for the subscriber's mirror.
  @usableFromInline package var status: UpstreamState { state.value.upstream }
}

/// A subscriber at the end of a pipeline whose upstream is a ``SinkUpstream``.
@usableFromInline
package protocol SinkUpstreamOwner: PipelineEnd {
  var subscription: SinkUpstream { borrowing get }
}

extension SinkUpstreamOwner {
  @usableFromInline package var hasEnded: Bool { subscription.target.isClosed }

  @usableFromInline
  package func withState(_ body: (inout SinkUpstreamState) -> Void) {
    subscription.state.withLock { body(&$0) }
  }
}
