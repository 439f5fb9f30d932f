private import Dispatch
public import Foundation
public import StreamCore
public import StreamSchedulers

// As with dispatch queues, our own types would clash with Apple's where those exist: see DispatchQueue+Scheduler.swift.

#if canImport(Darwin)
  extension OperationQueue.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension OperationQueue {
    /// A date.
    public typealias SchedulerTimeType = SchedulerDate

    /// Work on an operation queue has no options; the type exists so that `nil` can be passed.
    public struct SchedulerOptions: Sendable {}

    /// The current date.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// Zero: a timer honours any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds `action` to the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      addOperation(action)
    }

    /// Adds `action` to the queue as an operation that is not ready until a date. So the queue counts it, waits for it
    /// and cancels it like its other operations. With a `tolerance` it is ready up to that much later, when the machine
    /// is awake anyway; without, Dispatch chooses its own.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      let work = CancellableWork(action)
      let operation = BlockOperation(block: work.run)
      operation.completionBlock = work.cancel
      // The operation becomes ready when this dependency finishes, which is in no queue.
      let time = BlockOperation {}
      operation.addDependency(time)
      addOperation(operation)
      // Foundation for Linux references dependents without retaining them: even a cancelled operation must be alive
      // when the time has come. Its work has been released.
      guard tolerance > 0 else {
        DispatchQueue.operationTimers.asyncAfter(wallDeadline: DispatchWallTime(date.date)) {
          withExtendedLifetime(operation) { time.start() }
        }
        return
      }
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .operationTimers)
      timer.schedule(wallDeadline: DispatchWallTime(date.date), leeway: .seconds(tolerance.timeInterval))
      timer.setEventHandler {
        timer.cancel()
        withExtendedLifetime(operation) { time.start() }
      }
      timer.activate()
    }
  }
#endif

/// Work runs as operations of the queue.
///
/// Use a serial queue with operators: `maxConcurrentOperationCount` is 1. On a concurrent one they keep their own
/// signals in order, but deliveries of different streams overlap. A suspended queue runs no work.
extension OperationQueue: Scheduler {
  /// Adds `action` to the queue as an operation that is not ready until a date and, when it finishes, another for the
  /// next date, until it or its operation is cancelled. So the queue counts it, waits for it and cancels it like its
  /// other operations. Intervals count from the first date; dates that pass before the previous operation has run are
  /// skipped.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = Repetition(
      of: action, on: self, from: date.date, interval: interval.timeInterval, tolerance: max(tolerance.timeInterval, 0))
    repetition.addRun(at: date.date)
    return AnyCancellable(repetition)
  }
}

extension DispatchQueue {
  /// Fires the dates of all operation queues. Its handlers are short.
  fileprivate static let operationTimers = DispatchQueue(label: "StreamFoundationSchedulers.operationTimers")
}

/// Repeating work, with one pending run at a time as an operation of the queue.
private final class Repetition: ConcurrentCancellable, Sendable {
  private let queue: OperationQueue
  private let work: CancellableWork
  private let first: Date
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let state = Locked(State())

  private struct State {
    var isCancelled = false
    var pending: PendingRun?
  }

  /// An operation, and the timer that makes it ready.
  private struct PendingRun {
    let operation: Operation
    let timer: any DispatchSourceTimer

    // The timer first: cancelling it releases its handler, which retains the operation.
    func cancel() {
      timer.cancel()
      operation.cancel()
    }
  }

  init(
    of action: @escaping @Sendable () -> Void, on queue: OperationQueue, from first: Date, interval: TimeInterval,
    tolerance: TimeInterval
  ) {
    work = CancellableWork(action)
    self.queue = queue
    self.first = first
    self.interval = interval
    self.tolerance = tolerance
  }

  /// Adds the operation for a date to the queue, unless cancelled.
  func addRun(at date: Date) {
    let operation = Run(of: self)
    // The operation becomes ready when this dependency finishes, which is in no queue.
    let time = BlockOperation {}
    operation.addDependency(time)
    // Not declared `Sendable`, but Dispatch objects may be used on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .operationTimers)
    timer.schedule(wallDeadline: DispatchWallTime(date), leeway: .seconds(tolerance))
    // Foundation for Linux references dependents without retaining them: even a cancelled operation must be alive here.
    timer.setEventHandler {
      withExtendedLifetime(operation) { time.start() }
      timer.cancel()
    }
    let run = PendingRun(operation: operation, timer: timer)
    // The former run is released outside the lock.
    let (isWanted, former) = state.withLock { state -> (Bool, PendingRun?) in
      if state.isCancelled { return (false, nil) }
      defer { state.pending = run }
      return (true, state.pending)
    }
    withExtendedLifetime(former) {}
    if isWanted { queue.addOperation(operation) } else { timer.cancel() }
    // Not before: an operation that becomes ready while Foundation for Linux adds it may wait for ever.
    timer.activate()
  }

  func run() {
    work.run()
    // Added before this run's operation finishes, so that `waitUntilAllOperationsAreFinished()` does not return between
    // two runs.
    addRun(at: nextDate)
  }

  /// The next date after now.
  private var nextDate: Date {
    let elapsed = max(Date().timeIntervalSince(first), 0)
    return first.addingTimeInterval(((elapsed / interval).rounded(.down) + 1) * interval)
  }

  func cancel() {
    let pending = state.withLock { state in
      state.isCancelled = true
      defer { state.pending = nil }
      return state.pending
    }
    pending?.cancel()
    work.cancel()
  }
}

/// One run of repeating work. Cancelling it, possibly with all the queue's operations, ends the repetition.
private final class Run: Operation, @unchecked Sendable {
  // Sendable: it is immutable.
  private let repetition: Repetition

  init(of repetition: Repetition) {
    self.repetition = repetition
  }

  override func main() {
    repetition.run()
  }

  // `cancelAllOperations()` may call this even on an operation that has just finished.
  override func cancel() {
    super.cancel()
    repetition.cancel()
  }
}

extension DispatchWallTime {
  /// The wall time of a date; a past date means now, one beyond Dispatch's range never comes.
  fileprivate init(_ date: Date) {
    let remaining = date.timeIntervalSinceNow
    self = remaining < 4e9 ? .now() + max(remaining, 0) : .distantFuture
  }
}

extension DispatchTimeInterval {
  /// An interval; one beyond Dispatch's range never ends.
  fileprivate static func seconds(_ seconds: TimeInterval) -> Self {
    seconds < 4e9 ? .nanoseconds(Int(seconds * 1e9)) : .never
  }
}
