package import StreamCore

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
// Sendable: the state is under a lock; `connect` is called by one thread at a time, the one that performs the action,
// and `setTimer` calls a scheduler.
@usableFromInline
package final class AutomaticConnection: @unchecked Sendable {
  @usableFromInline package typealias Ring = @Sendable () -> Void

  private let connect: () -> any Cancellable
  private let setTimer: ((@escaping Ring) -> any Cancellable)?
  private let state: Locked<AutomaticConnectionState>

  /// - Parameters:
  ///   - minimum: How many members the first connection waits for, at least zero. Later ones wait for one at least.
  ///   - connect: Connects the publisher.
  ///   - setTimer: Sets the timer that a connection without members is kept for; `nil` if it is ended at once.
  @usableFromInline
  package init(
    minimum: Int = 1, connect: @escaping () -> any Cancellable, setTimer: ((@escaping Ring) -> any Cancellable)? = nil
  ) {
    precondition(minimum >= 0, "A connection cannot wait for a negative number of subscribers: \(minimum)")
    (self.connect, self.setTimer) = (connect, setTimer)
    state = Locked(AutomaticConnectionState(minimum: minimum, waits: setTimer != nil))
    performActions()
  }

  deinit {
    // One that waits for no member has had none.
    state.value.connection?.cancel()
  }

  fileprivate func join() {
    state.withLock { $0.join() }?.cancel()
  }

  fileprivate func becomeReady() {
    state.withLock { $0.becomeReady() }
    performActions()
  }

  fileprivate func leave(wasReady: Bool, ended: Bool) {
    state.withLock { $0.leave(wasReady: wasReady, ended: ended) }
    performActions()
  }

  private func ring(_ period: Int) {
    state.withLock { $0.ring(period: period) }?.cancel()
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
      case .wait(let period):
        guard let timer = setTimer?({ self.ring(period) }) else { continue }
        state.withLock { $0.didSetTimer(timer, period: period) }?.cancel()
      }
    }
  }
}

/// The membership of a subscriber in something that is connected while it has members.
@usableFromInline
package protocol Membership: AnyObject, Sendable {
  /// Ends the membership; only the first call has an effect.
  ///
  /// - Parameter ended: Whether upstream has completed.
  func leave(ended: Bool)
}

/// The membership of one subscriber in an automatic connection, which it retains until it leaves.
@usableFromInline
package final class ConnectionMember: Membership {
  private let phase: Locked<Phase>

  private enum Phase {
    case subscribing(AutomaticConnection)
    case ready(AutomaticConnection)
    case gone
  }

  @usableFromInline
  package init(of connection: AutomaticConnection) {
    phase = Locked(.subscribing(connection))
    connection.join()
  }

  /// Marks the subscriber as subscribed to upstream. It may have left already, because upstream may complete inside
  /// `subscribe`.
  @usableFromInline
  package func hasSubscribed() {
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
  package func leave(ended: Bool) {
    switch phase.exchange(.gone) {
    case .subscribing(let connection): connection.leave(wasReady: false, ended: ended)
    case .ready(let connection): connection.leave(wasReady: true, ended: ended)
    case .gone: break
    }
  }
}
