import Foundation
import StreamCore
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("replay(_:on:)")
struct ReplayTests {
  private let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private let scheduler: HistoricalScheduler

  init() {
    scheduler = HistoricalScheduler(start: start)
  }

  private func day(_ number: Double) -> Date { start + 86_400 * number }

  private var days: [(Date, String)] { [(day(1), "a"), (day(2), "b"), (day(4), "c")] }

  @Test("Delivers each event at its date, and finishes with the last")
  func delivers() {
    let recorder = Publishers.replay(days, on: scheduler).record()
    expectEqual(recorder.subscriptions, ["Historical"])
    var seen: [String] = []
    for number in 0...5 {
      scheduler.advance(to: day(Double(number)))
      seen.append(recorder.values.joined() + (recorder.isFinished ? "|" : ""))
    }
    expectEqual(seen, ["", "a", "ab", "ab", "abc|", "abc|"])
    expectEqual(scheduler.base.pendingCount, 0)
  }

  @Test("Events a day apart all pass a debounce of an hour, in one run")
  func debounce() {  // XA-371
    let subject = PassthroughSubject<String, Never>()
    let dates = Box<[Date]>([])
    let recorder = subject.debounce(for: .seconds(3_600), scheduler: scheduler).record()
    recorder.onValue = { [scheduler] _ in
      dates.update { $0.append(scheduler.clock) }
      return .none
    }
    let cancellable = Publishers.replay(days, on: scheduler).sink { subject.send($0) }
    let kept = Publishers.replay(days, on: scheduler).debounceKeepingLast(for: 3_600, scheduler: scheduler).record()
    scheduler.run(until: day(10))
    expectEqual(recorder.values, ["a", "b", "c"])
    expectEqual(dates.value, [1, 2, 4].map { day($0) + 3_600 })
    expectEqual(scheduler.clock, day(4) + 3_600)
    expectEqual(kept.values, ["a", "b", "c"])
    expect(kept.isFinished)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Events of the past come at once and in order, without an advance of the clock")
  func past() {
    scheduler.advance(to: day(3))
    let recorder = Publishers.replay(days, on: scheduler).record()
    expectEqual(recorder.values, ["a", "b"])
    scheduler.run(until: .distantFuture)
    expectEqual(recorder.values, ["a", "b", "c"])
  }

  @Test("Events are delivered in the order of their dates, those of one date in the order given")
  func sorts() {
    let events = (0..<1_000).map { (day(Double($0 * 7 % 10)), $0) }
    let recorder = Publishers.replay(events, on: scheduler).record()
    scheduler.run(until: .distantFuture)
    expectEqual(recorder.values, (0..<1_000).sorted { ($0 * 7 % 10, $0) < ($1 * 7 % 10, $1) })
    expectEqual(Publishers.replay(Array(days.reversed()), on: scheduler).events.map(\.1), ["a", "b", "c"])
  }

  @Test("No events are a finish, without demand")
  func empty() {
    let recorder = Publishers.replay([] as [(Date, Int)], on: scheduler).record(demand: .none)
    expect(recorder.isFinished)
  }

  @Test("Events wait for demand, one by one, and the completion does not")
  func demand() {
    let recorder = Publishers.replay(days, on: scheduler).record(demand: .none)
    scheduler.advance(to: day(3))
    expectEqual(recorder.values, [])
    expectEqual(scheduler.base.pendingCount, 0)
    recorder.request(.none)
    recorder.request(.max(1))
    expectEqual(recorder.values, ["a"])
    recorder.request(.max(2))
    expectEqual(recorder.values, ["a", "b"])
    expect(recorder.completions.isEmpty)
    scheduler.advance(to: day(4))
    expectEqual(recorder.values, ["a", "b", "c"])
    expect(recorder.isFinished)
  }

  @Test("The demand that a delivery returns counts")
  func returnedDemand() {
    let recorder = RecordingSubscriber<String, Never>(demand: .max(1))
    recorder.onValue = { $0 == "a" ? .max(1) : .none }
    Publishers.replay(days, on: scheduler).subscribe(recorder)
    scheduler.run(until: .distantFuture)
    expectEqual(recorder.values, ["a", "b"])
  }

  @Test("Each subscription begins anew")
  func independent() {
    let publisher = Publishers.replay(days, on: scheduler)
    let first = publisher.record()
    scheduler.advance(to: day(2))
    let second = publisher.record()
    scheduler.run(until: .distantFuture)
    expectEqual(first.values, ["a", "b", "c"])
    expectEqual(second.values, ["a", "b", "c"])
  }

  @Test("At one date events come before timers set since the subscription, in the order of subscriptions")
  func ties() {
    let log = Box<[String]>([])
    let cancellables = ["x", "y"].map { name in
      Publishers.replay(days, on: scheduler).sink { value in log.update { $0.append(name + value) } }
    }
    for number in [2.0, 4] {
      scheduler.schedule(after: HistoricalScheduler.SchedulerTimeType(day(number))) {
        log.update { $0.append("timer") }
      }
    }
    scheduler.run(until: .distantFuture)
    expectEqual(log.value, ["xa", "ya", "xb", "yb", "timer", "xc", "yc", "timer"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("An advance inside a delivery, or a request, does not nest deliveries")
  func reentrant() {
    let depth = Box(0)
    let deepest = Box(0)
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { [scheduler, unowned recorder] _ in
      deepest.value = max(deepest.value, depth.increment())
      scheduler.advance(by: 86_400)
      recorder.request(.max(1))
      depth.update { $0 -= 1 }
      return .none
    }
    Publishers.replay((0..<100).map { (day(Double($0)), $0) }, on: scheduler).subscribe(recorder)
    expectEqual(recorder.values, Array(0..<100))
    expectEqual(deepest.value, 1)
    expect(recorder.isFinished)
  }

  @Test("A cancel inside a delivery is the end, and takes the timer from the scheduler")
  func cancelInDelivery() {
    let recorder = RecordingSubscriber<String, Never>()
    recorder.onValue = { [unowned recorder] in
      if $0 == "b" { recorder.cancel() }
      return .none
    }
    Publishers.replay(days, on: scheduler).subscribe(recorder)
    scheduler.run(until: .distantFuture)
    expectEqual(recorder.values, ["a", "b"])
    expect(recorder.completions.isEmpty)

    let waiting = Publishers.replay([(day(20), 1)], on: scheduler).record()
    expectEqual(scheduler.base.pendingCount, 1)
    waiting.cancel()
    waiting.cancel()
    expectEqual(scheduler.base.pendingCount, 0)
  }

  @Test("A finish, a cancel and a dropped cancellable release downstream and the events", arguments: 0..<3)
  func releases(kind: Int) {
    weak var token: Token?
    weak var event: Token?
    do {
      let newToken = Token()
      let newEvent = Token()
      (token, event) = (newToken, newEvent)
      let publisher = Publishers.replay([(day(1), newEvent), (day(kind == 0 ? 1 : 9), newEvent)], on: scheduler)
      var cancellable: AnyCancellable? = publisher.sink { _ in newToken.pass(()) }
      scheduler.advance(to: day(1))
      switch kind {
      case 0: withExtendedLifetime(cancellable) {}
      case 1: cancellable?.cancel()
      default: cancellable = nil
      }
    }
    expect(token == nil)
    expect(event == nil)
  }

  @Test("A scheduler whose only replay has been cancelled is released")
  func releasesScheduler() {
    weak var released: HistoricalScheduler?
    do {
      let scheduler = HistoricalScheduler(start: start)
      released = scheduler
      Publishers.replay(days, on: scheduler).sink { _ in }.cancel()
    }
    expect(released == nil)
  }

  @Test("Many events, at one date or each at its own, do not grow the stack", arguments: [true, false])
  func flat(isOneDate: Bool) {
    let count = repetitions(manyTimes, full: 10 * manyTimes)
    let sum = Box(0)
    let cancellable = Publishers.replay((0..<count).map { (start + (isOneDate ? 1 : Double($0)), 1) }, on: scheduler)
      .sink { value in sum.update { $0 += value } }
    scheduler.run(until: .distantFuture)
    expectEqual(sum.value, count)
    withExtendedLifetime(cancellable) {}
  }

  @Test("It keeps every rule of the contract, for events of the past and for those to come")
  func contract() {
    expectEqual(verifyContract { Publishers.replay(days, on: HistoricalScheduler(start: day(9))) }, [])
    expectEqual(
      verifyContract(time: .virtual(scheduler.base)) {
        Publishers.replay((1...5).map { (scheduler.clock + Double($0), $0) }, on: scheduler)
      }, [])
  }

  @Test("A request or a cancel that crosses the clock loses nothing and delivers nothing twice")
  func races() {
    let runs = (0..<repetitions(300, full: 3_000)).map { _ in
      let scheduler = HistoricalScheduler(start: start)
      return RaceRun(
        scheduler: scheduler, recorder: Publishers.replay(days, on: scheduler).record(demand: .none), end: day(9))
    }
    race(over: runs) {
      $0.scheduler.advance(to: $0.end)
    } against: {
      for _ in 1...3 { $0.recorder.request(.max(1)) }
    }
    expect(runs.allSatisfy { $0.recorder.values == ["a", "b", "c"] && $0.recorder.isFinished })
    expect(runs.allSatisfy { $0.recorder.overlaps == 0 })

    let cancelled = runs.map { run in
      let scheduler = HistoricalScheduler(start: start)
      return RaceRun(scheduler: scheduler, recorder: Publishers.replay(days, on: scheduler).record(), end: day(9))
    }
    race(over: cancelled) {
      $0.scheduler.advance(to: $0.end)
    } against: {
      $0.recorder.cancel()
    }
    expect(cancelled.allSatisfy { ["a", "b", "c"].starts(with: $0.recorder.values) })
    expect(cancelled.allSatisfy { $0.scheduler.base.pendingCount == 0 })
  }

  private struct RaceRun: Sendable {
    let scheduler: HistoricalScheduler
    let recorder: RecordingSubscriber<String, Never>
    let end: Date
  }
}
