import Foundation
import Streams
import TestSupport
import Testing

@Suite("Combine's source: timing and schedulers")
struct TimingSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  let numbers = Numbers()
  let queue = DispatchQueue(label: "queue")

  @Test("delay, debounce, throttle, timeout, measureInterval, collect by time, receive(on:) and subscribe(on:)")
  func timing() {
    let debounce: Publishers.Debounce<Numbers, DispatchQueue> = numbers.debounce(for: 0.5, scheduler: queue)
    expectEqual(debounce.dueTime, .milliseconds(500))
    let delay: Publishers.Delay<Numbers, DispatchQueue> = numbers.delay(for: .seconds(1), scheduler: queue)
    expectEqual(delay.interval, 1)
    let throttle: Publishers.Throttle<Numbers, DispatchQueue> = numbers.throttle(
      for: .milliseconds(5), scheduler: queue, latest: true)
    expect(throttle.latest)
    let timeout: Publishers.Timeout<Numbers, DispatchQueue> = numbers.timeout(2, scheduler: queue)
    expect(timeout.customError == nil)
    let faulty = PassthroughSubject<Int, Fault>().timeout(.seconds(2), scheduler: queue, customError: { .first })
    expectEqual(faulty.customError?(), .first)
    let measure: Publishers.MeasureInterval<Numbers, DispatchQueue> = numbers.measureInterval(using: queue)
    expect(measure.upstream === numbers)
    let byTime: Publishers.CollectByTime<Numbers, DispatchQueue> = numbers.collect(.byTime(queue, .seconds(1)))
    let byCount = numbers.collect(Publishers.TimeGroupingStrategy.byTimeOrCount(queue, 1, 10))
    expect(byTime.upstream === byCount.upstream)
    let receive: Publishers.ReceiveOn<Numbers, DispatchQueue> = numbers.receive(on: queue)
    let subscribe: Publishers.SubscribeOn<Numbers, DispatchQueue> = numbers.subscribe(on: queue)
    expect(receive.upstream === subscribe.upstream)
    expectEqual(outputs(Just(1).receive(on: ImmediateScheduler.shared).subscribe(on: ImmediateScheduler.shared)), [1])
  }

  @Test("Schedulers")
  func schedulers() {
    func soon<S: Scheduler>(_ scheduler: S) -> S.SchedulerTimeType {
      scheduler.now.advanced(by: .milliseconds(1))
    }
    expect(soon(queue) > DispatchQueue.SchedulerTimeType(.now()))
    let stride = DispatchQueue.SchedulerTimeType.Stride(integerLiteral: 2)
    expect(stride.magnitude == 2_000_000_000 && stride == .seconds(2.0))
    let group = DispatchGroup()
    var ran = false
    queue.schedule(options: .init(qos: .utility, group: group)) { ran = true }
    group.wait()
    expect(ran)
    let timer: Cancellable = queue.schedule(after: queue.now, interval: .seconds(10), tolerance: .seconds(1)) {}
    timer.cancel()
    ImmediateScheduler.shared.schedule { ran = false }
    expect(!ran)
  }

  @Test("Work for a later time runs at once on ImmediateScheduler, whose strides are bare numbers")
  func immediate() {
    var runs = 0
    let scheduler = ImmediateScheduler.shared
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(60))) { runs += 1 }
    let timer: Cancellable = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { runs += 1 }
    timer.cancel()
    expectEqual(runs, 2)
    expectEqual(ImmediateScheduler.SchedulerTimeType.Stride.seconds(1_100), 0)
    expectEqual(outputs(Just(1).delay(for: 10, scheduler: ImmediateScheduler.shared)), [1])
    expectEqual(
      outputs([1, 2].publisher.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true)),
      [
        1, 2,
      ])
  }

  /// As a client writes it, with Foundation's schedulers beside Dispatch's.
  final class Model {
    let queue: AnySchedulerOf<DispatchQueue>
    let loop: AnySchedulerOf<RunLoop>
    let operations: AnySchedulerOf<OperationQueue>

    init(
      queue: AnySchedulerOf<DispatchQueue> = .main, loop: AnySchedulerOf<RunLoop> = .main,
      operations: AnySchedulerOf<OperationQueue> = .main
    ) {
      self.queue = queue
      self.loop = loop
      self.operations = operations
    }
  }

  @Test("The statics of schedulers are found for a concrete and for an erased scheduler")
  func statics() {
    _ = Model()
    let model = Model(queue: .immediate, loop: .immediate, operations: .immediate)
    var runs = 0
    model.queue.schedule { runs += 1 }
    model.loop.schedule(after: model.loop.now.advanced(by: 1)) { runs += 1 }
    model.operations.schedule { runs += 1 }
    expectEqual(runs, 3)
    expectEqual(Just(1).receive(on: .main).scheduler.label, DispatchQueue.main.label)
    expectEqual(
      Just(1).subscribe(on: .global(qos: .utility)).scheduler.label, DispatchQueue.global(qos: .utility).label)
    let main: DispatchQueue = .main
    expectEqual(main.label, DispatchQueue.main.label)
    expect(RunLoop.main === Just(1).receive(on: RunLoop.main).scheduler)
  }
}
