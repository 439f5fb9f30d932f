import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("retry after a while")
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

  @Test("There is an attempt more than there are intervals, each after its interval; then it fails: N-31, A-161")
  func attempts() {
    let log = Box<[String]>([])
    let ends = Box<[String]>([])
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onCompletion = { [scheduler] completion in ends.update { $0.append("\(scheduler.now) \(completion)") } }
    source(failing: 9, log: log).retry(on: scheduler, intervals: [0.5, 2, 5]).subscribe(recorder)
    #expect(log.value == ["0"])
    scheduler.resume()
    #expect(log.value == ["0", "0.5", "2.5", "7.5"])
    #expect(recorder.events == [.subscription("DelayedRetry"), .failure(TestError("4"))])
    #expect(ends.value.count == 1)
    #expect(ends.value.first?.hasPrefix("7.5 ") == true)
  }

  @Test("Values delivered before a failure have gone downstream: N-18, N-31, A-162")
  func valuesTwice() {
    let log = Box<[String]>([])
    let recorder = Publishers.DelayedRetry(
      upstream: source(failing: 1, values: [1, 2, 3], log: log), scheduler: scheduler, tolerance: nil, options: nil,
      intervals: [1, 1]
    ).record()
    #expect(recorder.values == [1, 2, 3])
    scheduler.advance(by: 0.9)
    #expect(recorder.values == [1, 2, 3])
    scheduler.resume()
    #expect(recorder.values == [1, 2, 3, 1, 2, 3])
    #expect(recorder.isFinished)
    #expect(log.value == ["0", "1"])
  }

  @Test("A negative interval is none, and no intervals are no retries: N-31")
  func edges() {
    let log = Box<[String]>([])
    let recorder = source(failing: 2, log: log).retry(on: scheduler, intervals: [-3, 1]).record()
    scheduler.resume()
    #expect(log.value == ["0", "0", "1"])
    #expect(recorder.isFinished)
    #expect(source(failing: 9, log: Box([])).retry(on: scheduler, intervals: []).record().failure == TestError("1"))
  }

  @Test("An interval that is no time is refused")
  func notFinite() async {
    let infinite = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).retry(on: StandingScheduler(), intervals: [1, .infinity])
    }
    #expect(said("An interval has to be finite", infinite))
    let notANumber = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).retry(on: StandingScheduler(), intervals: [.nan])
    }
    #expect(said("An interval has to be finite", notANumber))
  }

  @Test("What is asked for while it waits is asked of the next attempt, once")
  func demand() {
    let subjects = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let attempt = Box(-1)
    let recorder = Deferred { subjects[attempt.increment()] }.retry(on: scheduler, intervals: [1])
      .record(demand: .max(3))
    subjects[0].send(1)
    subjects[0].send(completion: .failure(TestError()))
    recorder.request(.max(4))
    scheduler.resume()
    #expect(subjects[0].requests == [.demand(.max(3))])
    #expect(subjects[1].requests == [.demand(.max(6))])
    #expect(recorder.values == [1])
    #expect(recorder.subscriptions.count == 1)
  }

  @Test("A cancel while it waits subscribes to nothing more, and lets go of all: N-31")
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
    #expect(living.value == 1)
    recorder.cancel()
    #expect(living.value == 0)
    scheduler.resume()
    #expect(log.value == ["0"])
    #expect(recorder.completions == [])
  }

  @Test("An interval of no time, or less, needs no clock: N-31")
  func noClock() {
    let attempts = Box(0)
    let recorder = Deferred {
      Result<Int, TestError>.Publisher(attempts.increment() <= manyTimes / 5 ? .failure(TestError()) : .success(7))
    }.retry(on: ImmediateScheduler.shared, intervals: Array(repeating: 0, count: manyTimes / 5 - 1) + [-1]).record()
    #expect(recorder.values == [7])
    #expect(recorder.isFinished)
    #expect(attempts.value == manyTimes / 5 + 1)
  }

  @Test("Many intervals of no time on the thread that subscribes do not grow the stack: rule 3")
  func manyIntervals() {
    let attempts = Box(0)
    let recorder = Deferred {
      Result<Int, TestError>.Publisher(attempts.increment() <= manyTimes / 5 ? .failure(TestError()) : .success(7))
    }.retry(on: StandingScheduler(), intervals: Array(repeating: 0, count: manyTimes / 5)).record()
    #expect(recorder.values == [7])
    #expect(attempts.value == manyTimes / 5 + 1)
  }
}
