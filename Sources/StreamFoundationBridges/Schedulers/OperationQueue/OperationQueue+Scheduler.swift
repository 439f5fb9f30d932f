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
  /// Adds `action` to the queue at a date, and from then on after every interval, until it is cancelled. Dates count from
  /// the first; those that come while the queue has not got to the operation before are left out. Between the dates the
  /// queue has no operation of it: work without an end could not be waited for.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An action that repeats must do so after an interval above zero, not \(interval).")
    let turns = Turns(of: action)
    // Dispatch does not declare it so, but its objects may be used on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .operationTimers)
    timer.schedule(
      wallDeadline: DispatchWallTime(date.date), repeating: .seconds(interval.timeInterval),
      leeway: .seconds(max(tolerance.timeInterval, 0)))
    timer.setEventHandler { [self] in
      if turns.begin() { addOperation(turns.run) }
    }
    timer.activate()
    return AnyCancellable {
      turns.cancel()
      timer.cancel()
    }
  }
}

extension DispatchQueue {
  /// Where the dates of all operation queues come. What runs here is short.
  fileprivate static let operationTimers = DispatchQueue(label: "StreamFoundationSchedulers.operationTimers")
}

/// Work that repeats, of which no more than one run waits for the queue.
private final class Turns: Sendable {
  private let repetition: CancellableWork
  private let isWaiting = Locked(false)

  init(of action: @escaping @Sendable () -> Void) {
    repetition = CancellableWork(action)
  }

  /// Says that a time has come.
  ///
  /// - Returns: Whether a run is to be added to the queue.
  func begin() -> Bool { !isWaiting.exchange(true) }

  @Sendable
  func run() {
    _ = isWaiting.exchange(false)
    repetition.run()
  }

  func cancel() {
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
