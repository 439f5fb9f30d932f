public import StreamCore
public import StreamSchedulers
public import StreamTesting

extension Stage {
  /// A queue with other work to do: a block runs two ticks after it has been scheduled.
  public var queue: BusyQueue { BusyQueue(scheduler: scheduler) }
}

/// A scheduler that runs a block two ticks later, as a queue does that has other work before it.
public struct BusyQueue: Scheduler, Sendable {
  let scheduler: TestScheduler

  /// The time.
  public var now: VirtualTime { scheduler.now }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { scheduler.minimumTolerance }

  /// Runs `action` in two ticks.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: now.advanced(by: 2), action)
  }

  /// Runs `action` at a time.
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    scheduler.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` at a time, and again at regular intervals.
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
