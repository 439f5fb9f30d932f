import StreamCore
import StreamSchedulers
import StreamTesting

/// A scheduler whose clock stands: work that is due runs before `schedule` returns, work for later never.
struct StandingScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  var now: VirtualTime { 0 }
  var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    if date <= now { action() }
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    if date <= now { action() }
    return AnyCancellable {}
  }
}

/// A client's scheduler whose clock stands, and which runs everything before `schedule` returns.
struct AtOnceScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  var now: VirtualTime { 0 }
  var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    action()
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
