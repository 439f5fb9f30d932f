internal import IntegrationParts
internal import StreamCore

/// The messages that work goes on for: the time to acknowledge them begins anew at an interval.
// Sendable: the state is under its lock.
final class WorkInProgress: @unchecked Sendable {
  private struct State {
    var messages: [UInt64: (message: JetStreamMessage, since: ContinuousClock.Instant)] = [:]
    var last: UInt64 = 0
    var timer: (any Cancellable)?
    var hasEnded = false
  }

  private let interval: Duration
  private let state = Lock(State())

  init(interval: Duration) {
    self.interval = interval
  }

  deinit {
    end()
  }

  /// - Returns: The number to end the work with.
  func begin(_ message: JetStreamMessage) -> UInt64 {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.messages[state.last] = (message, .now)
      return (state.last, state.last == 1)
    }
    if isFirst { startTimer(message.core) }
    return number
  }

  /// - Returns: Whether the work was going on.
  @discardableResult
  func end(_ number: UInt64) -> Bool {
    state.withLock { $0.messages.removeValue(forKey: number) != nil }
  }

  /// Ends all work: messages are no longer extended.
  func end() {
    let timer = state.withLock { state in
      state.hasEnded = true
      state.messages = [:]
      return state.timer.take()
    }
    timer?.cancel()
  }

  private func startTimer(_ core: ConnectionCore) {
    let timer = core.every(interval) { [weak self] in self?.extend() }
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.timer = timer }
      return state.hasEnded
    }
    if hasEnded { timer.cancel() }
  }

  private func extend() {
    let limit = ContinuousClock.now - interval / 2
    let messages = state.withLock { $0.messages.values.filter { $0.since < limit } }
    for (message, _) in messages { message.extend() }
  }
}
