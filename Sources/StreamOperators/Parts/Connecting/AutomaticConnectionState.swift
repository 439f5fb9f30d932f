internal import StreamCore

/// The state of an automatic connection. Pure: no lock, no calls out.
///
/// Actions are serial: between an action and the report that it has been performed, ``next()`` returns none. Timers are
/// the exception: each belongs to one period without members, and one that comes too late is handed back.
struct AutomaticConnectionState {
  private enum Phase {
    case disconnected, connecting, disconnecting
    case connected(any Cancellable)
  }

  enum Action {
    case connect
    case disconnect(any Cancellable)

    /// Set a timer for a period without members.
    case wait(period: Int)
  }

  private var phase = Phase.disconnected

  /// How many members that have subscribed a connection waits for: the first one, and later ones.
  private var minimum: Int
  private let laterMinimum: Int

  /// Whether a connection without members is kept until a timer rings.
  private let waits: Bool

  /// Subscribers that have joined and not left. A connection is kept while there are any.
  private var memberCount = 0

  /// Members that have subscribed to upstream, so that a connection made now delivers every value to them. It is
  /// too low for a moment if a member leaves on one thread while it becomes ready on another.
  private var readyCount = 0

  /// Whether the connection is to be ended. That is done even if others have joined since: those get a new connection.
  private var isAbandoned = false

  /// Whether upstream has completed in this connection.
  private var hasEnded = false

  /// The number of the period without members, which begins when the last one leaves.
  private var period = 0
  private var isUnused = false

  /// The period for which a timer has been set, and the timer.
  private var timedPeriod = 0
  private var timer: (any Cancellable)?

  /// - Parameters:
  ///   - minimum: How many members the first connection waits for. Later ones wait for one at least.
  ///   - waits: Whether a connection without members is kept until a timer rings.
  init(minimum: Int = 1, waits: Bool = false) {
    (self.minimum, laterMinimum, self.waits) = (minimum, max(minimum, 1), waits)
  }

  /// The connection, if there is one.
  var connection: (any Cancellable)? {
    if case .connected(let connection) = phase { connection } else { nil }
  }

  /// - Returns: A timer to cancel outside the lock.
  mutating func join() -> (any Cancellable)? {
    memberCount += 1
    isUnused = false
    return timer.take()
  }

  mutating func becomeReady() {
    readyCount += 1
  }

  /// - Parameters:
  ///   - wasReady: Whether the member had become ready.
  ///   - ended: Whether upstream has completed.
  mutating func leave(wasReady: Bool, ended: Bool = false) {
    memberCount -= 1
    if wasReady { readyCount -= 1 }
    switch phase {
    case .connecting, .connected: break
    case .disconnected, .disconnecting: return
    }
    if ended { hasEnded = true }
    guard memberCount == 0 else { return }
    if waits, !hasEnded {
      isUnused = true
      period += 1
    } else {
      isAbandoned = true
    }
  }

  /// Takes the next action. The caller must perform it, and report that.
  mutating func next() -> Action? {
    switch phase {
    case .disconnected where readyCount >= minimum:
      phase = .connecting
      return .connect
    case .connected(let connection) where isAbandoned:
      phase = .disconnecting
      (isAbandoned, isUnused, hasEnded) = (false, false, false)
      return .disconnect(connection)
    case .connected where isUnused && timedPeriod != period:
      timedPeriod = period
      return .wait(period: period)
    case .disconnected, .connected, .connecting, .disconnecting: return nil
    }
  }

  mutating func didConnect(_ connection: any Cancellable) {
    phase = .connected(connection)
    minimum = laterMinimum
  }

  mutating func didDisconnect() {
    phase = .disconnected
  }

  /// Keeps a timer.
  ///
  /// - Returns: The timer, to be cancelled outside the lock, if its period is over.
  mutating func didSetTimer(_ timer: any Cancellable, period: Int) -> (any Cancellable)? {
    guard isUnused, period == self.period else { return timer }
    self.timer = timer
    return nil
  }

  /// A timer rings.
  ///
  /// - Returns: The timer, to be cancelled outside the lock.
  mutating func ring(period: Int) -> (any Cancellable)? {
    guard isUnused, period == self.period else { return nil }
    isUnused = false
    isAbandoned = true
    return timer.take()
  }
}
