import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("AutomaticConnectionState")
struct AutomaticConnectionStateTests {
  /// Where a state is between two steps, with one member that has subscribed, or, after the end, with none.
  enum Phase: CaseIterable {
    case disconnected, connecting, connected, abandoned, disconnecting
  }

  private func makeState(_ phase: Phase) -> AutomaticConnectionState {
    var state = AutomaticConnectionState()
    if phase == .disconnected { return state }
    _ = state.join()
    state.becomeReady()
    _ = state.next()
    if phase == .connecting { return state }
    state.didConnect(AnyCancellable {})
    if phase == .connected { return state }
    state.leave(wasReady: true)
    if phase == .abandoned { return state }
    _ = state.next()
    return state
  }

  private func next(_ state: inout AutomaticConnectionState) -> String {
    switch state.next() {
    case .connect: "connect"
    case .disconnect: "disconnect"
    case .wait(let period): "wait \(period)"
    case nil: "nothing"
    }
  }

  @Test(
    "Without another member, there is something to do only when the last one has left a connection",
    arguments: Phase.allCases)
  func nothingHappens(phase: Phase) {
    var state = makeState(phase)
    expectEqual(next(&state), (phase == .abandoned ? "disconnect" : "nothing"))
    expectEqual(next(&state), "nothing")
  }

  @Test("A member that has not subscribed does not connect", arguments: [Phase.disconnected, .disconnecting])
  func joins(phase: Phase) {
    var state = makeState(phase)
    _ = state.join()
    expectEqual(next(&state), "nothing")
    if phase == .disconnecting {
      state.didDisconnect()
      expectEqual(next(&state), "nothing")
    }
    state.leave(wasReady: false)
    expectEqual(next(&state), "nothing")
  }

  @Test("A member that has subscribed connects, once whatever goes on has been done", arguments: Phase.allCases)
  func becomesReady(phase: Phase) {
    var state = makeState(phase)
    _ = state.join()
    state.becomeReady()
    switch phase {
    case .disconnected: expectEqual(next(&state), "connect")
    case .connecting, .connected: expectEqual(next(&state), "nothing")
    case .abandoned:
      // It came after the last one had gone, and gets a new connection.
      expectEqual(next(&state), "disconnect")
      expectEqual(next(&state), "nothing")
      state.didDisconnect()
      expectEqual(next(&state), "connect")
    case .disconnecting:
      expectEqual(next(&state), "nothing")
      state.didDisconnect()
      expectEqual(next(&state), "connect")
    }
  }

  @Test("While another member stays, a leave changes nothing", arguments: [Phase.connecting, .connected])
  func leavesAnother(phase: Phase) {
    var state = makeState(phase)
    _ = state.join()
    state.leave(wasReady: true)
    expectEqual(next(&state), "nothing")
    if phase == .connecting {
      state.didConnect(AnyCancellable {})
      expectEqual(next(&state), "nothing")
    }
  }

  @Test("When the last member leaves during the connecting, it is disconnected afterwards")
  func leavesWhileConnecting() {
    var state = makeState(.connecting)
    state.leave(wasReady: true)
    expectEqual(next(&state), "nothing")
    state.didConnect(AnyCancellable {})
    expectEqual(next(&state), "disconnect")
    state.didDisconnect()
    expectEqual(next(&state), "nothing")
  }

  @Test("A member that comes and goes during the disconnecting does not connect")
  func leavesWhileDisconnecting() {
    var state = makeState(.disconnecting)
    _ = state.join()
    state.becomeReady()
    state.leave(wasReady: true)
    state.didDisconnect()
    expectEqual(next(&state), "nothing")
  }

  @Test("The connection that is cancelled is the one that was made")
  func connection() {
    var state = makeState(.connecting)
    let cancels = Box(0)
    state.didConnect(AnyCancellable { cancels.increment() })
    state.leave(wasReady: true)
    guard case .disconnect(let connection) = state.next() else {
      Issue.record("Nothing is disconnected.")
      return
    }
    expectEqual(cancels.value, 0)
    connection.cancel()
    expectEqual(cancels.value, 1)
  }

  // MARK: A minimum

  @Test("A connection waits for its members, and the next one for as many again")
  func minimum() {
    var state = AutomaticConnectionState(minimum: 2)
    for connected in ["nothing", "connect"] {
      _ = state.join()
      state.becomeReady()
      expectEqual(next(&state), connected)
    }
    state.didConnect(AnyCancellable {})
    state.leave(wasReady: true)
    expectEqual(next(&state), "nothing")
    state.leave(wasReady: true)
    expectEqual(next(&state), "disconnect")
    state.didDisconnect()
    _ = state.join()
    state.becomeReady()
    expectEqual(next(&state), "nothing")
  }

  @Test("One that waits for nobody connects at once, and later for the next member")
  func noMinimum() {
    var state = AutomaticConnectionState(minimum: 0)
    expectEqual(next(&state), "connect")
    state.didConnect(AnyCancellable {})
    expectEqual(next(&state), "nothing")
    _ = state.join()
    state.becomeReady()
    state.leave(wasReady: true)
    expectEqual(next(&state), "disconnect")
    state.didDisconnect()
    expectEqual(next(&state), "nothing")
    _ = state.join()
    state.becomeReady()
    expectEqual(next(&state), "connect")
  }

  // MARK: A timer

  /// A connection that its last member has left.
  private func makeUnused() -> AutomaticConnectionState {
    var state = AutomaticConnectionState(waits: true)
    _ = state.join()
    state.becomeReady()
    _ = state.next()
    state.didConnect(AnyCancellable {})
    state.leave(wasReady: true)
    return state
  }

  @Test("When the timer rings without a member, it is disconnected")
  func rings() {
    var state = makeUnused()
    expectEqual(next(&state), "wait 1")
    expectEqual(next(&state), "nothing")
    expect(state.didSetTimer(AnyCancellable {}, period: 1) == nil)
    expect(state.ring(period: 1) != nil)
    expectEqual(next(&state), "disconnect")
    state.didDisconnect()
    expectEqual(next(&state), "nothing")
  }

  @Test("A member that comes in time takes the timer out, and the next period has one of its own")
  func joinsInTime() {
    var state = makeUnused()
    _ = state.next()
    _ = state.didSetTimer(AnyCancellable {}, period: 1)
    expect(state.join() != nil)
    state.becomeReady()
    expect(state.ring(period: 1) == nil)
    expectEqual(next(&state), "nothing")
    state.leave(wasReady: true)
    expectEqual(next(&state), "wait 2")
    expect(state.ring(period: 1) == nil)
    expectEqual(next(&state), "nothing")
  }

  @Test("A timer that has been set too late, or has rung, is handed back")
  func lateTimer() {
    var state = makeUnused()
    _ = state.next()
    expect(state.join() == nil)
    expect(state.didSetTimer(AnyCancellable {}, period: 1) != nil)
    state.leave(wasReady: false)
    expectEqual(next(&state), "wait 2")
    expect(state.ring(period: 2) == nil)
    expect(state.didSetTimer(AnyCancellable {}, period: 2) != nil)
    expectEqual(next(&state), "disconnect")
  }

  @Test("After upstream's end there is no timer, whether the last member completes or cancels")
  func ends() {
    for lastCompletes in [true, false] {
      var state = AutomaticConnectionState(waits: true)
      for _ in 1...2 {
        _ = state.join()
        state.becomeReady()
      }
      _ = state.next()
      state.didConnect(AnyCancellable {})
      state.leave(wasReady: true, ended: true)
      expectEqual(next(&state), "nothing")
      state.leave(wasReady: true, ended: lastCompletes)
      expectEqual(next(&state), "disconnect")
    }
  }

  @Test("A member that leaves while it connects sets the timer afterwards")
  func leavesBeforeConnected() {
    var state = AutomaticConnectionState(waits: true)
    _ = state.join()
    state.becomeReady()
    _ = state.next()
    state.leave(wasReady: true)
    expectEqual(next(&state), "nothing")
    state.didConnect(AnyCancellable {})
    expectEqual(next(&state), "wait 1")
  }
}
