#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of a schedule.
// Sendable: its run guards it with the mutex; only the thread itself uses `body`.
final class RunThread: @unchecked Sendable {
  /// What a thread waits for before it can continue.
  enum Wait {
    case lock(address: UInt, number: UInt)
    case condition(StaticString, () -> Bool)
  }

  /// From 1, in order of creation.
  let number: Int
  let name: String

  /// Whether it serves the others, and does not end by itself.
  let isWorker: Bool
  let run: ScheduleRun
  fileprivate var body: (() -> Void)?
  fileprivate var wait: Wait?
  fileprivate var hasEnded = false
  fileprivate var stepCount = 0
  fileprivate var atomicDepth = 0
  fileprivate let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  fileprivate init(
    _ name: String, number: Int, isWorker: Bool, of run: ScheduleRun, body: @escaping () -> Void
  ) {
    (self.name, self.number, self.isWorker, self.run, self.body) = (name, number, isWorker, run, body)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }
}

/// One schedule: threads of which one runs at a time, from point to point.
///
/// At each point the running thread picks the next one, hands over to it, and waits until it is picked again.
// Sendable: mutable state is under the mutex, or belongs to the running thread.
final class ScheduleRun: @unchecked Sendable {
  let stepLimit: Int
  private let chooser: any Chooser
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let overCondition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var threads: [RunThread] = []
  private var turn: RunThread?
  private var owners: [UInt: RunThread] = [:]
  private var lastNumber: UInt = 0
  private var isOver = false
  private var hasStarted = false
  private var candidates: [Int] = []

  /// Called when no thread can run: describes other things still pending.
  var unfinished: [() -> String?] = []

  /// Runs tasks that have no executor of their own and become ready on a thread of the scenario; `nil` if they are left
  /// to the runtime.
  var taskPool: QueueExecutor?

  /// Whether threads were abandoned because none could run, or one ran for ever.
  private(set) var isAbandoned = false
  private(set) var messages: [String] = []
  private(set) var trace: [TracedStep] = []
  private(set) var decisions: [ExplorationSchedule.Decision] = []

  /// The number of points reached by threads that are not workers.
  private(set) var ownSteps = 0

  /// The number of choices between several runnable threads.
  private(set) var pickCount = 0

  init(chooser: any Chooser, stepLimit: Int) {
    self.chooser = chooser
    self.stepLimit = stepLimit
    mutex.initialize(to: pthread_mutex_t())
    overCondition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    Self.initializeTimed(overCondition)
  }

  deinit {
    pthread_cond_destroy(overCondition)
    pthread_mutex_destroy(mutex)
    overCondition.deallocate()
    mutex.deallocate()
  }

  /// The names of the threads, in the order of their numbers.
  var names: [String] { threads.map(\.name) }

  var schedule: ExplorationSchedule { ExplorationSchedule(decisions) }

  // MARK: Before it starts

  func addThread(_ name: String, isWorker: Bool = false, _ body: @escaping () -> Void) {
    precondition(!hasStarted, "The threads of a scenario are made before it runs: \(name)")
    threads.append(RunThread(name, number: threads.count + 1, isWorker: isWorker, of: self, body: body))
  }

  func makeNumber() -> UInt {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Running

  /// Releases the closures of the scenario's threads.
  func clear() {
    unfinished = []
    for thread in threads { thread.wait = nil }
  }

  /// Releases the threads, which retain the run; those of an abandoned one stand in it for ever.
  func releaseThreads() {
    guard !isAbandoned else { return }
    pthread_mutex_lock(mutex)
    threads = []
    turn = nil
    owners = [:]
    pthread_mutex_unlock(mutex)
  }

  /// Runs the threads until all have ended or none can run.
  ///
  /// - Parameters:
  ///   - pool: Supplies the system threads.
  ///   - patience: The number of milliseconds without a point after which the running thread is considered blocked.
  func execute(on pool: ThreadPool, patience: Int) {
    hasStarted = true
    guard !threads.isEmpty else { return }
    for (index, thread) in threads.enumerated() {
      pool.run(at: index) { [self] in perform(thread) }
    }
    pthread_mutex_lock(mutex)
    passOn(from: nil)
    var seen = -1
    while !isOver, !isAbandoned {
      if trace.count == seen {
        nameForeignWait(patience)
      } else {
        seen = trace.count
        waitForEnd(milliseconds: patience)
      }
    }
    let isAbandoned = isAbandoned
    pthread_mutex_unlock(mutex)
    if !isAbandoned { taskPool = nil }
    if isAbandoned { pool.abandon() }
  }

  private func perform(_ thread: RunThread) {
    RunThread.withCurrent(thread) {
      pthread_mutex_lock(mutex)
      waitForTurn(thread)
      pthread_mutex_unlock(mutex)
      var body = thread.body
      thread.body = nil
      body?()
      body = nil
    }
    end(thread)
  }

  private func end(_ thread: RunThread) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isAbandoned else { return }
    thread.hasEnded = true
    record(ExplorationStep(operation: "ends"), of: thread)
    if threads.allSatisfy(\.hasEnded) {
      turn = nil
      isOver = true
      pthread_cond_signal(overCondition)
    } else {
      passOn(from: thread)
    }
  }

  // MARK: Points

  /// Reaches a point, where other threads may run first.
  func reach(_ step: ExplorationStep, by thread: RunThread) {
    pthread_mutex_lock(mutex)
    standStillIfAbandoned(thread)
    record(step, of: thread)
    switch step.kind {
    case .access: break
    case .entry: thread.wait = .lock(address: step.address, number: step.number)
    case .exit: owners[step.address] = nil
    }
    passOn(from: thread)
    waitForTurn(thread)
    thread.wait = nil
    if step.kind == .entry { owners[step.address] = thread }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until a condition holds. The end of the schedule also ends the wait of a worker.
  ///
  /// - Parameters:
  ///   - name: What the thread waits for, in the trace and in the message of a deadlock.
  ///   - thread: The waiting thread.
  ///   - condition: Evaluated after each point of any thread.
  /// - Returns: Whether the condition holds; `false` if the schedule ends.
  func wait(for name: StaticString, by thread: RunThread, until condition: @escaping () -> Bool) -> Bool {
    pthread_mutex_lock(mutex)
    standStillIfAbandoned(thread)
    record(ExplorationStep(operation: name), of: thread)
    thread.wait = .condition(name, condition)
    passOn(from: thread)
    waitForTurn(thread)
    thread.wait = nil
    let isSo = condition()
    pthread_mutex_unlock(mutex)
    return isSo
  }

  /// Picks one of several options.
  func choose(from count: Int, by thread: RunThread) -> Int {
    guard count > 1, thread.atomicDepth == 0 else { return 0 }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    thread.stepCount += 1
    let situation = situation(of: thread)
    let choice = chooser.choose(from: count, in: situation)
    if choice != 0 { decisions.append(ExplorationSchedule.Decision(point: situation.point, choice: choice)) }
    return choice
  }

  /// Adds a line to the trace, without being a point.
  func note(_ text: String, by thread: RunThread) {
    pthread_mutex_lock(mutex)
    standStillIfAbandoned(thread)
    trace.append(TracedStep(thread: thread.number, step: ExplorationStep(operation: "notes", note: text)))
    pthread_mutex_unlock(mutex)
  }

  /// Records a failure. The threads continue.
  func fail(_ message: String) {
    pthread_mutex_lock(mutex)
    if !isAbandoned, !messages.contains(message) { messages.append(message) }
    pthread_mutex_unlock(mutex)
  }

  /// Runs a body during which no other thread runs, unless this one has to wait for a lock: then the holder of it does.
  func atomically<Result>(by thread: RunThread, _ body: () -> Result) -> Result {
    thread.atomicDepth += 1
    defer { thread.atomicDepth -= 1 }
    return body()
  }

  // MARK: With the mutex held

  private func record(_ step: ExplorationStep, of thread: RunThread) {
    thread.stepCount += 1
    if !thread.isWorker { ownSteps += 1 }
    trace.append(TracedStep(thread: thread.number, step: step))
    guard trace.count > stepLimit, !isAbandoned else { return }
    abandon("Livelock: the threads have not ended after \(stepLimit) steps. The last were taken by \(lastOnes).")
    standStillIfAbandoned(thread)
  }

  private var lastOnes: String {
    let last = Set(trace.suffix(100).map(\.thread))
    return threads.filter { last.contains($0.number) }.map { "'\($0.name)'" }.joined(separator: ", ")
  }

  private func situation(of thread: RunThread?) -> ChoiceSituation {
    ChoiceSituation(thread: thread?.number ?? 0, step: thread?.stepCount ?? 0)
  }

  private func canGoOn(_ thread: RunThread) -> Bool {
    guard !thread.hasEnded else { return false }
    switch thread.wait {
    case nil: return true
    case .lock(let address, _): return owners[address] == nil
    case .condition(_, let condition): return condition()
    }
  }

  /// The thread that runs next if one is in an atomic body: that one, or the holder of the lock for which it waits. Any
  /// other might wait for a lock of the runtime that is held during the body, and never come to a point.
  private func nextOfAtomicBody() -> RunThread? {
    for thread in threads where thread.atomicDepth > 0 {
      if canGoOn(thread) { return thread }
      if case .lock(let address, _) = thread.wait, let owner = owners[address], canGoOn(owner) { return owner }
    }
    return nil
  }

  /// Picks the thread to run next.
  private func passOn(from thread: RunThread?) {
    if let next = nextOfAtomicBody() { return give(to: next) }
    candidates.removeAll(keepingCapacity: true)
    for thread in threads where canGoOn(thread) { candidates.append(thread.number) }
    if candidates.isEmpty {
      let waiting = threads.filter { !$0.hasEnded && !$0.isWorker }.map(complaint)
      let complaints = waiting + unfinished.compactMap { $0() }
      guard complaints.isEmpty else {
        return abandon((["Deadlock: no thread can go on."] + complaints).joined(separator: " "))
      }
      // All other threads have ended: end the workers.
      for thread in threads where !thread.hasEnded {
        thread.wait = nil
        candidates.append(thread.number)
      }
    }
    guard candidates.count > 1 else { return give(to: threads[candidates[0] - 1]) }
    let situation = situation(of: thread)
    pickCount += 1
    let choice = chooser.pick(from: candidates, in: situation)
    if choice != situation.usual(of: candidates) {
      decisions.append(ExplorationSchedule.Decision(point: situation.point, choice: choice))
    }
    give(to: threads[choice - 1])
  }

  private func give(to thread: RunThread) {
    guard turn !== thread else { return }
    turn = thread
    pthread_cond_signal(thread.condition)
  }

  private func complaint(_ thread: RunThread) -> String {
    switch thread.wait {
    case .lock(let address, let number):
      let owner = owners[address].map { $0 === thread ? "itself" : "'\($0.name)'" } ?? "no thread"
      return "'\(thread.name)' waits for lock \(number), which is held by \(owner)."
    case .condition(let name, _):
      return "'\(thread.name)' \(name), and no thread is left to wake it (a lost wake-up)."
    case nil:
      return "'\(thread.name)' has not ended."
    }
  }

  private func waitForTurn(_ thread: RunThread) {
    while isAbandoned || turn !== thread { pthread_cond_wait(thread.condition, mutex) }
  }

  private func standStillIfAbandoned(_ thread: RunThread) {
    while isAbandoned { pthread_cond_wait(thread.condition, mutex) }
  }

  /// Abandons the threads where they are: a thread cannot be ended from outside.
  private func abandon(_ message: String) {
    messages.append(message)
    isAbandoned = true
    pthread_cond_signal(overCondition)
  }

  private func nameForeignWait(_ patience: Int) {
    guard let turn else { return }
    let last = trace.last { $0.thread == turn.number }?.step.description ?? "its beginning"
    abandon(
      "'\(turn.name)' has come to no point for \(patience) ms: it waits for a lock or a condition that the exploration does "
        + "not know, or loops. Its last step was: \(last)")
  }

  private func waitForEnd(milliseconds: Int) {
    var end = timespec()
    clock_gettime(Self.clock, &end)
    let nanoseconds = end.tv_nsec + (milliseconds % 1000) * 1_000_000
    end.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    // A spurious wake-up is no reason to blame a thread.
    while !isOver, !isAbandoned, pthread_cond_timedwait(overCondition, mutex, &end) != ETIMEDOUT {}
  }

  // Setting the wall clock forward would end the wait early. Darwin's conditions know no other clock.
  #if canImport(Darwin)
    private static let clock = CLOCK_REALTIME

    private static func initializeTimed(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
      pthread_cond_init(condition, nil)
    }
  #else
    private static let clock = CLOCK_MONOTONIC

    private static func initializeTimed(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    }
  #endif
}
