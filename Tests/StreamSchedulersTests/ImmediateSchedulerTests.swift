import StreamSchedulers
import TestSupport
import Testing

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler.shared

  @Test("T-24, S-05 Work runs before schedule returns")
  func runsInline() {
    let log = Box<[Int]>([])
    scheduler.schedule {
      log.update { $0.append(1) }
      ImmediateScheduler.shared.schedule { log.update { $0.append(2) } }
      log.update { $0.append(3) }
    }
    #expect(log.value == [1, 2, 3])
  }

  @Test("S-05 Work for the present, or for an earlier time, is no delayed work")
  func present() {
    let runs = Box(0)
    scheduler.schedule(after: scheduler.now) { runs.update { $0 += 1 } }
    scheduler.schedule(after: scheduler.now.advanced(by: -1)) { runs.update { $0 += 1 } }
    #expect(runs.value == 2)
  }

  @Test("The clock stands still, and reckons all the same")
  func clock() {
    #expect(scheduler.now == scheduler.now)
    let later = scheduler.now.advanced(by: 0.5)
    #expect(scheduler.now < later)
    #expect(scheduler.now.distance(to: later) == .milliseconds(500))
    #expect(later.distance(to: scheduler.now) == .milliseconds(-500))
    #expect(scheduler.minimumTolerance == 0)
  }

  @Test("T-24, S-05 Work for a later time is refused with the reason")
  func refusesDelay() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let scheduler = ImmediateScheduler.shared
      scheduler.schedule(after: scheduler.now.advanced(by: 2)) {}
    }
    expectReason("cannot run work 2000000000 ns from now", in: result)
  }

  @Test("T-24, S-05 Work that repeats is refused with the reason")
  func refusesRepetition() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let scheduler = ImmediateScheduler.shared
      _ = scheduler.schedule(after: scheduler.now, interval: 1) {}
    }
    expectReason("cannot run work every 1000000000 ns", in: result)
  }

  // An optimised build traps without a message.
  private func expectReason(_ reason: String, in result: ExitTest.Result) {
    #if DEBUG
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("ImmediateScheduler has no clock"))
      #expect(message.contains(reason))
    #endif
  }
}
