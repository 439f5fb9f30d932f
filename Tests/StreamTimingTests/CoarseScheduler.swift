import StreamCore
import StreamSchedulers
import StreamTesting

/// A scheduler that rings on time, while its clock goes in steps of ten.
struct CoarseScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  let exact: TestScheduler

  var now: VirtualTime { stride(from: 0, through: exact.now, by: 10).reduce(0) { $1 } }
  var minimumTolerance: VirtualTime.Stride { exact.minimumTolerance }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    exact.schedule(options: options, action)
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    exact.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    exact.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
