import StreamCore
import TestSupport
import Testing

@testable import StreamSharing

@Suite("AutomaticConnectionState")
struct AutomaticConnectionStateTests {
  /// Where a state is between two steps, with one member that has subscribed, or, after the end, with none.
  enum Phase: CaseIterable {
    case disconnected, connecting, connected, abandoned, disconnecting
  }

  private func makeState(_ phase: Phase) -> AutomaticConnectionState {
    var state = AutomaticConnectionState()
    if phase == .disconnected { return state }
    state.join()
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
    case nil: "nothing"
    }
  }

  @Test(
    "Without another member, there is something to do only when the last one has left a connection",
    arguments: Phase.allCases)
  func nothingHappens(phase: Phase) {
    var state = makeState(phase)
    #expect(next(&state) == (phase == .abandoned ? "disconnect" : "nothing"))
    #expect(next(&state) == "nothing")
  }

  @Test("A member that has not subscribed does not connect", arguments: [Phase.disconnected, .disconnecting])
  func joins(phase: Phase) {
    var state = makeState(phase)
    state.join()
    #expect(next(&state) == "nothing")
    if phase == .disconnecting {
      state.didDisconnect()
      #expect(next(&state) == "nothing")
    }
    state.leave(wasReady: false)
    #expect(next(&state) == "nothing")
  }

  @Test("A member that has subscribed connects, once whatever goes on has been done", arguments: Phase.allCases)
  func becomesReady(phase: Phase) {
    var state = makeState(phase)
    state.join()
    state.becomeReady()
    switch phase {
    case .disconnected: #expect(next(&state) == "connect")
    case .connecting, .connected: #expect(next(&state) == "nothing")
    case .abandoned:
      // It came after the last one had gone, and gets a new connection.
      #expect(next(&state) == "disconnect")
      #expect(next(&state) == "nothing")
      state.didDisconnect()
      #expect(next(&state) == "connect")
    case .disconnecting:
      #expect(next(&state) == "nothing")
      state.didDisconnect()
      #expect(next(&state) == "connect")
    }
  }

  @Test("While another member stays, a leave changes nothing", arguments: [Phase.connecting, .connected])
  func leavesAnother(phase: Phase) {
    var state = makeState(phase)
    state.join()
    state.leave(wasReady: true)
    #expect(next(&state) == "nothing")
    if phase == .connecting {
      state.didConnect(AnyCancellable {})
      #expect(next(&state) == "nothing")
    }
  }

  @Test("When the last member leaves during the connecting, it is disconnected afterwards")
  func leavesWhileConnecting() {
    var state = makeState(.connecting)
    state.leave(wasReady: true)
    #expect(next(&state) == "nothing")
    state.didConnect(AnyCancellable {})
    #expect(next(&state) == "disconnect")
    state.didDisconnect()
    #expect(next(&state) == "nothing")
  }

  @Test("A member that comes and goes during the disconnecting does not connect")
  func leavesWhileDisconnecting() {
    var state = makeState(.disconnecting)
    state.join()
    state.becomeReady()
    state.leave(wasReady: true)
    state.didDisconnect()
    #expect(next(&state) == "nothing")
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
    #expect(cancels.value == 0)
    connection.cancel()
    #expect(cancels.value == 1)
  }
}
