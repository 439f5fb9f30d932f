public import StreamCore

/// Records what a ``MeteredScheduler`` does. Its methods are called on the threads that schedule and run work, possibly
/// concurrently.
public protocol SchedulerRecorder: Sendable {
  /// Work has been scheduled; of delayed and repeating work, a run is about to begin.
  func enqueued()

  /// Work begins.
  ///
  /// - Parameter waited: How long it has waited; zero for delayed and repeating work.
  func started(waited: Duration)

  /// Work has ended.
  ///
  /// - Parameter ran: How long it has run.
  func finished(ran: Duration)
}

extension Scheduler {
  /// This scheduler, with a recorder of what it runs.
  ///
  ///     receive(on: queue.metered(by: counters))
  ///
  /// - Parameter recorder: Called for each piece of work.
  /// - Returns: A scheduler that passes everything on to this one.
  @_disfavoredOverload
  public func metered(by recorder: any SchedulerRecorder) -> MeteredScheduler<Self> {
    MeteredScheduler(self, recorder: recorder)
  }
}

/// A scheduler that reports each piece of work to a recorder, and passes everything on to another scheduler.
///
/// Times are measured by the continuous clock. Delayed and repeating work is not counted as waiting, so a cancel does
/// not affect the counts: each run is reported as enqueued and started when it begins.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamSchedulers.MeteredScheduler`.
public struct MeteredScheduler<Base: Scheduler>: Scheduler {
  /// The time of the scheduler that runs the work.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  /// The options of the scheduler that runs the work.
  public typealias SchedulerOptions = Base.SchedulerOptions

  /// The scheduler that runs the work.
  public let base: Base

  /// Called for each piece of work.
  public let recorder: any SchedulerRecorder

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - base: The scheduler that runs the work.
  ///   - recorder: Called for each piece of work.
  public init(_ base: Base, recorder: any SchedulerRecorder) {
    self.base = base
    self.recorder = recorder
  }

  /// The current time of the base.
  public var now: SchedulerTimeType { base.now }

  /// The minimum tolerance of the base.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Passes `action` on to the base.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    recorder.enqueued()
    base.schedule(options: options, MeteredWork(recorder: recorder, enqueued: .now, action: action).run)
  }

  /// Passes `action` on to the base.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    base.schedule(
      after: date, tolerance: tolerance, options: options,
      MeteredWork(recorder: recorder, enqueued: nil, action: action).run)
  }

  /// Passes `action` on to the base.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options,
      MeteredWork(recorder: recorder, enqueued: nil, action: action).run)
  }
}

extension MeteredScheduler: Sendable where Base: Sendable {}

/// Work, with the calls before and after it.
private struct MeteredWork: Sendable {
  let recorder: any SchedulerRecorder

  /// When it was scheduled; `nil` if it is enqueued as it runs.
  let enqueued: ContinuousClock.Instant?
  let action: @Sendable () -> Void

  @Sendable
  func run() {
    if enqueued == nil { recorder.enqueued() }
    let start = ContinuousClock.now
    recorder.started(waited: enqueued.map { $0.duration(to: start) } ?? .zero)
    action()
    recorder.finished(ran: start.duration(to: .now))
  }
}
