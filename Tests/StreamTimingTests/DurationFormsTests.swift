import StreamCore
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("A Duration in place of a stride")
struct DurationFormsTests {
  private let scheduler = TestScheduler()
  private let pause = Duration.seconds(2)

  @Test("delay")
  func delays() {
    let (scheduler, pause) = (scheduler, pause)
    marbles("-1-2|", scheduler: scheduler) { $0.delay(for: pause, scheduler: scheduler) }.expect("---1-2|")
  }

  @Test("debounce")
  func debounces() {
    let (scheduler, pause) = (scheduler, pause)
    marbles("-12---3---|", scheduler: scheduler) { $0.debounce(for: pause, scheduler: scheduler) }
      .expect("----2---3-|")
  }

  @Test("throttle", arguments: [(false, "-1-2-4-|"), (true, "-1-3-5-|")])
  func throttles(latest: Bool, expected: Marbles) {
    let (scheduler, pause) = (TestScheduler(), pause)
    let byDuration = marbles("-12345-|", scheduler: scheduler) {
      $0.throttle(for: pause, scheduler: scheduler, latest: latest)
    }
    let other = TestScheduler()
    let byStride = marbles("-12345-|", scheduler: other) { $0.throttle(for: 2, scheduler: other, latest: latest) }
    expectEqual("\(byDuration.downstream)", "\(byStride.downstream)")
    byDuration.expect(expected)
  }

  @Test("timeout, also with an error")
  func timesOut() {
    let (scheduler, pause) = (scheduler, pause)
    marbles("-1---2|", scheduler: scheduler) { $0.timeout(pause, scheduler: scheduler) }.expect("-1-|")
    let other = TestScheduler()
    marbles("-1---2|", scheduler: other) {
      $0.timeout(pause, scheduler: other, customError: { MarbleFailure() })
    }.expect("-1-#")
  }

  @Test("A number and .seconds are strides, as in Combine")
  func literals() {
    let scheduler = scheduler
    let publisher = Just(1).delay(for: .seconds(1), scheduler: scheduler)
    expectEqual(publisher.interval, VirtualTime.Stride.seconds(1))
    expectEqual(Just(1).timeout(3, scheduler: scheduler).interval, 3)
  }
}
