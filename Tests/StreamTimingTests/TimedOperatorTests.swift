import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("delay(for:tolerance:scheduler:options:)")
struct DelayTests {
  @Test("Values and the finish are delivered later, in order")
  func shifts() {
    let lines = Timeline([0: "Hello", 0.5: "you"], end: 0.5).run { $0.delay(for: 3, scheduler: $1) }
    expectEqual(lines, ["3 Hello", "3.5 you", "3.5 finished"])
  }

  @Test("A failure is delayed too")
  func failure() {
    let lines = Timeline([0: 1], end: 1, with: .failure(TestError())).run { $0.delay(for: 2, scheduler: $1) }
    expectEqual(lines, ["2 1", "3 failure(failure)"])
  }

  @Test("Nothing is delivered before the clock moves")
  func waitsForClock() {
    let scheduler = TestScheduler(initialClock: 0)
    let recorder = Just(1).delay(for: 1, scheduler: scheduler).record()
    expectEqual(recorder.values, [])
    expectEqual(recorder.subscriptions, ["Delay"])
    scheduler.resume()
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(scheduler.now, 1)
  }

  @Test("Intervals of zero need no clock: operators deliver at once on the immediate scheduler")
  func noTime() {
    let source = (1...3).publisher
    let immediate = ImmediateScheduler.shared
    expectEqual(source.delay(for: 0, scheduler: immediate).record().values, [1, 2, 3])
    expectEqual(source.debounce(for: 0, scheduler: immediate).record().values, [1, 2, 3])
    expectEqual(source.throttle(for: 0, scheduler: immediate, latest: true).record().values, [1, 2, 3])
    expect(source.timeout(0, scheduler: immediate).record().isFinished)
  }

  @Test("Many elements with an interval of zero do not grow the stack")
  func manyWithoutTime() {
    let recorder = (0..<manyTimes).publisher.delay(for: 0, scheduler: ImmediateScheduler.shared).record()
    expectEqual(recorder.values, Array(0..<manyTimes))
    expect(recorder.isFinished)
  }

  @Test("Demand passes upstream, and a cancel drops waiting values")
  func demandAndCancel() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.delay(for: 1, scheduler: scheduler).record(demand: .max(2)) { _ in .max(1) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(1)
    upstream.send(2)
    scheduler.advance(by: 1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1)), .demand(.max(1))])
    upstream.send(3)
    recorder.cancel()
    scheduler.resume()
    expectEqual(recorder.values, [1, 2])
    expect(upstream.isCancelled)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A delay of zero keeps the order, and many values at once need one timer")
  func flood() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let recorder = source.delay(for: 0, scheduler: scheduler).record()
    for value in 0..<5_000 { source.send(value) }
    expectEqual(scheduler.pendingCount, 1)
    source.send(completion: .finished)
    scheduler.resume()
    expectEqual(recorder.values, Array(0..<5_000))
    expect(recorder.isFinished)
  }
}

@Suite("timeout(_:scheduler:options:customError:)")
struct TimeoutTests {
  @Test("The interval starts again at each value")
  func restarts() {
    let lines = Timeline([0: "Hello"]).run { $0.delay(for: 2, scheduler: $1).timeout(4, scheduler: $1) }
    expectEqual(lines, ["2 Hello", "6 finished"])
  }

  @Test("When no value arrives in time, the stream finishes without one")
  func finishes() {
    let lines = Timeline([0: 1]).run { $0.delay(for: 3, scheduler: $1).timeout(2, scheduler: $1) }
    expectEqual(lines, ["2 finished"])
  }

  @Test("A custom error is the failure, and upstream is cancelled")
  func customError() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.timeout(5, scheduler: scheduler) { TestError("late") }.record()
    scheduler.advance(by: 4)
    upstream.send(1)
    scheduler.advance(by: 4)
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    scheduler.advance(by: 1)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError("late"))
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("A completion in time ends the wait")
  func completes() {
    let lines = Timeline([1: 1], end: 2).run { $0.timeout(5, scheduler: $1) }
    expectEqual(lines, ["1 1", "2 finished"])
    let timeline = Timeline([1: 1], end: 2, with: .failure(TestError()))
    expectEqual(timeline.run { $0.timeout(5, scheduler: $1) }, ["1 1", "2 failure(failure)"])
    expectEqual(timeline.scheduler.pendingCount, 0)
  }
}

@Suite("measureInterval(using:options:)")
struct MeasureIntervalTests {
  @Test("Delivers the time since the value before, and first the time since the subscription")
  func measures() {
    let intervals = Timeline([0.1: 1, 0.2: 2, 1.1: 3, 1.2: 4, 1.21: 5], end: 2).run { source, scheduler in
      Publishers.Map(upstream: source.measureInterval(using: scheduler)) { $0.magnitude / 1_000_000 }
    }
    expectEqual(intervals, ["0.1 100", "0.2 100", "1.1 900", "1.2 100", "1.21 10", "2 finished"])
  }
}

@Suite("collect(_:options:) by time")
struct CollectByTimeTests {
  @Test("Delivers the values of each interval")
  func byTime() {
    let lines = Timeline([0.1: 1, 0.2: 2, 0.3: 3, 0.4: 4, 1.3: 5, 1.4: 6], end: 3).run { $0.collect(.byTime($1, 1.0)) }
    expectEqual(lines, ["1 [1, 2, 3, 4]", "2 [5, 6]", "3 finished"])
  }

  @Test("Delivers a number of values, or the values of an interval, whichever comes first")
  func byTimeOrCount() {
    let lines = Timeline([0.1: 1, 0.2: 2, 0.3: 3, 0.4: 4, 0.5: 5, 1.3: 6, 1.4: 7], end: 3).run {
      $0.collect(.byTimeOrCount($1, 1.0, 3))
    }
    expectEqual(lines, ["0.3 [1, 2, 3]", "1 [4, 5]", "2 [6, 7]", "3 finished"])
  }

  @Test("Delivers what costs a number, or the values of an interval; what costs more alone is an array of its own")
  func byCost() {
    let lines = Timeline([0.1: 3, 0.2: 3, 0.3: 3, 0.4: 9, 0.5: 2, 1.3: 8, 1.4: 1], end: 3).run {
      $0.collect(.byTimeOrCount($1, 1.0, 8)) { $0 }
    }
    expectEqual(lines, ["0.3 [3, 3]", "0.4 [3]", "0.4 [9]", "1 [2]", "1.3 [8]", "2 [1]", "3 finished"])
    expectEqual(
      Timeline([0.1: 1, 0.2: 3], end: 0.3).run { $0.collect(.byTimeOrCount($1, 1.0, 8)) { $0 } },
      ["0.3 [1, 3]", "0.3 finished"])
  }

  @Test("A negative cost traps")
  func refusesCosts() async {
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).collect(.byTimeOrCount(TestScheduler(), 1, 2)) { _ in -1 }.sink { _ in }
    }
    expect(said("An element cannot cost less than nothing: -1", negative))
  }

  @Test("A failure drops the collected values; a finish delivers them")
  func ends() {
    expect(
      Timeline([0.1: 1], end: 0.2, with: .failure(TestError())).run { $0.collect(.byTime($1, 1)) }
        == ["0.2 failure(failure)"])
    expectEqual(
      Timeline([0.1: 1], end: 0.2).run { $0.collect(.byTime($1, 1)) }, ["0.2 [1]", "0.2 finished"])
  }

  @Test("Intervals without values deliver nothing, and need no timer")
  func emptyIntervals() {
    let lines = Timeline([0.1: 1, 1_000_000.2: 2], end: 1_000_002).run(until: 2_000_000) {
      $0.collect(.byTime($1, .milliseconds(500)))
    }
    expectEqual(lines, ["0.5 [1]", "1000000.5 [2]", "1000002 finished"])
  }

  @Test("A negative interval and a count of zero trap where the publisher is made")
  func refuses() async {
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).collect(.byTime(TestScheduler(), -1))
    }
    expect(
      said(
        "An interval to collect in must not be less than nothing: NanosecondStride(magnitude: -1000000000)", negative))
    let negativeToo = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).collect(.byTimeOrCount(TestScheduler(), -1, 2))
    }
    expect(
      said(
        "An interval to collect in must not be less than nothing: NanosecondStride(magnitude: -1000000000)", negativeToo
      ))
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).collect(.byTimeOrCount(TestScheduler(), 1, 0))
    }
    expect(said("A number of elements to collect must be greater than zero: 0", none))
  }

  @Test("Arrays wait for demand, no longer than the count")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.collect(.byTimeOrCount(scheduler, 1, 3)).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...7 { upstream.send(value) }
    scheduler.advance(by: 2)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [[1, 2, 3]])
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    scheduler.advance(by: 0)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [[1, 2, 3], [4, 5, 6], [7]])
    expect(recorder.isFinished)
  }
}
