internal import StreamCore

/// A task that sleeps until a time of a stepped scheduler. It is resumed once: by the time or by a cancel.
final class Sleeper: Sendable {
  private enum State {
    case new
    case asleep(CheckedContinuation<Void, any Error>, ticket: Int)
    case awake(TaskPump?)
    case cancelled
  }

  private let state = Locked(State.new)
  private let timeline: any Timeline

  init(_ timeline: any Timeline) {
    self.timeline = timeline
  }

  /// Resumes the task at a time, immediately if it is not later than now, or if the sleeper has been cancelled.
  func sleep(until deadline: VirtualTime, _ continuation: CheckedContinuation<Void, any Error>) {
    // Under the lock, so that a concurrent cancel either precedes this, or finds the ticket.
    let isCancelled: Bool? = state.withLock { state in
      if case .cancelled = state { return true }
      // The task holds the sleeper. A cancelled sleep may stay in the timeline, which the sleeper holds, until it is
      // due.
      guard let ticket = timeline.scheduleWake(at: deadline, { [weak self] in self?.wake() }) else { return false }
      state = .asleep(continuation, ticket: ticket)
      return nil
    }
    switch isCancelled {
    case nil: break
    case false?: continuation.resume()
    case true?: continuation.resume(throwing: CancellationError())
    }
  }

  private func wake() {
    let pump = TaskPump.ofThread
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .asleep(let continuation, _) = state else { return nil }
      state = .awake(pump)
      return continuation
    }
    guard let continuation else { return }
    if let pump { pump.resume(continuation) } else { continuation.resume() }
  }

  /// Moves the woken task to the thread of the pump that has woken it, if it is not there yet.
  func arrive() async {
    guard case .awake(let pump?) = state.value, pump !== TaskPump.ofThread else { return }
    await pump.arrive(isDue: true)
  }

  /// Ends the sleep, or one that is to come, with a `CancellationError`.
  func cancel() {
    let sleep = state.withLock { state -> (CheckedContinuation<Void, any Error>, ticket: Int)? in
      switch state {
      case .new:
        state = .cancelled
        return nil
      case .asleep(let continuation, let ticket):
        state = .cancelled
        return (continuation, ticket)
      case .awake, .cancelled: return nil
      }
    }
    guard let (continuation, ticket) = sleep else { return }
    timeline.remove(ticket: ticket)
    continuation.resume(throwing: CancellationError())
  }
}
