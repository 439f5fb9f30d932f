/// The end of a pipeline of the toolkit: where a cancel begins.
///
/// A publisher of a client may keep its subscriber and send no subscription, so that a cancel has no way upstream. Then
/// the guards of those subscribers are known here, and are closed when the pipeline ends.
@usableFromInline
package protocol PipelineEnd: AnyObject {
  var hasEnded: Bool { get }

  /// Runs `body` with the state, under the lock.
  func withState(_ body: (inout SinkUpstreamState) -> Void)
}

extension PipelineEnd {
  func wait(for stage: WaitingStage) {
    withState { $0.waiting[ObjectIdentifier(stage)] = WaitingStage.Reference(stage) }
    // An end that came in between has looked for what waits before, or looks now.
    if hasEnded { stage.close() }
  }

  func forget(_ stage: WaitingStage) {
    withState { $0.waiting[ObjectIdentifier(stage)] = nil }
  }
}

/// What the end of a pipeline knows of what is upstream.
@usableFromInline
package struct SinkUpstreamState {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  package var waiting: [ObjectIdentifier: WaitingStage.Reference] = [:]

  @usableFromInline init() {}

  /// Takes out what is to be stopped, outside the lock.
  mutating func terminate() -> SinkUpstreamState {
    var ended = SinkUpstreamState()
    (ended.waiting, waiting) = (waiting, [:])
    if let subscription = upstream.terminate() { ended.upstream = .active(subscription) }
    return ended
  }

  /// Cancels the upstream, if `cancels`, and releases what still waits for one.
  func stop(cancels: Bool) {
    if cancels { upstream.subscription?.cancel() }
    for reference in waiting.values { reference.stage?.close() }
  }
}

/// A stage that may wait for its subscription for ever.
@usableFromInline
package class WaitingStage {
  package struct Reference {
    weak var stage: WaitingStage?

    init(_ stage: WaitingStage) {
      self.stage = stage
    }
  }

  @usableFromInline
  init() {}

  /// Releases what it holds.
  func close() {}
}

/// The end of the pipeline that a subscriber belongs to.
@usableFromInline
package func pipelineEnd(of subscriber: Any) -> (any PipelineEnd)? {
  (subscriber as? any PipelineEnd) ?? (subscriber as? any StageSubscriber)?.pipelineEnd
}
