import StreamCore
import StreamSchedulers
import StreamTesting

/// A scheduler whose clock stands: work that is due runs before `schedule` returns, work for later never or, if it is
/// to run everything, at once as well.
struct StandingScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  /// Whether work for later runs at once.
  var runsEverything = false

  var now: VirtualTime { 0 }
  var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    if runsEverything || date <= now { action() }
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    if runsEverything || date <= now { action() }
    return AnyCancellable {}
  }
}
