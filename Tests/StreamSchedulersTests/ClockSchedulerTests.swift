import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

/// The clock is a real one here: what is expected of it is only that nothing comes too early.
@Suite("ClockScheduler")
struct ClockSchedulerTests {
  private let scheduler = ClockScheduler(ContinuousClock())

  @Test("Work runs in order, one piece after the other")
  func order() async {
    let log = Box<[Int]>([])
    let inside = Box(0)
    await withCheckedContinuation { continuation in
      for number in 0..<1_000 {
        scheduler.schedule {
          if inside.increment() > 1 { log.update { $0.append(-1) } }
          log.update { $0.append(number) }
          inside.update { $0 -= 1 }
        }
      }
      scheduler.schedule { continuation.resume() }
    }
    expectEqual(log.value, Array(0..<1_000))
  }

  @Test("Work for a later time comes no earlier")
  func later() async {
    let due = scheduler.now.advanced(by: .milliseconds(20))
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: due) { continuation.resume() }
    }
    expect(scheduler.now >= due)
  }

  @Test("Repeated work runs at its times until it is cancelled, and is then released")
  func repeats() async {
    weak var token: Token?
    let start = scheduler.now
    let repetition = Box<(any Cancellable)?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let newToken = Token()
      token = newToken
      let count = Box(0)
      repetition.value = scheduler.schedule(after: start.advanced(by: .milliseconds(10)), interval: .milliseconds(10)) {
        if newToken.pass(count.increment()) == 3 { continuation.resume() }
      }
    }
    expect(start.distance(to: scheduler.now) >= .milliseconds(30))
    repetition.value?.cancel()
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    expect(token == nil)
  }

  @Test("Of the runs that a long one has missed, the last is made up for, to the nanosecond")
  func nextRun() {
    let due = scheduler.now
    func next(interval: Int, late: Int) -> Int {
      due.distance(to: due.next(after: .nanoseconds(interval), at: due.advanced(by: .nanoseconds(late)))).magnitude
    }
    expectEqual([0, 9, 10, 11, 19, 20, 21, 29].map { next(interval: 10, late: $0) }, [10, 10, 10, 10, 10, 20, 20, 20])
    expectEqual([0, 1, 2, 3].map { next(interval: 1, late: $0) }, [1, 1, 2, 3])
  }

  @Test("Durations are its strides, including the longest ones")
  func strides() {
    expectEqual(NanosecondStride(clamping: .seconds(2) + .nanoseconds(5)), .seconds(2) + .nanoseconds(5))
    expectEqual(NanosecondStride(clamping: .seconds(Int64.max)), .nanoseconds(.max))
    expectEqual(NanosecondStride.milliseconds(-3).duration, .milliseconds(-3))
    expect(scheduler.now.advanced(by: 1).distance(to: scheduler.now) <= 0)
    expect(scheduler.minimumTolerance >= 0)
  }
}
