import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("ClockScheduler with the clock of a TestScheduler")
struct ClockSchedulerInVirtualTimeTests {
  private let scheduler = TestScheduler()
  private let log = Box<[String]>([])

  private func note(_ text: some Any) {
    log.update { $0.append("\(scheduler.now) \(text)") }
  }

  @Test("Its work runs at its times, and repeated work until it is cancelled")
  func work() async {
    let clock = ClockScheduler(scheduler.clock)
    expectEqual(clock.minimumTolerance, .nanoseconds(1))
    expectEqual(clock.now.instant, 0)
    await withSerialTasks {
      clock.schedule { note("now") }
      clock.schedule(after: clock.now.advanced(by: .milliseconds(1_500))) { note("once") }
      let repetition = clock.schedule(after: clock.now.advanced(by: 1), interval: 2) { note("again") }
      await scheduler.advance(by: 0)
      expectEqual(log.value, ["0 now"])
      await scheduler.advance(by: 6)
      repetition.cancel()
      await scheduler.advance(by: 6)
      expectEqual(scheduler.pendingCount, 0)
    }
    expectEqual(log.value, ["0 now", "1 again", "1.5 once", "3 again", "5 again"])
  }

  @Test("Timed operators deliver at the same times as on the scheduler itself")
  func operators() async {
    func times<Clock: Scheduler>(_ clock: Clock) async -> [String] where Clock: Sendable {
      let start = scheduler.now
      let log = Box<[String]>([])
      await withSerialTasks {
        let typed = PassthroughSubject<String, Never>()
        @Sendable func record(_ name: String) -> @Sendable (String) -> Void {
          { value in log.update { $0.append("\(name) \(start.distance(to: scheduler.now).magnitude) \(value)") } }
        }
        let cancellables = [
          typed.debounce(for: .milliseconds(300), scheduler: clock).sink(receiveValue: record("debounce")),
          typed.delay(for: .milliseconds(50), scheduler: clock).sink(receiveValue: record("delay")),
          typed.throttle(for: .seconds(1), scheduler: clock, latest: true).sink(receiveValue: record("throttle")),
        ]
        for (pause, word) in [(100, "a"), (100, "b"), (400, "c"), (2_000, "d")] {
          await scheduler.advance(by: .milliseconds(pause))
          typed.send(word)
        }
        await scheduler.advance(by: 5)
        for cancellable in cancellables { cancellable.cancel() }
      }
      return log.value.sorted()
    }
    let expected = await times(scheduler)
    expectEqual(expected.count, 3 + 4 + 3)
    #expect(await times(ClockScheduler(scheduler.clock)) == expected)
  }
}
