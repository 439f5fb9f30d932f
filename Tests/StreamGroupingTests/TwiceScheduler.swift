import Dispatch
import StreamCore
import StreamSchedulers

/// A scheduler that runs each piece of work twice: on a queue, and on a thread of its own.
struct TwiceScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private let queue = DispatchQueue(label: "TwiceScheduler")

  var now: SchedulerTimeType { queue.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    queue.async(execute: action)
    DispatchQueue.global().async(execute: action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    for queue in [queue, .global()] { queue.asyncAfter(deadline: date.dispatchTime, execute: action) }
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
