internal import StreamCore

/// What an autoconnect knows. Pure: no lock, no call to anybody.
///
/// Connections and disconnections come one after the other, whichever threads bring them about: who takes a step carries
/// it out, says so, and asks for the next.
struct AutomaticConnectionState {
  private enum Phase {
    case disconnected, connecting, disconnecting
    case connected(any Cancellable)
  }

  enum Step {
    case connect
    case disconnect(any Cancellable)
  }

  private var phase = Phase.disconnected

  /// Those who have come and not gone: they keep a connection alive.
  private var memberCount = 0

  /// Those of them who have subscribed to upstream, and would miss nothing if it were connected now.
  private var readyCount = 0

  /// Whether the last one has gone since the connection was begun: those who have come after that get a new one.
  private var isAbandoned = false

  mutating func join() {
    memberCount += 1
  }

  mutating func becomeReady() {
    readyCount += 1
  }

  mutating func leave(wasReady: Bool) {
    memberCount -= 1
    if wasReady { readyCount -= 1 }
    guard memberCount == 0 else { return }
    switch phase {
    case .connecting, .connected: isAbandoned = true
    case .disconnected, .disconnecting: break
    }
  }

  /// What is to be done next, by the caller.
  mutating func next() -> Step? {
    switch phase {
    case .disconnected where readyCount > 0:
      phase = .connecting
      return .connect
    case .connected(let connection) where isAbandoned:
      phase = .disconnecting
      isAbandoned = false
      return .disconnect(connection)
    case .disconnected, .connected, .connecting, .disconnecting: return nil
    }
  }

  mutating func didConnect(_ connection: any Cancellable) {
    phase = .connected(connection)
  }

  mutating func didDisconnect() {
    phase = .disconnected
  }
}
