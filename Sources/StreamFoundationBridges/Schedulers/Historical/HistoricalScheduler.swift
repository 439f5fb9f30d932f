public import Foundation
public import StreamCore
public import StreamSchedulers

/// A scheduler with a manually advanced clock that shows dates: what took days passes in microseconds, in the same
/// order.
///
///     let history = HistoricalScheduler(start: monday)
///     let cancellable = Publishers.replay(log, on: history)
///       .debounceKeepingLast(for: 3_600, scheduler: history)
///       .sink { print(history.clock, $0) }
///     history.run(until: friday)
///
/// Its times are those of a `RunLoop`, so that it fits an `AnySchedulerOf<RunLoop>`. Work runs on the thread that
/// advances the clock, and sees its own date in ``clock``; work for one date runs in the order scheduled.
///
/// - Complexity: O(log *n*) to schedule, to run and, amortised, to cancel, where *n* is the number of pieces of work
///   that wait.
public final class HistoricalScheduler: Scheduler, Sendable {
  /// The time of run loops: a date.
  public typealias SchedulerTimeType = RunLoop.SchedulerTimeType

  /// The options of run loops, of which there are none.
  public typealias SchedulerOptions = RunLoop.SchedulerOptions

  package let base: SteppedScheduler<SchedulerTimeType, SchedulerOptions>

  /// Creates a scheduler with a stopped clock.
  ///
  /// - Parameter start: The date that it shows.
  public init(start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    base = SteppedScheduler(now: SchedulerTimeType(start.checked))
  }
}

// MARK: - The clock

extension HistoricalScheduler {
  /// The date that the clock shows.
  public var clock: Date { base.now.date }

  /// Advances the clock, running the work that becomes due, including work scheduled by it.
  ///
  /// - Parameter interval: The number of seconds. Zero runs the work due now, less changes nothing; NaN traps.
  public func advance(by interval: TimeInterval) {
    precondition(!interval.isNaN, "A clock advances by a number of seconds, not by NaN.")
    guard interval >= 0 else { return }
    advance(to: clock.addingTimeInterval(interval))
  }

  /// Advances the clock to a date, running the work that becomes due, including work scheduled by it.
  ///
  /// - Parameter date: The date; a past date changes nothing.
  public func advance(to date: Date) {
    guard date.checked >= clock else { return }
    base.advance(to: SchedulerTimeType(date))
  }

  /// Runs the work due until a date, including work scheduled by it, and leaves the clock at the date of the last item:
  /// after running until `.distantFuture`, ``clock`` tells when all work was over.
  ///
  /// Work that repeats runs for each of its dates.
  ///
  /// - Parameter date: The date; a past date changes nothing.
  public func run(until date: Date) {
    guard date.checked >= clock else { return }
    base.runWork(until: SchedulerTimeType(date))
  }
}

// MARK: - Scheduler

extension HistoricalScheduler {
  /// The date that the clock shows, as a time of run loops.
  public var now: SchedulerTimeType { base.now }

  /// One nanosecond.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Runs `action` when the clock next advances, at the current date.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    base.schedule(options: options, action)
  }

  /// Runs `action` at a date; a past date means the current one.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` at a date and after every interval, until the result is cancelled or released. An interval of zero
  /// or less means the shortest one that advances the clock.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

extension Date {
  /// This date; NaN traps.
  @usableFromInline
  var checked: Date {
    precondition(!timeIntervalSinceReferenceDate.isNaN, "A date must be a number of seconds, not NaN.")
    return self
  }
}
