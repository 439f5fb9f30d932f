internal import Dispatch
internal import StreamCore

/// What the threads of a pool share. They keep it, and not the pool, whose release ends them.
final class PoolCore: Sendable {
  typealias Work = @Sendable () -> Void

  struct State {
    var pool: PoolState<Work, DispatchSemaphore>
    var delayed = DelayedWork()
  }

  let state: Locked<State>

  /// Wakes each of the threads.
  private let bells: [DispatchSemaphore]

  /// Wakes the thread that waits for the time of delayed work.
  let timerBell = DispatchSemaphore(value: 0)

  let name: String

  init(threads: Int, maxQueued: Int, name: String) {
    self.name = name
    state = Locked(State(pool: PoolState(threads: threads, maxQueued: maxQueued)))
    bells = (0..<threads).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Starts the threads. They retain this until they end.
  func start() {
    for thread in bells.indices {
      startThread(named: name, suffix: "-\(thread + 1)") { [self] in PoolThreads.withCurrent { run(as: thread) } }
    }
  }

  private func run(as thread: Int) {
    while true {
      var effects = PoolState<Work, DispatchSemaphore>.Effects()
      let (work, isOver) = state.withLock { state in
        (state.pool.next(for: thread, expectsMore: state.delayed.count > 0, &effects), state.pool.isOver)
      }
      apply(effects)
      if let work {
        work()
      } else if isOver {
        return
      } else {
        bells[thread].wait()
      }
    }
  }

  func apply(_ effects: PoolState<Work, DispatchSemaphore>.Effects) {
    for thread in effects.wakes { bells[thread].signal() }
    for waiter in effects.admitted { waiter.signal() }
    if effects.hasEnded { timerBell.signal() }
  }

  func wake(_ thread: Int?) {
    if let thread { bells[thread].signal() }
  }
}

// MARK: - Work comes

extension PoolCore {
  /// Runs work on any thread, or on this one if there is no room.
  func schedule(_ work: @escaping Work) {
    let caller = currentThread()
    switch state.withLock({ $0.pool.offer(work, from: caller) }) {
    case .queued(let thread): wake(thread)
    case .runOnCaller:
      work()
      while let next = state.withLock({ $0.pool.nextOfCaller(caller) }) { next() }
    case .leftToCaller, .full, .waiting, .dropped: break
    }
  }

  /// Queues work of a lane. Without room, it blocks the calling thread, except on a thread of a pool: there it queues
  /// the work beyond the bound, because the room could depend on that thread.
  func schedule(_ work: @escaping Work, in lane: Int) {
    var offer = state.withLock { $0.pool.offer(work, to: lane) }
    if case .full = offer {
      if PoolThreads.hasCurrent {
        offer = state.withLock { $0.pool.push(work, to: lane) }
      } else {
        let bell = DispatchSemaphore(value: 0)
        offer = state.withLock { $0.pool.offer(work, to: lane, as: bell) }
        if case .waiting = offer { bell.wait() }
      }
    }
    if case .queued(let thread) = offer { wake(thread) }
  }
}

// MARK: - The end

extension PoolCore {
  /// Nobody has the pool any more: the threads end when all has run.
  func close() {
    var effects = PoolState<Work, DispatchSemaphore>.Effects()
    state.withLock { $0.pool.close(expectsMore: $0.delayed.count > 0, &effects) }
    apply(effects)
  }

  /// - Returns: How much work has been dropped.
  func shutDown() -> Int {
    var effects = PoolState<Work, DispatchSemaphore>.Effects()
    let (works, delayed) = state.withLock { state in
      let delayed = state.delayed.removeAll()
      return (state.pool.shutDown(delayedCount: delayed.count, &effects), delayed)
    }
    apply(effects)
    // Released outside the lock: work holds objects of clients.
    return works.count + delayed.count
  }
}
