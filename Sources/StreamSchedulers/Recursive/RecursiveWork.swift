internal import StreamCore

/// Work that schedules itself again.
///
/// The scheduler's blocks and the closures `again` retain it; a handle for cancelling does not. So once no turn is
/// left, this object is released with its last closure.
// Sendable: a `Scheduler` may be used on any thread, and everything else is immutable or under the lock.
final class RecursiveWork<S: Scheduler, State: Sendable>: @unchecked Sendable {
  typealias Action = @Sendable (State, RecursiveWork) -> Void

  private struct Turns {
    var action: Action?

    /// The scheduler of the turns. It is released with the action: a scheduler that never runs keeps its blocks, and
    /// they retain this object.
    var scheduler: S?
    var lastID = 0

    /// What waits with the scheduler, whose blocks retain only the number.
    var waiting: [Int: State] = [:]

    /// What waits for a turn to return, by the thread of that turn.
    var nested: [UInt: Queue<State>] = [:]
  }

  private let turns: Locked<Turns>

  init(_ scheduler: S, _ action: @escaping Action) {
    turns = Locked(Turns(action: action, scheduler: scheduler))
  }

  /// Schedules a turn.
  ///
  /// - Parameters:
  ///   - state: The argument of the turn.
  ///   - delay: The time until then; `nil`, zero or less for as soon as possible.
  func schedule(_ state: State, after delay: S.SchedulerTimeType.Stride? = nil) {
    let next: (scheduler: S, id: Int)? = turns.withLock { turns in
      guard let scheduler = turns.scheduler else { return nil }
      turns.lastID += 1
      turns.waiting[turns.lastID] = state
      return (scheduler, turns.lastID)
    }
    guard let (scheduler, id) = next else { return }
    let turn = RecursiveTurn(work: self, id: id)
    if let delay, delay > 0 {
      scheduler.schedule(after: scheduler.now.advanced(by: delay), turn.run)
    } else {
      scheduler.schedule(turn.run)
    }
  }

  /// Runs a turn, and those that become due on this thread before it has returned. Such a turn does not run inside the
  /// other: the stack does not grow.
  func run(_ id: Int) {
    let thread = currentThread()
    let isOutermost = turns.withLock { turns in
      guard let state = turns.waiting.removeValue(forKey: id) else { return false }
      let isOutermost = turns.nested[thread] == nil
      turns.nested[thread, default: Queue()].append(state)
      return isOutermost
    }
    guard isOutermost else { return }
    while let (state, action) = next(on: thread) { action(state, self) }
  }

  private func next(on thread: UInt) -> (State, Action)? {
    turns.withLock { turns in
      guard let action = turns.action, let state = turns.nested[thread]?.popFirst() else {
        turns.nested[thread] = nil
        return nil
      }
      return (state, action)
    }
  }

  /// Releases the action, the scheduler and what waits.
  func cancel() {
    let released = turns.withLock { turns in
      defer {
        turns.action = nil
        turns.scheduler = nil
        turns.waiting = [:]
        // A turn that runs still has its entry.
        turns.nested = turns.nested.mapValues { _ in Queue() }
      }
      return turns
    }
    withExtendedLifetime(released) {}
  }
}

/// A turn that waits.
private struct RecursiveTurn<S: Scheduler, State: Sendable>: Sendable {
  let work: RecursiveWork<S, State>
  let id: Int

  @Sendable
  func run() {
    work.run(id)
  }
}
