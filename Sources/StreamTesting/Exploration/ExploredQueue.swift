public import StreamCore
public import StreamSchedulers

extension Exploration {
  /// Makes a scheduler whose work is done by threads of the scenario.
  ///
  /// - Parameters:
  ///   - name: What the trace calls its threads.
  ///   - width: How many threads work for it: one for a serial queue, two or more for a concurrent one.
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

/// A scheduler of an exploration: made by ``Exploration/queue(_:width:)``.
///
/// Work for now is begun in the order in which it was scheduled. Work for a later time may be begun at any moment, before or
/// after what else waits, as on a busy machine: the earliest first, and work of one time in any order. The clock moves when
/// such work is begun, and reading `now` may move it to the earliest time at which work waits. Each piece of work that repeats
/// is begun at most twice between steps of other threads, so that each schedule ends.
public final class ExploredQueue: Scheduler, @unchecked Sendable {
  // Sendable: what changes is reached by the thread whose turn it is.

  /// Times are those of a ``TestScheduler``.
  public typealias SchedulerTimeType = VirtualTime

  /// There are no options.
  public typealias SchedulerOptions = Never

  private struct Timer {
    let due: VirtualTime
    let repetition: Repetition?
    let action: @Sendable () -> Void

    /// How often it has fired since other threads went on, if it repeats.
    var count = 0

    /// The steps that other threads had done when it last fired.
    var seenSteps = -1
  }

  private let run: ScheduleRun
  private var clock: VirtualTime = 0
  private var waiting = Queue<@Sendable () -> Void>()

  /// In the order of their times.
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
    // What is not done any more is released by the end.
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

  /// What the clock shows.
  public var now: VirtualTime {
    guard let thread = RunThread.current, let first = timers.first, first.due > clock else { return clock }
    if run.choose(from: 2, by: thread) == 1 { clock = first.due }
    return clock
  }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { .nanoseconds(1) }

  /// Has a thread of the queue run `action` after what waits already.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    reach("schedules work")
    waiting.append(action)
    reach("has scheduled work")
  }

  /// Has a thread of the queue run `action` at a time, or later.
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    reach("sets a timer")
    insert(Timer(due: date, repetition: nil, action: action))
    reach("has set a timer")
  }

  /// Has a thread of the queue run `action` at a time and after each interval.
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
