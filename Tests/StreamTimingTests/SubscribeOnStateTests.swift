import StreamCore
import TestSupport
import Testing

@testable import StreamTiming

// Transitions change the state, so that `#expect` needs an operator beside them.
@Suite("SubscribeOnState")
struct SubscribeOnStateTests {
  private typealias State = SubscribeOnState

  /// Who deals with upstream, and whether that has sent its subscription.
  enum Phase: CaseIterable {
    case scheduled, subscribing, asking, idle, cancelled
  }

  /// The block runs on thread 1.
  private func makeState(_ phase: Phase) -> State {
    var state = State()
    state.subscribe = {}
    if phase == .scheduled { return state }
    _ = state.begin(on: 1)
    if phase == .subscribing { return state }
    _ = state.upstream.attach(ScriptedSubscription(description: "upstream"))
    if phase == .asking { return state }
    _ = state.nextRequest()
    if phase == .cancelled { _ = state.cancel() }
    return state
  }

  private func isIdle(_ state: State) -> Bool {
    if case .idle = state.phase { true } else { false }
  }

  @Test("The first block subscribes, and later ones do not")
  func begins() {
    var state = makeState(.scheduled)
    expect(state.begin(on: 1) != nil)
    expect(state.begin(on: 2) == nil)
    guard case .running(thread: 2) = state.phase else {
      Issue.record("The block runs on thread 2.")
      return
    }
  }

  @Test("A block asks for all that has been requested, once, and is idle then", arguments: Phase.allCases)
  func asks(phase: Phase) {
    var state = makeState(phase)
    state.demand = .max(3)
    let request = state.nextRequest()
    expectEqual(request?.demand, (phase == .asking || phase == .idle ? .max(3) : nil))
    expect(state.nextRequest()?.demand == nil)
    expect(isIdle(state))
  }

  @Test("A request needs a block if none is at work and there is an upstream to ask", arguments: Phase.allCases)
  func schedulesRequest(phase: Phase) {
    var state = makeState(phase)
    expectEqual(state.mustScheduleRequest(), false)
    state.demand = .max(1)
    expectEqual(state.mustScheduleRequest(), (phase == .idle))
    expectEqual(state.mustScheduleRequest(), false)
  }

  @Test("A block that ended before upstream's subscription came is scheduled again, to ask")
  func schedulesLateRequest() {
    var state = makeState(.subscribing)
    state.demand = .max(1)
    expect(state.nextRequest()?.demand == nil)
    expectEqual(state.mustScheduleRequest(), false)
    _ = state.upstream.attach(ScriptedSubscription())
    expectEqual(state.mustScheduleRequest(), true)
  }

  @Test("A subscription is asked as it comes on the block's thread alone", arguments: [1, 2] as [UInt])
  func asksAtAttachment(thread: UInt) {
    var state = makeState(.subscribing)
    expect(state.requestAtAttachment(on: thread) == nil)
    state.demand = .max(2)
    expectEqual(state.requestAtAttachment(on: thread), (thread == 1 ? .max(2) : nil))
    expectEqual(state.demand, (thread == 1 ? .none : .max(2)))
    var idle = makeState(.idle)
    idle.demand = .max(2)
    expect(idle.requestAtAttachment(on: thread) == nil)
  }

  @Test("The end of upstream counts once, and not after a cancel", arguments: Phase.allCases)
  func terminates(phase: Phase) {
    var state = makeState(phase)
    expectEqual((state.terminate() != nil), (phase == .asking || phase == .idle))
    expect(state.terminate() == nil)
  }

  @Test("A cancel calls the subscribing off, or has upstream cancelled, once", arguments: Phase.allCases)
  func cancels(phase: Phase) {
    var state = makeState(phase)
    let (subscribe, mustCancelUpstream) = state.cancel()
    expectEqual((subscribe != nil), (phase == .scheduled))
    expectEqual(mustCancelUpstream, (phase == .asking || phase == .idle))
    let again = state.cancel()
    expect(again.subscribe == nil)
    expect(!again.mustCancelUpstream)
    // The block that was scheduled finds nothing to do.
    expect(state.begin(on: 1) == nil)
    expect(state.nextRequest()?.demand == nil)
  }

  @Test("Upstream is cancelled by a delivery inside a request, on the block's thread alone")
  func takesCancelled() {
    var state = makeState(.asking)
    expect(state.takeCancelled(on: 1) == nil)
    _ = state.cancel()
    expect(state.takeCancelled(on: 2) == nil)
    expectEqual(state.takeCancelled(on: 1).map { "\($0)" }, "upstream")
    expect(state.takeCancelled(on: 1) == nil)
    var idle = makeState(.cancelled)
    expect(idle.takeCancelled(on: 1) == nil)
  }
}
