internal import StreamCore

/// Connects a publisher as long as there are members.
// Sendable: the state is under a lock, and `connect` may run on any thread, one at a time.
@usableFromInline
final class AutomaticConnection: @unchecked Sendable {
  private let connect: () -> any Cancellable
  private let state = Locked(AutomaticConnectionState())

  @usableFromInline
  init(connect: @escaping () -> any Cancellable) {
    self.connect = connect
  }

  fileprivate func join() {
    state.withLock { $0.join() }
  }

  fileprivate func becomeReady() {
    state.withLock { $0.becomeReady() }
    act()
  }

  fileprivate func leave(wasReady: Bool) {
    state.withLock { $0.leave(wasReady: wasReady) }
    act()
  }

  /// Connects and disconnects until nothing is left to do, unless another thread does so.
  private func act() {
    while let step = state.withLock({ $0.next() }) {
      switch step {
      case .connect:
        let connection = connect()
        state.withLock { $0.didConnect(connection) }
      case .disconnect(let connection):
        connection.cancel()
        state.withLock { $0.didDisconnect() }
      }
    }
  }
}

/// What one subscriber counts for in an automatic connection, which it holds until it has gone.
@usableFromInline
final class ConnectionMember: Sendable {
  private let phase: Locked<Phase>

  private enum Phase {
    case subscribing(AutomaticConnection)
    case ready(AutomaticConnection)
    case gone
  }

  @usableFromInline
  init(of connection: AutomaticConnection) {
    phase = Locked(.subscribing(connection))
    connection.join()
  }

  /// Says that upstream has been subscribed to.
  @usableFromInline
  func hasSubscribed() {
    let connection: AutomaticConnection? = phase.withLock { phase in
      guard case .subscribing(let connection) = phase else { return nil }
      phase = .ready(connection)
      return connection
    }
    connection?.becomeReady()
  }

  /// Says that the subscriber has gone. Only the first call counts.
  @usableFromInline
  func leave() {
    switch phase.exchange(.gone) {
    case .subscribing(let connection): connection.leave(wasReady: false)
    case .ready(let connection): connection.leave(wasReady: true)
    case .gone: break
    }
  }
}
