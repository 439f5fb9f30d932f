public import Dispatch
public import StreamCore

// On Apple platforms the Dispatch module itself declares `DispatchQueue.SchedulerTimeType` and `SchedulerOptions`, for
// Combine's `Scheduler`. Our own types would clash with them under the same names, and break code written for Combine
// under others, so we use Apple's, which satisfy our protocols because these have Combine's requirements. The exception
// is the method that returns our `Cancellable`: it is declared outside the conditional. Generic code always calls ours;
// code that also imports Combine and calls a queue's `schedule` directly must disambiguate.

#if canImport(Darwin)
  extension DispatchQueue.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension DispatchQueue {
    // Sendable: `DispatchWorkItemFlags`, which Dispatch does not declare so, is an option set; the rest is.
    /// Options for work on a queue.
    public struct SchedulerOptions: @unchecked Sendable {
      /// The quality of service; `.unspecified` for the queue's own.
      public var qos: DispatchQoS

      /// The work item's flags, such as `.barrier`.
      public var flags: DispatchWorkItemFlags

      /// The group that the work belongs to from scheduling to completion.
      public var group: DispatchGroup?

      /// Creates options for work on a queue.
      ///
      /// - Parameters:
      ///   - qos: The quality of service.
      ///   - flags: The work item's flags.
      ///   - group: The group that the work belongs to.
      public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
      ) {
        self.qos = qos
        self.flags = flags
        self.group = group
      }
    }

    /// The current time, on the clock that stops while the machine sleeps.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// Zero: a queue honours any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Submits `action` to the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      async(
        group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], execute: action)
    }

    /// Submits `action` to the queue at a time, or up to `tolerance` later, when the machine is awake anyway. Without a
    /// tolerance, Dispatch chooses its own.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      let group = options?.group
      group?.enter()
      guard tolerance <= minimumTolerance else {
        // Not declared `Sendable`, but Dispatch objects may be used on any thread. Its handler retains it until it
        // fires.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
        timer.schedule(deadline: date.dispatchTime, leeway: tolerance.timeInterval)
        timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
          timer.cancel()
          action()
          group?.leave()
        }
        return timer.activate()
      }
      asyncAfter(deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
        action()
        group?.leave()
      }
    }
  }
#endif

/// Work runs on the queue.
///
/// Use a serial queue with operators. On a concurrent one they keep their own signals in order, but deliveries of
/// different streams overlap.
extension DispatchQueue: Scheduler {
  /// Submits `action` to the queue at a time, and then after every interval until cancelled. Runs that the queue is too
  /// late for are skipped.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    // Not declared `Sendable`, but Dispatch objects may be used on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval,
      leeway: Swift.max(tolerance, minimumTolerance).timeInterval)
    timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: action)
    if let group = options?.group {
      group.enter()
      timer.setCancelHandler { group.leave() }
    }
    timer.activate()
    return AnyCancellable(ConcurrentCancellation { timer.cancel() })
  }
}
