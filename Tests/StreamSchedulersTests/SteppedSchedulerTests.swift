import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("SteppedScheduler")
struct SteppedSchedulerTests {
  typealias Stepped = SteppedScheduler<DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions>

  private let start = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
  private let scheduler: Stepped
  private let log = Box<[String]>([])

  init() {
    scheduler = Stepped(now: start)
  }

  /// Notes a name, and how long the clock has run, in milliseconds.
  private func noting(_ name: String) -> @Sendable () -> Void {
    { [log, scheduler, start] in
      let nanoseconds = start.distance(to: scheduler.now).magnitude
      log.update { $0.append("\(name) \(nanoseconds / 1_000_000)") }
    }
  }

  @Test("Work runs when the clock is moved, in the order of its times, and sees its own time as now")
  func order() {
    scheduler.schedule(after: start.advanced(by: .seconds(2)), noting("b"))
    scheduler.schedule(after: start.advanced(by: .seconds(1)), noting("a"))
    scheduler.schedule(noting("now"))
    scheduler.schedule(after: start.advanced(by: .seconds(-5)), noting("past"))
    expectEqual(log.value, [])
    scheduler.advance()
    expectEqual(log.value, ["now 0", "past 0"])
    scheduler.advance(by: .milliseconds(1_500))
    expectEqual(log.value, ["now 0", "past 0", "a 1000"])
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: start)
    expectEqual(start.distance(to: scheduler.now), .milliseconds(1_500))
    scheduler.run()
    expectEqual(log.value, ["now 0", "past 0", "a 1000", "b 2000"])
    expectEqual(start.distance(to: scheduler.now), .seconds(2))
  }

  @Test("Work that can be removed is scheduled only for a time later than now")
  func removable() {
    let (now, next) = (scheduler.now, scheduler.now.advanced(by: .nanoseconds(1)))
    expect(scheduler.scheduleRemovable(after: now) {} == nil)
    let isScheduled = scheduler.scheduleRemovable(after: now, ticket: scheduler.makeTicket()) {}
    expect(!isScheduled)
    expectEqual(scheduler.pendingCount, 0)
    let ticket = scheduler.scheduleRemovable(after: next, noting("removed"))
    let isLater = scheduler.scheduleRemovable(after: next, ticket: scheduler.makeTicket(), noting("kept"))
    expect(ticket != nil && isLater)
    if let ticket { scheduler.remove(ticket: ticket) }
    scheduler.run()
    expectEqual(log.value, ["kept 0"])
  }

  @Test("Work scheduled by work for the same time runs in the same advance")
  func inside() {  // XA-369
    scheduler.schedule(after: start.advanced(by: .seconds(1))) { [scheduler] in
      noting("outer")()
      scheduler.schedule(noting("inner"))
      scheduler.schedule(after: scheduler.now, noting("inner at a time"))
      scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(1)), noting("later"))
    }
    scheduler.advance(by: .seconds(1))
    expectEqual(log.value, ["outer 1000", "inner 1000", "inner at a time 1000"])
    scheduler.run()
    expectEqual(log.value.last, "later 1000")
  }

  @Test("Repeated work keeps its place among work for one time, until it is cancelled or released")
  func repeats() {
    let first = scheduler.schedule(
      after: start.advanced(by: .milliseconds(10)), interval: .milliseconds(10), noting("a"))
    nonisolated(unsafe) let shared = first
    scheduler.schedule(after: start.advanced(by: .milliseconds(30))) { shared.cancel() }
    scheduler.run()
    expectEqual(log.value, ["a 10", "a 20", "a 30"])
    do {
      let second = scheduler.schedule(after: start, interval: .seconds(1), noting("b"))
      withExtendedLifetime(second) {}
    }
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A seed shuffles work for one time, the same way in every run")
  func shuffles() {
    func order(seed: UInt64?) -> [String] {
      let scheduler = Stepped(now: start, shuffleSeed: seed)
      let log = Box<[String]>([])
      for number in 0..<50 { scheduler.schedule { log.update { $0.append("\(number)") } } }
      scheduler.advance()
      return log.value
    }
    expectEqual(order(seed: nil), (0..<50).map { "\($0)" })
    expectEqual(order(seed: 3), order(seed: 3))
    expect(order(seed: 3) != order(seed: nil))
  }

  @Test("The numbers that shuffle are those of SplitMix64, so that a seed means the same in each release")
  func generator() {
    var generator = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
    ]
    expectEqual((1...4).map { _ in generator.next() }, expected)
  }

  @Test("An interval of zero or less becomes the next instant of the clock", arguments: [0, -3])
  func noInterval(interval: Int) {
    let runs = Box(0)
    let repetition = scheduler.schedule(after: start, interval: .seconds(interval)) { runs.increment() }
    scheduler.advance(by: .nanoseconds(2))
    expectEqual(runs.value, 3)
    repetition.cancel()
  }

  @Test("On a clock that stands still, all work runs at one time, and repeated work once")
  func standing() {
    let scheduler = SteppedScheduler<ImmediateScheduler.SchedulerTimeType, Never>(now: ImmediateScheduler.shared.now)
    let runs = Box(0)
    let repetition = scheduler.schedule(after: scheduler.now, interval: 0) { runs.increment() }
    scheduler.schedule(after: scheduler.now.advanced(by: 5)) { runs.increment() }
    expectEqual(runs.value, 0)
    scheduler.run()
    expectEqual(runs.value, 2)
    repetition.cancel()
  }

  @Test("A run that ends with the last piece of work within its limit is no error")
  func limitReached() {
    for _ in 1...3 { scheduler.schedule(noting("a")) }
    runWithoutTesting(scheduler, limit: 3)
    expectEqual(log.value, ["a 0", "a 0", "a 0"])
  }

  @Test("Repeated work is released at its cancel, though its cancellable is kept")
  func releasesRepetition() {
    weak var token: Token?
    let repetition: any Cancellable
    do {
      let newToken = Token()
      token = newToken
      repetition = scheduler.schedule(after: start, interval: .seconds(1)) { newToken.pass(()) }
    }
    expect(token != nil)
    repetition.cancel()
    expect(token == nil)
  }

  @Test("A run that reaches its limit traps, and the message names the repeated work")
  func limit() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = Stepped(now: DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
      let repetition = scheduler.schedule(after: scheduler.now, interval: .seconds(7)) {}
      runWithoutTesting(scheduler, limit: 100)
      repetition.cancel()
    }
    #if DEBUG
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      expect(message.contains("run(limit: 100)"))
      expect(message.contains("7000000000"))
    #endif
  }

  @Test("The clocks of `.test` and `.immediate` begin at Dispatch's first nanosecond")
  func beginning() {
    let first = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
    expectEqual(DispatchQueue.test.now, first)
    expectEqual(DispatchQueue.immediate.now, first)
  }

  @Test("Moving the clock back traps, and the message names the time")
  func backwards() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Stepped(now: DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))).advance(by: .seconds(-2))
    }
    #if DEBUG
      expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("-2000000000"))
    #endif
  }
}
