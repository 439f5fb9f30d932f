import Dispatch
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

/// 100,000 streams that wait at once on one scheduler. To make so many takes seconds in a debug build: they stand here,
/// beside the real schedulers, so that the tests in virtual time stay fast.
@Suite("Memory of many waiting operators")
struct MemoryTests {
  /// Half of them debounces that hold a value, half of them timeouts that wait for one. All are counted, and so is what
  /// the debounces hold.
  private func wait<S: Scheduler>(on scheduler: S, for stride: S.SchedulerTimeType.Stride, alive: Box<Int>)
    -> [AnyCancellable]
  {
    (0..<manyTimes).map { number in
      let counted = Counted(alive)
      if number.isMultiple(of: 2) {
        let never = Empty<Int, Never>(completeImmediately: false)
        return never.timeout(stride, scheduler: scheduler).sink { _ in withExtendedLifetime(counted) {} }
      }
      let source = CurrentValueSubject<Counted, Never>(counted)
      return source.debounce(for: stride, scheduler: scheduler).sink { _ in }
    }
  }

  @Test("Very many debounces and timeouts leave nothing after a cancel: virtual time")
  func virtualTime() {
    let scheduler = TestScheduler()
    let alive = Box(0)
    var cancellables = wait(on: scheduler, for: 60, alive: alive)
    expectEqual(alive.value, manyTimes)
    expectEqual(scheduler.pendingCount, manyTimes)
    cancellables = []
    expect(cancellables.isEmpty)
    expectEqual(alive.value, 0)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Very many debounces and timeouts leave nothing after a cancel: a queue")
  func queue() {
    let queue = DispatchQueue(label: "waiting")
    let alive = Box(0)
    withExtendedLifetime(wait(on: queue, for: 1_000, alive: alive)) { expectEqual(alive.value, manyTimes) }
    // A queue releases cancelled timers by itself, soon.
    expect(eventually { alive.value == 0 })
  }
}
