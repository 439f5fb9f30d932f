import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("TrampolineScheduler", .timeLimit(.generous))
struct TrampolineSchedulerTests {
  private let scheduler = TrampolineScheduler.shared
  private let log = Box<[String]>([])

  private func noting(_ text: String) -> @Sendable () -> Void {
    { [log] in log.update { $0.append(text) } }
  }

  // Case XA-355.
  @Test("Work that work schedules runs when that has returned, before the outermost call returns")
  func order() {
    scheduler.schedule { [scheduler, noting] in
      noting("a")()
      scheduler.schedule {
        noting("b")()
        scheduler.schedule(noting("d"))
      }
      scheduler.schedule(noting("c"))
      noting("end of a")()
    }
    expectEqual(log.value, ["a", "end of a", "b", "c", "d"])
    scheduler.schedule(noting("later"))
    expectEqual(log.value.last, "later")
  }

  // Case XA-356.
  @Test("Very many steps that schedule each other do not grow the stack")
  func flat() {
    let count = Box(0)
    let step = Box<(@Sendable () -> Void)?>(nil)
    step.value = { [scheduler] in
      if count.increment() < manyTimes, let next = step.value { scheduler.schedule(next) }
    }
    if let first = step.value { scheduler.schedule(first) }
    expectEqual(count.value, manyTimes)
    step.value = nil
  }

  // Case XA-357.
  @Test("Each thread runs its own work, in its own order")
  func threads() {
    let logs = (0..<4).map { _ in Box<[Int]>([]) }
    let strays = Box(0)
    concurrently(4) { [scheduler] number in
      let thread = currentThread()
      for round in 0..<500 {
        scheduler.schedule {
          for step in 0..<2 {
            scheduler.schedule {
              if currentThread() != thread { strays.increment() }
              logs[number].update { $0.append(2 * round + step) }
            }
          }
        }
      }
    }
    expectEqual(strays.value, 0)
    for log in logs { expectEqual(log.value, Array(0..<1_000)) }
  }

  @Test("Delayed work makes the thread sleep, and runs in the order of its times")
  func delays() {
    let start = scheduler.now
    scheduler.schedule { [scheduler, noting] in
      scheduler.schedule(after: start.advanced(by: .milliseconds(20)), noting("20"))
      scheduler.schedule(after: start.advanced(by: .milliseconds(10)), noting("10"))
      scheduler.schedule(after: start.advanced(by: .seconds(-1)), noting("past"))
      scheduler.schedule(noting("now"))
    }
    expect(start.distance(to: scheduler.now) >= .milliseconds(20))
    expectEqual(Set(log.value.prefix(2)), ["past", "now"])
    expectEqual(log.value.suffix(2), ["10", "20"])
    expect(scheduler.minimumTolerance >= 0)
  }

  @Test("Repeated work runs until it is cancelled, and from outside of work once")
  func repetition() {
    scheduler.schedule { [scheduler, log] in
      let timer = Box<(any Cancellable)?>(nil)
      timer.value = scheduler.schedule(after: scheduler.now, interval: .microseconds(10)) {
        log.update { $0.append("run") }
        if log.value.count == 3 { timer.value?.cancel() }
      }
    }
    expectEqual(log.value, ["run", "run", "run"])
    let timer = scheduler.schedule(after: scheduler.now, interval: .microseconds(10), noting("once"))
    expectEqual(log.value.last, "once")
    expectEqual(log.value.count, 4)
    timer.cancel()
  }

  @Test("Work is released when it has run")
  func release() {
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      scheduler.schedule { withExtendedLifetime(token) {} }
      scheduler.schedule(after: scheduler.now) { withExtendedLifetime(token) {} }
      _ = scheduler.schedule(after: scheduler.now, interval: 1) { withExtendedLifetime(token) {} }
    }
    expect(weakToken == nil)
  }

  @Test("An interval of zero traps")
  func badInterval() async {
    await #expect(processExitsWith: .failure) {
      _ = TrampolineScheduler.shared.schedule(after: TrampolineScheduler.shared.now, interval: 0) {}
    }
  }
}
