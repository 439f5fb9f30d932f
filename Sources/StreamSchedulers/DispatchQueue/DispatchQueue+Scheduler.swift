public import Dispatch
public import StreamCore

// On Apple platforms the Dispatch module itself has `DispatchQueue.SchedulerTimeType` and `SchedulerOptions`, made for
// Combine's protocol of the same name as ours. Types of ours under those names would clash with them, and under other
// names would break code written for Combine; so there we borrow Apple's. They fit, because our protocols ask for
// Combine's members in Combine's words. What does not fit is the one method that returns a `Cancellable`, which is
// ours: it stands outside the conditional. Generic code always calls ours; code that imports Combine as well, and calls
// a queue's `schedule` directly, has to say which it means.

#if canImport(Darwin)
  extension DispatchQueue.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension DispatchQueue {
    // Sendable: `DispatchWorkItemFlags`, which Dispatch does not declare so, is a set of bits; the rest is.
    /// What may be said about work on a queue.
    public struct SchedulerOptions: @unchecked Sendable {
      /// How urgent the work is; `.unspecified` for what the queue says.
      public var qos: DispatchQoS

      /// How the work behaves on the queue; `.barrier`, say.
      public var flags: DispatchWorkItemFlags

      /// The group that the work belongs to, from the time it is scheduled until it is over.
      public var group: DispatchGroup?

      /// Makes options for work on a queue.
      ///
      /// - Parameters:
      ///   - qos: How urgent the work is.
      ///   - flags: How the work behaves on the queue.
      ///   - group: The group that the work belongs to.
      public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
      ) {
        self.qos = qos
        self.flags = flags
        self.group = group
      }
    }

    /// The present time, on the clock that stands still while the machine sleeps.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// Zero: a queue makes the most of any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Submits `action` to the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      async(
        group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], execute: action)
    }

    /// Submits `action` to the queue at a time. `tolerance` is not used: Dispatch chooses its own for single actions.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      let group = options?.group
      group?.enter()
      asyncAfter(deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
        action()
        group?.leave()
      }
    }
  }
#endif

/// Work runs on the queue.
///
/// Give operators a serial queue. On a concurrent one they keep the order of their own signals, but those of different
/// streams overlap.
extension DispatchQueue: Scheduler {
  /// Submits `action` to the queue at a time, and from then on after every interval, until it is cancelled. Runs that
  /// the queue comes too late for are left out.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    // Dispatch does not declare it so, but its objects may be used on any thread.
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
