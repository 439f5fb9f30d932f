import StreamCore
import StreamSchedulers
import TestSupport
import Testing

/// Runs everything at once, and notes what it was asked for.
private final class NotingScheduler: Scheduler, Sendable {
  typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride

  struct Order: Equatable {
    var date: ImmediateScheduler.SchedulerTimeType?
    var interval: Stride?
    var tolerance: Stride?
    var options: String?
  }

  let orders = Box<[Order]>([])

  var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: Stride { 7 }

  func schedule(options: String?, _ action: @escaping @Sendable () -> Void) {
    orders.update { $0.append(Order(options: options)) }
    action()
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, tolerance: Stride, options: String?,
    _ action: @escaping @Sendable () -> Void
  ) {
    orders.update { $0.append(Order(date: date, tolerance: tolerance, options: options)) }
    action()
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, interval: Stride, tolerance: Stride,
    options: String?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    orders.update { $0.append(Order(date: date, interval: interval, tolerance: tolerance, options: options)) }
    action()
    return AnyCancellable {}
  }
}

@Suite("Scheduler")
struct SchedulerTests {
  @Test("The short forms pass the minimum tolerance and no options")
  func shortForms() {
    let scheduler = NotingScheduler()
    let runs = Box(0)
    let run: @Sendable () -> Void = { runs.update { $0 += 1 } }
    let date = scheduler.now.advanced(by: 1)
    scheduler.schedule(run)
    scheduler.schedule(after: date, run)
    scheduler.schedule(after: date, tolerance: 2, run)
    _ = scheduler.schedule(after: date, interval: 3, run)
    _ = scheduler.schedule(after: date, interval: 3, tolerance: 2, run)
    expectEqual(
      scheduler.orders.value,
      [
        .init(),
        .init(date: date, tolerance: 7),
        .init(date: date, tolerance: 2),
        .init(date: date, interval: 3, tolerance: 7),
        .init(date: date, interval: 3, tolerance: 2),
      ])
    expectEqual(runs.value, 5)
  }

  @Test("A scheduler can be constrained by the type of its times")
  func primaryAssociatedType() {
    func tolerance(
      of scheduler: some Scheduler<ImmediateScheduler.SchedulerTimeType>
    ) -> ImmediateScheduler.SchedulerTimeType.Stride {
      scheduler.minimumTolerance
    }
    expectEqual(tolerance(of: NotingScheduler()), 7)
    expectEqual(tolerance(of: ImmediateScheduler.shared), 0)
  }

  @Test("A scheduler of any type is Sendable")
  func sendable() {
    func runs(on scheduler: some Scheduler & Sendable) -> Int {
      let runs = Box(0)
      concurrently(4) { _ in scheduler.schedule { runs.update { $0 += 1 } } }
      return runs.value
    }
    expectEqual(runs(on: ImmediateScheduler.shared), 4)
  }
}
