/// The end of a pipeline of the toolkit, where a cancel starts.
///
/// A client's publisher may retain its subscriber without sending a subscription, which leaves a cancel no way
/// upstream. The guards of such subscribers register here, and are closed when the pipeline ends.
@usableFromInline
package protocol PipelineEnd: AnyObject {
  var hasEnded: Bool { get }

  /// Runs `body` with the state, under the lock.
  func withState(_ body: (inout SinkUpstreamState) -> Void)
}

extension PipelineEnd {
  func wait(for stage: WaitingStage) {
    withState { state in
      if state.waiting == nil { state.waiting = [:] }
      state.waiting?[ObjectIdentifier(stage)] = WaitingStage.Reference(stage)
    }
    // The pipeline may have ended before the registration: then its end did not see the stage.
    if hasEnded { stage.close() }
  }

  func forget(_ stage: WaitingStage) {
    withState { _ = $0.waiting?.removeValue(forKey: ObjectIdentifier(stage)) }
  }
}

/// The upstream state of the end of a pipeline.
@usableFromInline
package struct SinkUpstreamState {
  @usableFromInline package var upstream = UpstreamState.awaitingSubscription

  /// `nil` in the usual pipeline, which is without such stages.
  package var waiting: [ObjectIdentifier: WaitingStage.Reference]?

  @usableFromInline init() {}

  /// Removes the subscription and the registered stages, to be stopped outside the lock.
  mutating func terminate() -> SinkUpstreamState {
    var ended = SinkUpstreamState()
    ended.waiting = waiting.take()
    if let subscription = upstream.terminate() { ended.upstream = .active(subscription) }
    return ended
  }

  /// Cancels the upstream, if `cancels`, and closes the stages still waiting for a subscription.
  func stop(cancels: Bool) {
    if cancels { upstream.subscription?.cancel() }
    guard let waiting else { return }
    for reference in waiting.values { reference.stage?.close() }
  }
}

/// A stage that may never receive a subscription.
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

  /// Releases its content.
  func close() {}
}

/// The end of the pipeline that a subscriber belongs to.
@usableFromInline
package func pipelineEnd(of subscriber: Any) -> (any PipelineEnd)? {
  (subscriber as? any PipelineEnd) ?? (subscriber as? any StageSubscriber)?.pipelineEnd
}
