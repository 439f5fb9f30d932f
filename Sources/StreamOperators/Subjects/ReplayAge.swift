internal import StreamCore
internal import StreamParts
internal import StreamSchedulers

/// Measures age by the clock of a scheduler.
@frozen
@usableFromInline
struct ReplayAge<Context: Scheduler>: ReplayClock {
  @usableFromInline let maxAge: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context

  @inlinable
  init(maxAge: Context.SchedulerTimeType.Stride, scheduler: Context) {
    (self.maxAge, self.scheduler) = (maxAge, scheduler)
  }

  @inlinable
  func now() -> Any { scheduler.now }

  @inlinable
  func hasExpired(_ stamp: Any, at now: Any) -> Bool {
    guard let stamp = stamp as? Context.SchedulerTimeType, let now = now as? Context.SchedulerTimeType else {
      return false
    }
    return stamp.distance(to: now) > maxAge
  }
}
