import StreamCore
import StreamParts
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@testable import StreamTiming

@Suite("interval(_:after:tolerance:scheduler:options:)")
struct IntervalTests {
  private let scheduler = TestScheduler()

  private func ticks(
    _ interval: VirtualTime.Stride, after first: VirtualTime.Stride? = nil, limit: Int
  ) -> MarbleRun<Int, Never> {
    let scheduler = scheduler
    return marbles("", scheduler: scheduler, limit: limit) { _ in
      Publishers.interval(interval, after: first, scheduler: scheduler)
    }
  }

  // Case XA-257.
  @Test("Ticks are numbered from 0, and the first comes after one interval")
  func ticks() {
    ticks(2, limit: 7).expect("--0-1-2")
    ticks(1, after: 3, limit: 5).expect("---012")
  }

  // Case XA-258.
  @Test("A tick without demand is dropped, and its number left out")
  func demand() {
    let site = StreamSite(line: #line + 1)
    let recorder = Publishers.interval(2, scheduler: scheduler).record(demand: .max(1))
    let drops = reportedDrops {
      scheduler.advance(to: 5)
      expectEqual(recorder.values, [0])
      recorder.request(.max(1))
      scheduler.advance(to: 5.9)
      expectEqual(recorder.values, [0])
      scheduler.advance(to: 9)
      expectEqual(recorder.values, [0, 2])
    }
    let report = DropReport(operatorName: "Interval", reason: .beyondDemand, site: site)
    expectEqual(drops, [report, report])
    recorder.cancel()
  }

  // Case XA-259.
  @Test("Without a time before the first, that comes with the scheduler's first turn")
  func atOnce() {
    ticks(2, after: 0, limit: 5).expect("0-1-2")
    let recorder = Publishers.interval(2, after: -3, scheduler: scheduler).record()
    expectEqual(recorder.values, [])
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [0])
    scheduler.advance(by: 2)
    expectEqual(recorder.values, [0, 1])
  }

  // Case XA-260.
  @Test("A cancel inside a tick leaves no timer, as one before it")
  func cancel() {
    let recorder = Publishers.interval(2, scheduler: scheduler).record { _ in .none }
    recorder.onValue = { [unowned recorder] value in
      if value == 1 { recorder.cancel() }
      return .none
    }
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 9)
    expectEqual(recorder.values, [0, 1])
    expectEqual(scheduler.pendingCount, 0)
    let other = Publishers.interval(2, scheduler: scheduler).record()
    other.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("The first request starts the timer, also inside the handover; a cancel there leaves none")
  func firstRequest() {
    let recorder = Publishers.interval(2, scheduler: scheduler).record(demand: .none)
    recorder.request(.none)
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(to: 1)
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 3)
    expectEqual(recorder.values, [0])
    recorder.cancel()
    let cancelling = RecordingSubscriber<Int, Never>(demand: .unlimited)
    cancelling.onSubscription = { $0.cancel() }
    Publishers.interval(2, scheduler: scheduler).subscribe(cancelling)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Each subscription has its own timer and numbers")
  func cold() {
    let publisher = Publishers.interval(2, scheduler: scheduler)
    let first = publisher.record()
    scheduler.advance(to: 3)
    let second = publisher.record()
    scheduler.advance(to: 5)
    expectEqual(first.values, [0, 1])
    expectEqual(second.values, [0])
  }

  @Test("Of the ticks that come during a delivery, the newest is delivered after it")
  func duringDelivery() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    let (scheduler, inside) = (scheduler, Box(0))
    recorder.onValue = { [unowned recorder] value in
      guard value == 0 else { return .none }
      recorder.request(.max(1))
      scheduler.advance(by: 7)
      inside.value = recorder.values.count
      return .none
    }
    Publishers.interval(2, scheduler: scheduler).subscribe(recorder)
    scheduler.advance(to: 2)
    expectEqual(inside.value, 1)
    expectEqual(recorder.values, [0, 3])
    recorder.cancel()
  }

  @Test("A tick that is late by several intervals has the newest number, and ticks do not drift")
  func late() {
    var policy = IntervalPolicy<VirtualTime>(interval: 2)
    expect(policy.tick(at: 1) == nil)
    policy.due = 2
    expectEqual(policy.tick(at: 2.5), 0)
    expectEqual(policy.due, 4)
    // A clock that reads slightly early.
    expectEqual(policy.tick(at: 3.999), 1)
    expectEqual(policy.tick(at: 6), 2)
    expectEqual(policy.tick(at: 15), 6)
    // Those that were missed come later, one by one.
    expect(policy.tick(at: 14.9) == nil)
    expectEqual(policy.tick(at: 16), 7)
    expectEqual(policy.due, 18)
    expectEqual(policy.tick(at: 2_000_000_019), 1_000_000_008)
  }

  @Test("Whole intervals are counted exactly, also near the longest")
  func intervals() {
    typealias Policy = IntervalPolicy<VirtualTime>
    for length in 0...40 {
      let (count, sum) = Policy.intervals(of: 3, in: VirtualTime.Stride(length))
      expectEqual(count, length / 3)
      expectEqual(sum, VirtualTime.Stride(length / 3 * 3))
    }
    let longest = VirtualTime.Stride.seconds(Int.max)
    expectEqual(Policy.intervals(of: longest, in: longest).count, 1)
    expectEqual(Policy.intervals(of: .nanoseconds(1), in: longest).count, Int.max)
    expectEqual(Policy.intervals(of: .nanoseconds(0), in: longest).count, 0)
    expectEqual(Policy.intervals(of: 1, in: -5).count, 0)
  }

  @Test("A scheduler without time ticks once, at once")
  func immediate() {
    let events: [RecordingSubscriber<Int, Never>.Event] = [.subscription("Interval"), .value(0)]
    expectEqual(Publishers.interval(1, scheduler: ImmediateScheduler.shared).record().events, events)
    expectEqual(Publishers.interval(.seconds(1), scheduler: ImmediateScheduler.shared).record().events, events)
    let instant = InstantScheduler<VirtualTime, Never>(now: 0)
    expectEqual(Publishers.interval(1, scheduler: instant).record().events, events)
  }

  @Test("A cancel releases downstream, though it keeps its subscription")
  func releases() {
    weak var released: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = RecordingSubscriber<Int, Never>(demand: .unlimited)
      released = recorder
      Publishers.interval(2, scheduler: scheduler).subscribe(recorder)
      subscription = recorder.subscription
    }
    scheduler.advance(to: 2)
    expectEqual(released?.values, [0])
    subscription?.cancel()
    expect(released == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Time from a long interval saturates, and ticks never come")
  func longest() {
    let recorder = Publishers.interval(.seconds(Int.max), scheduler: scheduler).record()
    scheduler.advance(to: 1_000_000)
    expectEqual(recorder.values, [])
    recorder.cancel()
  }

  @Test("Without a scheduler, the continuous clock times the ticks")
  func continuousClock() async {
    let publisher = Publishers.interval(.milliseconds(2), after: .milliseconds(1), tolerance: .zero)
    expectEqual(publisher.interval, .milliseconds(2))
    expectEqual(publisher.first, .milliseconds(1))
    expectEqual(publisher.tolerance, .zero)
    expectEqual(Publishers.interval(.seconds(3)).first, .seconds(3))
    let values = Box<[Int]>([])
    let subscription = Box<AnyCancellable?>(nil)
    await withCheckedContinuation { continuation in
      subscription.value = publisher.sink { number in
        values.update { $0.append(number) }
        if values.value.count == 2 { continuation.resume() }
      }
    }
    subscription.value = nil
    expect(values.value[0] < values.value[1])
  }

  @Test("An interval of zero or less traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Publishers.interval(.zero) }
    await #expect(processExitsWith: .failure) { _ = Publishers.interval(0, scheduler: TestScheduler()) }
    await #expect(processExitsWith: .failure) { _ = Publishers.interval(-1, scheduler: TestScheduler()) }
    await #expect(processExitsWith: .failure) { _ = TestScheduler().timerPublisher(every: 0) }
  }
}
