private import Dispatch
public import Foundation
public import StreamCore
public import StreamSchedulers

// As with dispatch queues, types of ours would clash with Apple's where those exist: see DispatchQueue+Scheduler.swift.

#if canImport(Darwin)
  extension OperationQueue.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension OperationQueue {
    /// A date.
    public typealias SchedulerTimeType = SchedulerDate

    /// There is nothing to be said about work on an operation queue; the type is there for the sake of `nil`.
    public struct SchedulerOptions: Sendable {}

    /// The present date.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// Zero: a timer makes the most of any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds `action` to the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      addOperation(action)
    }

    /// Adds `action` to the queue as an operation that is not ready until a date. So it is counted, waited for and cancelled
    /// with the queue's others. `tolerance` is not used: Dispatch chooses its own for single actions.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      let work = CancellableWork(action)
      let operation = BlockOperation(block: work.run)
      operation.completionBlock = work.cancel
      // The operation is ready when this one is over, which belongs to no queue.
      let time = BlockOperation {}
      operation.addDependency(time)
      addOperation(operation)
      DispatchQueue.operationTimers.asyncAfter(wallDeadline: DispatchWallTime(date.date)) {
        // Foundation for Linux does not keep what depends on an operation: one that was cancelled must be there still. Its
        // work has been released.
        withExtendedLifetime(operation) { time.start() }
      }
    }
  }
#endif

/// Work runs as operations of the queue.
///
/// Give operators a serial queue, whose `maxConcurrentOperationCount` is 1. On another they keep the order of their own
/// signals, but those of different streams overlap. A queue that is suspended does no work.
extension OperationQueue: Scheduler {
  /// Adds `action` to the queue as an operation that is not ready until a date, and, as each such operation ends, one for
  /// the next date, until it is cancelled, or its operation is. So it is counted, waited for and cancelled with the queue's
  /// others. The dates come after every interval, counted from the first; those that come while the queue has not got to the
  /// operation before are left out.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = Repetition(
      of: action, on: self, from: date.date, interval: interval.timeInterval, tolerance: max(tolerance.timeInterval, 0))
    repetition.addTurn(at: date.date)
    return AnyCancellable(repetition)
  }
}

extension DispatchQueue {
  /// Where the dates of all operation queues come. What runs here is short.
  fileprivate static let operationTimers = DispatchQueue(label: "StreamFoundationSchedulers.operationTimers")
}

/// Work that repeats, of which one run at a time is an operation of the queue.
private final class Repetition: ConcurrentCancellable, Sendable {
  private let queue: OperationQueue
  private let work: CancellableWork
  private let first: Date
  private let interval: TimeInterval
  private let tolerance: TimeInterval
  private let state = Locked(State())

  private struct State {
    var isCancelled = false
    var turn: Turn?
  }

  /// An operation, and what makes it ready.
  private struct Turn {
    let operation: Operation
    let timer: any DispatchSourceTimer

    // A timer is cancelled first: its handler, which holds the operation, is released by that.
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

  /// Adds the operation for a date to the queue, unless there are to be no more.
  func addTurn(at date: Date) {
    let operation = Run(of: self)
    // The operation is ready when this one is over, which belongs to no queue.
    let time = BlockOperation {}
    operation.addDependency(time)
    // Dispatch does not declare it so, but its objects may be used on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .operationTimers)
    timer.schedule(wallDeadline: DispatchWallTime(date), leeway: .seconds(tolerance))
    // Foundation for Linux does not keep what depends on an operation: one that was cancelled must be there still.
    timer.setEventHandler {
      withExtendedLifetime(operation) { time.start() }
      timer.cancel()
    }
    let turn = Turn(operation: operation, timer: timer)
    // The turn before is released outside the lock.
    let (isWanted, former) = state.withLock { state -> (Bool, Turn?) in
      if state.isCancelled { return (false, nil) }
      defer { state.turn = turn }
      return (true, state.turn)
    }
    withExtendedLifetime(former) {}
    timer.activate()
    guard isWanted else { return timer.cancel() }
    queue.addOperation(operation)
  }

  func run() {
    work.run()
    // Added before this run's operation ends: a queue that is waited for has no moment without one.
    addTurn(at: nextDate)
  }

  /// The first date to come.
  private var nextDate: Date {
    let elapsed = max(Date().timeIntervalSince(first), 0)
    return first.addingTimeInterval(((elapsed / interval).rounded(.down) + 1) * interval)
  }

  func cancel() {
    let turn = state.withLock { state in
      state.isCancelled = true
      defer { state.turn = nil }
      return state.turn
    }
    turn?.cancel()
    work.cancel()
  }
}

/// One run of work that repeats. Its cancel, which may be that of all the queue's operations, ends the repetition.
private final class Run: Operation, @unchecked Sendable {
  // Sendable: nothing in it changes.
  private let repetition: Repetition

  init(of repetition: Repetition) {
    self.repetition = repetition
  }

  override func main() {
    repetition.run()
  }

  // Called of an operation that has just ended, too, if it was one of the queue's when they began to be cancelled.
  override func cancel() {
    super.cancel()
    repetition.cancel()
  }
}

extension DispatchWallTime {
  /// The time of a date, if it comes; a past one is now, and one out of Dispatch's reach never comes.
  fileprivate init(_ date: Date) {
    let remaining = date.timeIntervalSinceNow
    self = remaining < 4e9 ? .now() + max(remaining, 0) : .distantFuture
  }
}

extension DispatchTimeInterval {
  /// A length of time; one out of Dispatch's reach never ends.
  fileprivate static func seconds(_ seconds: TimeInterval) -> Self {
    seconds < 4e9 ? .nanoseconds(Int(seconds * 1e9)) : .never
  }
}
