import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("retry(on:intervals:)")
struct DelayedRetryTests {
  let scheduler = TestScheduler()

  /// Notes when it is subscribed to, and fails the first `failures` times, after some values.
  private func source(
    failing failures: Int, values: [Int] = [], log: Box<[String]>
  ) -> Deferred<Record<Int, TestError>> {
    Deferred { [scheduler] in
      let attempt = log.update { log in
        log.append("\(scheduler.now)")
        return log.count
      }
      return Record(output: values, completion: attempt <= failures ? .failure(TestError("\(attempt)")) : .finished)
    }
  }

  @Test("There is one attempt more than intervals, each after its interval; then it fails")
  func attempts() {
    let log = Box<[String]>([])
    let ends = Box<[String]>([])
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onCompletion = { [scheduler] completion in ends.update { $0.append("\(scheduler.now) \(completion)") } }
    source(failing: 9, log: log).retry(on: scheduler, intervals: [0.5, 2, 5]).subscribe(recorder)
    expectEqual(log.value, ["0"])
    scheduler.resume()
    expectEqual(log.value, ["0", "0.5", "2.5", "7.5"])
    expectEqual(recorder.events, [.subscription("DelayedRetry"), .failure(TestError("4"))])
    expectEqual(ends.value.count, 1)
    expectEqual(ends.value.first?.hasPrefix("7.5 "), true)
  }

  @Test("Values of an attempt are delivered before its failure is known")
  func valuesTwice() {
    let log = Box<[String]>([])
    let recorder = Publishers.DelayedRetry(
      upstream: source(failing: 1, values: [1, 2, 3], log: log), scheduler: scheduler, tolerance: nil, options: nil,
      intervals: [1, 1]
    ).record()
    expectEqual(recorder.values, [1, 2, 3])
    scheduler.advance(by: 0.9)
    expectEqual(recorder.values, [1, 2, 3])
    scheduler.resume()
    expectEqual(recorder.values, [1, 2, 3, 1, 2, 3])
    expect(recorder.isFinished)
    expectEqual(log.value, ["0", "1"])
  }

  @Test("A negative interval is no wait, and no intervals are no retries")
  func edges() {
    let log = Box<[String]>([])
    let recorder = source(failing: 2, log: log).retry(on: scheduler, intervals: [-3, 1]).record()
    scheduler.resume()
    expectEqual(log.value, ["0", "0", "1"])
    expect(recorder.isFinished)
    expectEqual(source(failing: 9, log: Box([])).retry(on: scheduler, intervals: []).record().failure, TestError("1"))
  }

  @Test("An infinite interval and one that is not a number trap")
  func notFinite() async {
    let infinite = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).retry(on: StandingScheduler(), intervals: [1, .infinity])
    }
    expect(said("An interval has to be finite", infinite))
    let notANumber = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).retry(on: StandingScheduler(), intervals: [.nan])
    }
    expect(said("An interval has to be finite", notANumber))
  }

  @Test("Demand made during the wait is requested of the next attempt, once")
  func demand() {
    let subjects = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let attempt = Box(-1)
    let recorder = Deferred { subjects[attempt.increment()] }.retry(on: scheduler, intervals: [1])
      .record(demand: .max(3))
    subjects[0].send(1)
    subjects[0].send(completion: .failure(TestError()))
    recorder.request(.max(4))
    scheduler.resume()
    expectEqual(subjects[0].requests, [.demand(.max(3))])
    expectEqual(subjects[1].requests, [.demand(.max(6))])
    expectEqual(recorder.values, [1])
    expectEqual(recorder.subscriptions.count, 1)
  }

  @Test("A cancel during the wait prevents the next attempt, and releases everything")
  func cancel() {
    let log = Box<[String]>([])
    let living = Box(0)
    let publisher = source(failing: 9, log: log)
    let recorder: RecordingSubscriber<Int, TestError> = {
      let token = Counted(living)
      return Publishers.Map(upstream: publisher) { value in
        withExtendedLifetime(token) { value }
      }.retry(on: scheduler, intervals: [1, 1]).record()
    }()
    expectEqual(living.value, 1)
    recorder.cancel()
    expectEqual(living.value, 0)
    scheduler.resume()
    expectEqual(log.value, ["0"])
    expectEqual(recorder.completions, [])
  }

  @Test("An interval of zero or less needs no clock")
  func noClock() {
    let attempts = Box(0)
    let recorder = Deferred {
      Result<Int, TestError>.Publisher(attempts.increment() <= manyTimes / 5 ? .failure(TestError()) : .success(7))
    }.retry(on: ImmediateScheduler.shared, intervals: Array(repeating: 0, count: manyTimes / 5 - 1) + [-1]).record()
    expectEqual(recorder.values, [7])
    expect(recorder.isFinished)
    expectEqual(attempts.value, manyTimes / 5 + 1)
  }

  @Test("Many intervals of zero on the subscribing thread do not grow the stack (rule 3)")
  func manyIntervals() {
    let attempts = Box(0)
    let recorder = Deferred {
      Result<Int, TestError>.Publisher(attempts.increment() <= manyTimes / 5 ? .failure(TestError()) : .success(7))
    }.retry(on: StandingScheduler(), intervals: Array(repeating: 0, count: manyTimes / 5)).record()
    expectEqual(recorder.values, [7])
    expectEqual(attempts.value, manyTimes / 5 + 1)
  }
}
