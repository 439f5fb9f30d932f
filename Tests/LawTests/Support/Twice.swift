import Streams

/// A scheduler that runs each piece of work twice, as one with a fault does.
struct Twice<Base: Scheduler>: Scheduler, @unchecked Sendable {
  // Sendable: a scheduler may be used on any thread.
  let base: Base

  var now: Base.SchedulerTimeType { base.now }
  var minimumTolerance: Base.SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: Base.SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    base.schedule(options: options) {
      action()
      action()
    }
  }

  func schedule(
    after date: Base.SchedulerTimeType, tolerance: Base.SchedulerTimeType.Stride, options: Base.SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options) {
      action()
      action()
    }
  }

  func schedule(
    after date: Base.SchedulerTimeType, interval: Base.SchedulerTimeType.Stride,
    tolerance: Base.SchedulerTimeType.Stride, options: Base.SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options) {
      action()
      action()
    }
  }
}
