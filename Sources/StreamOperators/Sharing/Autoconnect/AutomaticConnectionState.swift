internal import StreamCore

/// The state of an automatic connection. Pure: no lock, no calls out.
///
/// Actions are serial: between an action and the report that it has been performed, ``next()`` returns none.
struct AutomaticConnectionState {
  private enum Phase {
    case disconnected, connecting, disconnecting
    case connected(any Cancellable)
  }

  enum Action {
    case connect
    case disconnect(any Cancellable)
  }

  private var phase = Phase.disconnected

  /// Subscribers that have joined and not left. A connection is kept while there are any.
  private var memberCount = 0

  /// Members that have subscribed to upstream, so that a connection made now delivers every value to them. It is
  /// too low for a moment if a member leaves on one thread while it becomes ready on another.
  private var readyCount = 0

  /// Whether the last member has left since the connection began. It is then ended even if others have joined since:
  /// those get a new connection.
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

  /// Takes the next action. The caller must perform it, and report that.
  mutating func next() -> Action? {
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
