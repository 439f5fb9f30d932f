import Foundation
import Streams
import Testing

@Suite("Combine's source: timing and schedulers")
struct TimingSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  let numbers = Numbers()
  let queue = DispatchQueue(label: "queue")

  @Test("O-022, O-023, O-090 to O-097, T-31")
  func timing() {
    let debounce: Publishers.Debounce<Numbers, DispatchQueue> = numbers.debounce(for: 0.5, scheduler: queue)
    #expect(debounce.dueTime == .milliseconds(500))
    let delay: Publishers.Delay<Numbers, DispatchQueue> = numbers.delay(for: .seconds(1), scheduler: queue)
    #expect(delay.interval == 1)
    let throttle: Publishers.Throttle<Numbers, DispatchQueue> = numbers.throttle(
      for: .milliseconds(5), scheduler: queue, latest: true)
    #expect(throttle.latest)
    let timeout: Publishers.Timeout<Numbers, DispatchQueue> = numbers.timeout(2, scheduler: queue)
    #expect(timeout.customError == nil)
    let faulty = PassthroughSubject<Int, Fault>().timeout(.seconds(2), scheduler: queue, customError: { .first })
    #expect(faulty.customError?() == .first)
    let measure: Publishers.MeasureInterval<Numbers, DispatchQueue> = numbers.measureInterval(using: queue)
    #expect(measure.upstream === numbers)
    let byTime: Publishers.CollectByTime<Numbers, DispatchQueue> = numbers.collect(.byTime(queue, .seconds(1)))
    let byCount = numbers.collect(Publishers.TimeGroupingStrategy.byTimeOrCount(queue, 1, 10))
    #expect(byTime.upstream === byCount.upstream)
    let receive: Publishers.ReceiveOn<Numbers, DispatchQueue> = numbers.receive(on: queue)
    let subscribe: Publishers.SubscribeOn<Numbers, DispatchQueue> = numbers.subscribe(on: queue)
    #expect(receive.upstream === subscribe.upstream)
    #expect(outputs(Just(1).receive(on: ImmediateScheduler.shared).subscribe(on: ImmediateScheduler.shared)) == [1])
  }

  @Test("T-19 to T-21, T-24: schedulers")
  func schedulers() {
    func soon<S: Scheduler>(_ scheduler: S) -> S.SchedulerTimeType {
      scheduler.now.advanced(by: .milliseconds(1))
    }
    #expect(soon(queue) > DispatchQueue.SchedulerTimeType(.now()))
    let stride = DispatchQueue.SchedulerTimeType.Stride(integerLiteral: 2)
    #expect(stride.magnitude == 2_000_000_000 && stride == .seconds(2.0))
    let group = DispatchGroup()
    var ran = false
    queue.schedule(options: .init(qos: .utility, group: group)) { ran = true }
    group.wait()
    #expect(ran)
    let timer: Cancellable = queue.schedule(after: queue.now, interval: .seconds(10), tolerance: .seconds(1)) {}
    timer.cancel()
    ImmediateScheduler.shared.schedule { ran = false }
    #expect(!ran)
  }
}
