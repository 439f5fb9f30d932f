import StreamCore
import TestSupport
import Testing

// Every event in every phase. Transitions change the state, so that `#expect` needs an operator beside them.
@Suite("UpstreamState")
struct UpstreamStateTests {
  @Test("Awaiting a subscription, it accepts the first one, and has none to cancel")
  func awaiting() {
    var state = UpstreamState.awaitingSubscription
    expect(state.subscription == nil)
    expect(state.terminate() == nil)
    expectEqual(state.attach(ScriptedSubscription(description: "first")), true)
    expectEqual(state.subscription.map { "\($0)" }, "first")
  }

  @Test("With a subscription it accepts no other, and the end returns the first")
  func active() {
    var state = UpstreamState.awaitingSubscription
    _ = state.attach(ScriptedSubscription(description: "first"))
    expectEqual(state.attach(ScriptedSubscription(description: "second")), false)
    expectEqual(state.subscription.map { "\($0)" }, "first")
    expectEqual(state.terminate().map { "\($0)" }, "first")
    expect(state.subscription == nil)
  }

  @Test("Once terminated it accepts no subscription, and has none to cancel")
  func terminated() {
    var state = UpstreamState.terminated
    expectEqual(state.attach(ScriptedSubscription()), false)
    expect(state.subscription == nil)
    expect(state.terminate() == nil)
    guard state.phase == .terminated else {
      Issue.record("Terminated is the end.")
      return
    }
  }
}
