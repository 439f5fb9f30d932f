import Foundation
import StreamCore
import StreamFoundationSchedulers
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("HistoricalScheduler")
struct HistoricalSchedulerTests {
  private let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private let log = Box<[String]>([])

  /// Notes a name, and how many seconds the clock has run.
  private func noting(_ name: String, _ scheduler: HistoricalScheduler) -> @Sendable () -> Void {
    { [log, start] in
      let seconds = Int(scheduler.clock.timeIntervalSince(start))
      log.update { $0.append("\(name) \(seconds)") }
    }
  }

  @Test("Work runs when the clock is advanced, in the order of its dates, and sees its own date")
  func order() {
    let scheduler = HistoricalScheduler(start: start)
    scheduler.schedule(after: scheduler.now.advanced(by: 20), noting("b", scheduler))
    scheduler.schedule(after: scheduler.now.advanced(by: 10), noting("a", scheduler))
    scheduler.schedule(noting("now", scheduler))
    scheduler.schedule(after: scheduler.now.advanced(by: -5), noting("past", scheduler))
    expectEqual(log.value, [])
    scheduler.advance(by: 0)
    expectEqual(log.value, ["now 0", "past 0"])
    scheduler.advance(to: start + 15)
    expectEqual(log.value, ["now 0", "past 0", "a 10"])
    expectEqual(scheduler.clock, start + 15)
    expectEqual(scheduler.now.date, scheduler.clock)
    scheduler.advance(by: 5)
    expectEqual(log.value.last, "b 20")
  }

  @Test("Advancing backwards changes nothing, and runs nothing")
  func backwards() {  // XA-372
    let scheduler = HistoricalScheduler(start: start)
    scheduler.schedule(noting("now", scheduler))
    scheduler.advance(by: -1)
    scheduler.advance(to: start - 1)
    scheduler.advance(to: .distantPast)
    scheduler.run(until: start - 1)
    expectEqual(scheduler.clock, start)
    expectEqual(log.value, [])
    scheduler.advance(to: start)
    expectEqual(log.value, ["now 0"])
  }

  @Test("A run until a date leaves the clock at the last work, and the rest of the work waits")
  func runUntil() {
    let scheduler = HistoricalScheduler(start: start)
    scheduler.schedule(after: scheduler.now.advanced(by: 10)) { [self] in
      noting("outer", scheduler)()
      scheduler.schedule(after: scheduler.now.advanced(by: 5), noting("inner", scheduler))
      scheduler.schedule(after: scheduler.now.advanced(by: 50), noting("late", scheduler))
    }
    scheduler.run(until: start + 30)
    expectEqual(log.value, ["outer 10", "inner 15"])
    expectEqual(scheduler.clock, start + 15)
    scheduler.run(until: .distantFuture)
    expectEqual(scheduler.clock, start + 60)
  }

  @Test("Repeated work runs at each of its dates until it is cancelled")
  func repeats() {
    let scheduler = HistoricalScheduler(start: start)
    let repetition = scheduler.schedule(
      after: scheduler.now.advanced(by: 60), interval: .seconds(60), noting("a", scheduler))
    scheduler.advance(by: 180)
    repetition.cancel()
    scheduler.advance(by: 180)
    expectEqual(log.value, ["a 60", "a 120", "a 180"])
    expectEqual(scheduler.base.pendingCount, 0)
  }

  @Test("It fits an erased scheduler of run loops, and begins at the reference date")
  func erased() {
    let scheduler = HistoricalScheduler()
    let erased: AnySchedulerOf<RunLoop> = AnyScheduler(scheduler)
    erased.schedule(after: erased.now.advanced(by: 5)) { [log] in log.value = ["ran"] }
    scheduler.advance(by: 5)
    expectEqual(log.value, ["ran"])
    expectEqual(scheduler.clock, Date(timeIntervalSinceReferenceDate: 5))
    expectEqual(erased.minimumTolerance, .nanoseconds(1))
  }

  @Test("A date, or a length of time, that is not a number traps", arguments: 0..<5)
  func notANumber(kind: Int) async {
    await #expect(processExitsWith: .failure) { [kind] in
      let nan = Date(timeIntervalSinceReferenceDate: .nan)
      let scheduler = HistoricalScheduler()
      switch kind {
      case 0: _ = HistoricalScheduler(start: nan)
      case 1: scheduler.advance(to: nan)
      case 2: scheduler.advance(by: .nan)
      case 3: scheduler.run(until: nan)
      default: _ = Publishers.replay([(nan, 1)], on: scheduler)
      }
    }
  }
}
