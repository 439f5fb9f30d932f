internal import StreamCore

/// What a pool knows: which work waits, in which order, and what each thread does. Pure: no lock, no clock, no outside
/// call.
///
/// Work of a lane waits in the lane's queue. A lane with work has one place among the other work, and goes back to the
/// end when a piece of it has run: so it never overlaps, and lets other work come in between.
///
/// `Work` is a piece of work; a `Waiter` identifies a thread that waits for room.
struct PoolState<Work, Waiter> {
  private enum Entry {
    case work(Work)
    case lane(Int)
  }

  private enum Activity {
    /// Asleep, until ``Effects/wakes`` names it.
    case idle
    case awake
    case running(lane: Int?)
  }

  private enum Phase {
    case open
    /// Nothing new can come but from what waits or runs.
    case closing
    case over
  }

  private let maxQueued: Int
  private var phase = Phase.open
  private var threads: [Activity]

  /// The last to fall asleep is the first to be woken.
  private var idle: [Int] = []
  private var runningCount = 0

  private var ready = Queue<Entry>()

  /// The lanes that are ready or run.
  private var lanes: [Int: Queue<Work>] = [:]
  private var lastLane = 0

  /// How many pieces are in ``ready`` and ``lanes``.
  private(set) var queuedCount = 0

  /// Work of lanes whose callers wait for room.
  private var waiting = Queue<(work: Work, lane: Int, waiter: Waiter)>()

  /// The threads that run their own work because there was no room, and what they are to run then.
  private var callers: [UInt: Queue<Work>] = [:]

  private(set) var droppedCount = 0

  init(threads: Int, maxQueued: Int) {
    self.threads = Array(repeating: .awake, count: threads)
    self.maxQueued = maxQueued
  }

  /// Whether the threads are to end.
  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Whether there is room for a piece of work: a thread is free for it, or not too many wait for one.
  private func hasRoom(in lane: Int?) -> Bool {
    let freeCount = threads.count - runningCount
    let isLaneBusy = lane.map { lanes[$0] != nil } ?? false
    if !isLaneBusy, ready.count < freeCount { return true }
    return queuedCount - min(ready.count, freeCount) < maxQueued
  }
}

// MARK: - Work comes

extension PoolState {
  /// What happens to work.
  enum Offer {
    /// It is queued, and this thread is to be woken.
    case queued(wake: Int?)
    /// There is no room: the caller runs it, and then what ``nextOfCaller(_:)`` returns.
    case runOnCaller
    /// There is no room, and the caller is running work for that reason: it runs this afterwards.
    case leftToCaller
    /// There is no room in a lane.
    case full
    /// The caller waits until it is named by ``Effects/admitted``.
    case waiting
    /// The pool is over.
    case dropped
  }

  /// Makes a lane.
  mutating func makeLane() -> Int {
    lastLane += 1
    return lastLane
  }

  /// Queues work that may run on any thread, or leaves it to the caller.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - caller: The calling thread.
  /// - Returns: What happens to it.
  mutating func offer(_ work: Work, from caller: UInt) -> Offer {
    guard !isOver else { return drop() }
    guard !hasRoom(in: nil) else { return .queued(wake: append(work, to: nil)) }
    // A second piece does not run inside the first, so that the stack does not grow.
    guard callers[caller] == nil else {
      callers[caller]?.append(work)
      return .leftToCaller
    }
    callers[caller] = Queue()
    return .runOnCaller
  }

  /// Removes and returns what a caller that runs its own work is to run next; `nil` if it may go on.
  mutating func nextOfCaller(_ caller: UInt) -> Work? {
    if let work = callers[caller]?.popFirst() { return work }
    callers[caller] = nil
    return nil
  }

  /// Queues work of a lane, if there is room.
  mutating func offer(_ work: Work, to lane: Int) -> Offer {
    guard !isOver else { return drop() }
    return hasRoom(in: lane) ? .queued(wake: append(work, to: lane)) : .full
  }

  /// Queues work of a lane when there is room.
  mutating func offer(_ work: Work, to lane: Int, as waiter: Waiter) -> Offer {
    guard !isOver else { return drop() }
    guard !hasRoom(in: lane) else { return .queued(wake: append(work, to: lane)) }
    waiting.append((work, lane, waiter))
    return .waiting
  }

  /// Queues work whether there is room or not.
  mutating func push(_ work: Work, to lane: Int?) -> Offer {
    isOver ? drop() : .queued(wake: append(work, to: lane))
  }

  private mutating func drop() -> Offer {
    droppedCount += 1
    return .dropped
  }

  /// - Returns: A thread to wake.
  private mutating func append(_ work: Work, to lane: Int?) -> Int? {
    queuedCount += 1
    if let lane {
      let isReady = lanes[lane] != nil
      lanes[lane, default: Queue()].append(work)
      guard !isReady else { return nil }
      ready.append(.lane(lane))
    } else {
      ready.append(.work(work))
    }
    guard let thread = idle.popLast() else { return nil }
    threads[thread] = .awake
    return thread
  }
}

// MARK: - Threads

extension PoolState {
  /// What is to be done outside the lock.
  struct Effects {
    /// The threads to wake.
    var wakes: [Int] = []

    /// The waiters whose work has been queued, or dropped.
    var admitted: [Waiter] = []

    /// Whether the pool has just come to its end.
    var hasEnded = false
  }

  /// Decides what a thread does next. What it has run before is done.
  ///
  /// - Parameters:
  ///   - thread: The thread.
  ///   - expectsMore: Whether work will come by itself, at its time.
  ///   - effects: What is to be done as well.
  /// - Returns: The work that it runs; if there is none, it ends if the pool is over, and otherwise sleeps until it is
  ///   woken.
  mutating func next(for thread: Int, expectsMore: Bool, _ effects: inout Effects) -> Work? {
    finish(thread)
    guard !isOver else { return nil }
    while let first = waiting.first, hasRoom(in: first.lane), let (work, lane, waiter) = waiting.popFirst() {
      effects.admitted.append(waiter)
      if let wake = append(work, to: lane) { effects.wakes.append(wake) }
    }
    if let (work, lane) = popReady() {
      threads[thread] = .running(lane: lane)
      runningCount += 1
      return work
    }
    endIfQuiet(expectsMore: expectsMore, &effects)
    guard !isOver else { return nil }
    threads[thread] = .idle
    idle.append(thread)
    return nil
  }

  private mutating func finish(_ thread: Int) {
    defer { threads[thread] = .awake }
    guard case .running(let lane) = threads[thread] else { return }
    runningCount -= 1
    guard let lane, let works = lanes[lane] else { return }
    if works.isEmpty { lanes[lane] = nil } else { ready.append(.lane(lane)) }
  }

  private mutating func popReady() -> (work: Work, lane: Int?)? {
    switch ready.popFirst() {
    case nil: return nil
    case .work(let work):
      queuedCount -= 1
      return (work, nil)
    case .lane(let lane):
      guard let work = lanes[lane]?.popFirst() else { return nil }
      queuedCount -= 1
      return (work, lane)
    }
  }
}

// MARK: - The end

extension PoolState {
  /// Nobody can schedule any more: the threads are to end when all has run.
  mutating func close(expectsMore: Bool, _ effects: inout Effects) {
    guard !isOver else { return }
    phase = .closing
    endIfQuiet(expectsMore: expectsMore, &effects)
  }

  /// Ends the pool if it is closing, and nothing waits or runs.
  mutating func endIfQuiet(expectsMore: Bool, _ effects: inout Effects) {
    guard case .closing = phase, ready.isEmpty, runningCount == 0, !expectsMore else { return }
    end(&effects)
  }

  /// Ends the pool, and drops what waits.
  ///
  /// - Parameters:
  ///   - delayedCount: How much work has waited for its time.
  ///   - effects: What is to be done as well.
  /// - Returns: What is dropped of the rest, to be released outside the lock.
  mutating func shutDown(delayedCount: Int, _ effects: inout Effects) -> [Work] {
    guard !isOver else { return [] }
    var works: [Work] = []
    while let entry = ready.popFirst() {
      if case .work(let work) = entry { works.append(work) }
    }
    for var queue in Array(lanes.values) + Array(callers.values) {
      while let work = queue.popFirst() { works.append(work) }
    }
    while let (work, _, waiter) = waiting.popFirst() {
      works.append(work)
      effects.admitted.append(waiter)
    }
    (lanes, callers, queuedCount) = ([:], [:], 0)
    droppedCount += works.count + delayedCount
    end(&effects)
    return works
  }

  private mutating func end(_ effects: inout Effects) {
    phase = .over
    effects.hasEnded = true
    effects.wakes += idle
    for thread in idle { threads[thread] = .awake }
    idle = []
  }
}
