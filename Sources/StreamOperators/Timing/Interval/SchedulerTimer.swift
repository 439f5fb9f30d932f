public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Scheduler {
  /// Publishes the current time of this scheduler at regular intervals.
  ///
  ///     scheduler.timerPublisher(every: 3).autoconnect()
  ///     downstream    ---3--6--9
  ///
  /// Nothing happens before the publisher is connected, by `connect()` or `autoconnect()`.
  ///
  /// - **Demand**: a subscriber without demand at a tick misses it.
  /// - **Completion**: never.
  /// - **Failure**: cannot fail.
  /// - **Threads**: delivers on the scheduler, serially.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and from the connection to the first: more than zero, or the call traps.
  ///   - tolerance: How much later a tick may come; by default the scheduler's minimum.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of times, with a single timer for all its subscribers.
  /// - Complexity: O(*n*) for each tick, where *n* is the number of subscribers.
  @_disfavoredOverload
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> Publishers.SchedulerTimer<Self> {
    SchedulerTimerPublisher(interval: interval, tolerance: tolerance, scheduler: self, options: options)
  }
}

// Sendable: the stored properties are immutable, and a scheduler may be used on any thread.
/// A publisher of the time of a scheduler at each tick of a timer.
///
/// All its subscribers share one timer, which runs while the publisher is connected. After the connection is cancelled
/// the subscribers stay attached, and a new connection starts the timer anew. Without a cancel, the timer ends when the
/// publisher, its connections and its subscriptions have all been released.
public final class SchedulerTimerPublisher<Context: Scheduler>: ConnectablePublisher, ReleasingPublisher,
  @unchecked Sendable
{
  /// The time of a tick.
  public typealias Output = Context.SchedulerTimeType

  /// A timer cannot fail.
  public typealias Failure = Never

  /// The time between two ticks.
  public let interval: Context.SchedulerTimeType.Stride

  /// How much later a tick may come.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// The scheduler that times and delivers the ticks.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  private let ticker: SchedulerTicker<Context>

  /// Creates an unconnected publisher of times.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and from the connection to the first: more than zero, or the call traps.
  ///   - tolerance: How much later a tick may come; by default the scheduler's minimum.
  ///   - scheduler: The scheduler that times and delivers the ticks.
  ///   - options: Options for the scheduler.
  public init(
    interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride? = nil,
    scheduler: Context, options: Context.SchedulerOptions? = nil
  ) {
    precondition(interval.isPeriod, "Ticks come at an interval of more than zero: \(interval)")
    (self.interval, self.tolerance, self.scheduler, self.options) = (interval, tolerance, scheduler, options)
    ticker = SchedulerTicker(scheduler)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    // The subscription retains the ticker.
    ticker.ticks.subscribe(subscriber, owner: ticker)
  }

  /// Starts the timer, unless it is running.
  ///
  /// - Returns: A handle that stops the timer for all subscribers when it is cancelled, but not when it is released. A
  ///   handle obtained while the timer runs stops that timer only, not one started later.
  public func connect() -> any Cancellable {
    let (run, isNew) = ticker.begin()
    if isNew {
      let first = scheduler.now.advanced(by: interval)
      run.keep(
        scheduler.schedule(
          after: first, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, options: options,
          SchedulerTick(ticker: ticker, run: run).ring))
    }
    return SchedulerTimerConnection(ticker: ticker, run: run)
  }
}

/// The hub of a timer's ticks, and the run of the timer, which references this weakly.
// Sendable: the run is behind the lock; a scheduler may be used on any thread.
final class SchedulerTicker<Context: Scheduler>: @unchecked Sendable {
  let ticks = Broadcaster<Context.SchedulerTimeType, Never>("SchedulerTimer")

  private let scheduler: Context
  private let running = Locked<AlarmHandle?>(nil)

  init(_ scheduler: Context) {
    self.scheduler = scheduler
  }

  deinit {
    running.value?.cancel()
  }

  /// Begins a run, unless there is one.
  ///
  /// - Returns: The run, and whether it is new, so that the caller sets its timer.
  func begin() -> (run: AlarmHandle, isNew: Bool) {
    let new = AlarmHandle()
    return running.withLock { running in
      let run = running ?? new
      running = run
      return (run, run === new)
    }
  }

  /// A run has ticked: another thread may have stopped it just before.
  func tick(of run: AlarmHandle) {
    guard running.withLock({ $0 === run }) else { return }
    ticks.send(scheduler.now)
  }

  func stop(_ run: AlarmHandle) {
    running.withLock { running in
      if running === run { running = nil }
    }
    run.cancel()
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the ticker is.
struct SchedulerTick<Context: Scheduler>: @unchecked Sendable {
  weak var ticker: SchedulerTicker<Context>?
  let run: AlarmHandle

  @Sendable
  func ring() {
    if let ticker { ticker.tick(of: run) } else { run.cancel() }
  }
}

/// Stops the run that was active when this was created, and retains the ticker.
struct SchedulerTimerConnection<Context: Scheduler>: ConcurrentCancellable {
  let ticker: SchedulerTicker<Context>
  let run: AlarmHandle

  func cancel() {
    ticker.stop(run)
  }
}

extension PublisherNames {
  /// A publisher of the time of a scheduler at each tick of a timer.
  public typealias SchedulerTimer<Context: Scheduler> = SchedulerTimerPublisher<Context>
}
