internal import StreamCore

/// Connects a publisher while there are members.
///
/// Connecting and disconnecting call out, so they happen outside the lock, and two threads could perform them at the
/// same time or in the wrong order. Hence the state hands out one action at a time. The thread that takes an action
/// performs it, reports that, and takes the next; other threads, and re-entrant calls from inside an action, change
/// the counts and return. The performing thread sees their changes when it takes the next action.
///
/// A subscriber joins before it subscribes to upstream, so that the connection is kept if the last other subscriber
/// leaves during that call. It becomes ready after it has subscribed, so that the connection that it causes delivers
/// no value before it is attached.
// Sendable: the state is under a lock, and `connect` is called by one thread at a time, the one that performs the
// action.
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
    performActions()
  }

  fileprivate func leave(wasReady: Bool) {
    state.withLock { $0.leave(wasReady: wasReady) }
    performActions()
  }

  /// Performs actions until none is due. Returns immediately if another call is performing one.
  private func performActions() {
    while let action = state.withLock({ $0.next() }) {
      switch action {
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

/// The membership of one subscriber in an automatic connection, which it retains until it leaves.
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

  /// Marks the subscriber as subscribed to upstream. It may have left already, because upstream may complete inside
  /// `subscribe`.
  @usableFromInline
  func hasSubscribed() {
    let connection: AutomaticConnection? = phase.withLock { phase in
      guard case .subscribing(let connection) = phase else { return nil }
      phase = .ready(connection)
      return connection
    }
    connection?.becomeReady()
  }

  /// Ends the membership; only the first call has an effect.
  ///
  /// The phase tells which counts include this member. On another thread, this call may overtake the call of
  /// `becomeReady()` in ``hasSubscribed()``: the ready count is then too low by one until that call has been made.
  @usableFromInline
  func leave() {
    switch phase.exchange(.gone) {
    case .subscribing(let connection): connection.leave(wasReady: false)
    case .ready(let connection): connection.leave(wasReady: true)
    case .gone: break
    }
  }
}
