public import StreamCore
public import StreamSchedulers

extension Exploration {
  /// Creates a scheduler whose work runs on threads of the scenario.
  ///
  /// - Parameters:
  ///   - name: The name of its threads in the trace.
  ///   - width: The number of its threads: one for a serial queue, two or more for a concurrent one.
  /// - Returns: The scheduler.
  public func queue(_ name: String, width: Int = 1) -> ExploredQueue {
    precondition(width > 0, "A queue needs a thread: \(width)")
    let queue = ExploredQueue(self)
    for index in 1...width {
      run.addThread(width == 1 ? name : "\(name) \(index)", isWorker: true, queue.work)
    }
    return queue
  }
}

/// A scheduler for explorations, created by ``Exploration/queue(_:width:)``.
///
/// Immediate work starts in the order in which it was scheduled. Delayed work may start at any moment, before or after
/// other pending work, as on a busy machine: the earliest first, and work with equal times in any order. Starting it
/// advances the clock, and reading `now` may advance it to the earliest pending time. Repeating work starts at most
/// twice between steps of other threads, so that each schedule ends.
public final class ExploredQueue: Scheduler, @unchecked Sendable {
  // Sendable: mutable state is accessed by the running thread only.

  /// The time type of a ``TestScheduler``.
  public typealias SchedulerTimeType = VirtualTime

  /// It has no options.
  public typealias SchedulerOptions = Never

  private struct Timer {
    let due: VirtualTime
    let repetition: Repetition?
    let action: @Sendable () -> Void

    /// How often it has fired since other threads last ran, if it repeats.
    var count = 0

    /// The number of other threads' steps when it last fired.
    var seenSteps = -1
  }

  private let run: ScheduleRun
  private var clock: VirtualTime = 0
  private var waiting = Queue<@Sendable () -> Void>()

  /// Ordered by time.
  private var timers: [Timer] = []

  init(_ exploration: Exploration) {
    run = exploration.run
  }

  // MARK: The threads

  @Sendable
  func work() {
    guard let thread = RunThread.current else { return }
    while run.wait(for: "waits for work", by: thread, until: { [self] in hasWork }) {
      // Released before the next point, as a queue does.
      next(thread)?()
    }
    // Work not run by the end of the schedule is released.
    waiting = Queue()
    timers = []
  }

  private var hasWork: Bool {
    !waiting.isEmpty || timers.contains(where: mayFire)
  }

  private func mayFire(_ timer: Timer) -> Bool {
    timer.repetition == nil || timer.seenSteps != run.ownSteps || timer.count < 2
  }

  private func next(_ thread: RunThread) -> (@Sendable () -> Void)? {
    guard let first = timers.first(where: mayFire), waiting.isEmpty || run.choose(from: 2, by: thread) == 1 else {
      return waiting.popFirst()
    }
    let sameTime = timers.indices.filter { timers[$0].due == first.due && mayFire(timers[$0]) }
    let timer = timers.remove(at: sameTime[run.choose(from: sameTime.count, by: thread)])
    clock = max(clock, timer.due)
    run.note("time \(clock): a timer fires", by: thread)
    if let repetition = timer.repetition {
      let count = timer.seenSteps == run.ownSteps ? timer.count + 1 : 1
      insert(
        Timer(
          due: timer.due.advanced(by: repetition.interval), repetition: repetition, action: timer.action, count: count,
          seenSteps: run.ownSteps))
    }
    return timer.action
  }

  private func insert(_ timer: Timer) {
    timers.insert(timer, at: timers.firstIndex { $0.due > timer.due } ?? timers.endIndex)
  }

  private func reach(_ operation: StaticString) {
    if let thread = RunThread.current { run.reach(ExplorationStep(operation: operation), by: thread) }
  }

  // MARK: Scheduler

  /// The current virtual time.
  public var now: VirtualTime {
    guard let thread = RunThread.current, let first = timers.first, first.due > clock else { return clock }
    if run.choose(from: 2, by: thread) == 1 { clock = first.due }
    return clock
  }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { .nanoseconds(1) }

  /// Enqueues `action` behind pending work.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    reach("schedules work")
    waiting.append(action)
    reach("has scheduled work")
  }

  /// Enqueues `action` for a time or later.
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    reach("sets a timer")
    insert(Timer(due: date, repetition: nil, action: action))
    reach("has set a timer")
  }

  /// Enqueues `action` for a time and each interval after it.
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    reach("sets a repeating timer")
    let repetition = Repetition(interval: max(interval, .nanoseconds(1)))
    insert(Timer(due: date, repetition: repetition, action: action))
    reach("has set a repeating timer")
    return AnyCancellable(ConcurrentCancellation { [weak self] in self?.remove(repetition) })
  }

  private func remove(_ repetition: Repetition) {
    reach("ends a repetition")
    let removed = timers.filter { $0.repetition === repetition }
    timers.removeAll { $0.repetition === repetition }
    withExtendedLifetime(removed) {}
  }

  private final class Repetition: Sendable {
    let interval: VirtualTime.Stride

    init(interval: VirtualTime.Stride) {
      self.interval = interval
    }
  }
}
