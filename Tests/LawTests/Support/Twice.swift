import Dispatch
import Streams

/// A scheduler with a fault: it runs each piece of work twice, the second time on another queue.
struct Twice: Scheduler, Sendable {
  private let queue = DispatchQueue(label: "law")

  var now: DispatchQueue.SchedulerTimeType { queue.now }
  var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { .zero }

  func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    queue.async(execute: action)
    DispatchQueue.global().async(execute: action)
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, tolerance: DispatchQueue.SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) {
    for queue in [queue, .global()] { queue.asyncAfter(deadline: date.dispatchTime, execute: action) }
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride, options: DispatchQueue.SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
