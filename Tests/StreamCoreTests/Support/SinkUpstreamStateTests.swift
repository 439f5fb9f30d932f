import TestSupport
import Testing

@testable import StreamCore

@Suite("SinkUpstreamState")
struct SinkUpstreamStateTests {
  private final class Stage: WaitingStage {
    let closed = Box(0)

    override func close() { closed.increment() }
  }

  private let cancels = Box(0)

  private func activeState(waitingFor stage: Stage) -> SinkUpstreamState {
    var state = SinkUpstreamState()
    _ = state.upstream.attach(ScriptedSubscription(onCancel: { [cancels] in cancels.increment() }))
    state.waiting = [ObjectIdentifier(stage): WaitingStage.Reference(stage)]
    return state
  }

  @Test("The end takes everything out, once")
  func terminate() {
    let stage = Stage()
    var state = activeState(waitingFor: stage)
    let ended = state.terminate()
    expect(ended.upstream.subscription != nil)
    expectEqual(ended.waiting?.count, 1)
    expect(state.waiting == nil)
    let again = state.terminate()
    expect(again.upstream.subscription == nil)
    expect(again.waiting == nil)
    expectEqual(state.upstream.attach(ScriptedSubscription()), false)
  }

  @Test("Stopping closes the waiting stages, and cancels upstream if asked to", arguments: [true, false])
  func stop(isCancel: Bool) {
    let stage = Stage()
    var state = activeState(waitingFor: stage)
    state.terminate().stop(cancels: isCancel)
    expectEqual(cancels.value, (isCancel ? 1 : 0))
    expectEqual(stage.closed.value, 1)
  }

  @Test("A waiting stage is not retained")
  func releasesStage() {
    var stage: Stage? = Stage()
    weak let held = stage
    var state = activeState(waitingFor: stage!)
    stage = nil
    expect(held == nil)
    state.terminate().stop(cancels: true)
    expectEqual(cancels.value, 1)
  }
}
