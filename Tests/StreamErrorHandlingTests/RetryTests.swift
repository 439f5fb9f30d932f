import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("retry")
struct RetryTests {
  /// A source that counts its attempts, fails the first `failures` of them, and then delivers a value.
  private func source(
    failing failures: Int, attempts: Box<Int>
  ) -> Deferred<Result<String, TestError>.Publisher> {
    Deferred {
      let attempt = attempts.increment()
      return attempt <= failures
        ? Result<String, TestError>.failure(TestError("\(attempt)")).publisher
        : Result<String, TestError>.success("value").publisher
    }
  }

  // MARK: Attempts

  @Test("A source that fails three times and then succeeds needs four attempts")
  func succeedsAtLast() {
    let attempts = Box(0)
    let recorder = source(failing: 3, attempts: attempts).retry(3).record()
    expectEqual(attempts.value, 4)
    expectEqual(recorder.values, ["value"])
    expect(recorder.isFinished)
  }

  @Test("A source that fails four times has four attempts, and its last failure is passed on")
  func failsAtLast() {
    let attempts = Box(0)
    let recorder = source(failing: 4, attempts: attempts).retry(3).record()
    expectEqual(attempts.value, 4)
    expectEqual(recorder.values, [])
    expectEqual(recorder.failure, TestError("4"))
  }

  @Test("A source that succeeds is subscribed once")
  func successAddsNothing() {
    let attempts = Box(0)
    let recorder = source(failing: 0, attempts: attempts).retry(3).record()
    expectEqual(attempts.value, 1)
    expectEqual(recorder.events, [.subscription("Retry"), .value("value"), .finished])
  }

  @Test("With zero retries the first failure is passed on")
  func noRetries() {
    let attempts = Box(0)
    expectEqual(source(failing: 9, attempts: attempts).retry(0).record().failure, TestError("1"))
    expectEqual(attempts.value, 1)
  }

  @Test("A failed Future keeps its result: its closure runs once")
  func bareFuture() {
    let runs = Box(0)
    let recorder = Future<Int, TestError> { promise in
      runs.increment()
      promise(.failure(TestError()))
    }.retry(3).record()
    expectEqual(runs.value, 1)
    expectEqual(recorder.failure, TestError())
  }

  @Test("A Deferred Future is made anew for each attempt, and not before")
  func deferredFuture() {
    let runs = Box(0)
    let publisher = Deferred {
      Future<Int, TestError> { promise in
        runs.increment()
        promise(.failure(TestError()))
      }
    }.retry(2)
    expectEqual(runs.value, 0)
    let recorder = publisher.record()
    expectEqual(runs.value, 3)
    expectEqual(recorder.failure, TestError())
  }

  @Test("The values of all attempts are delivered, and a failed subject fails the next attempt at once")
  func subject() {
    let subject = PassthroughSubject<String, TestError>()
    let recorder = subject.retry(1).record()
    subject.send("onefish")
    subject.send("twofish")
    subject.send(completion: .failure(TestError()))
    subject.send("redfish")
    expectEqual(recorder.values, ["onefish", "twofish"])
    expectEqual(recorder.failure, TestError())
  }

  @Test("A failure that comes later is retried too")
  func asynchronousFailures() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestError>() }
    let attempt = Box(-1)
    let recorder = Deferred { subjects[attempt.increment()] }.retry(2).record()
    for (number, subject) in subjects.enumerated() {
      expectEqual(attempt.value, number)
      subject.send(number)
      subject.send(completion: .failure(TestError("\(number)")))
    }
    expectEqual(recorder.values, [0, 1, 2])
    expectEqual(recorder.failure, TestError("2"))
    expectEqual(recorder.subscriptions.count, 1)
  }

  @Test("Very many retries do not grow the stack")
  func manyRetries() {
    let attempts = Box(0)
    let recorder = source(failing: manyTimes, attempts: attempts).retry(manyTimes).record()
    expectEqual(attempts.value, manyTimes + 1)
    expectEqual(recorder.values, ["value"])
    expect(recorder.isFinished)
  }

  @Test("Without a limit, retries until it succeeds")
  func withoutLimit() {
    let attempts = Box(0)
    let recorder = Publishers.Retry(upstream: source(failing: 50, attempts: attempts), retries: nil).record()
    expectEqual(attempts.value, 51)
    expectEqual(recorder.values, ["value"])
  }

  @Test("Each subscription counts its own attempts")
  func notShared() {
    let attempts = Box(0)
    let publisher = source(failing: 8, attempts: attempts).retry(3)
    expectEqual(publisher.record().failure, TestError("4"))
    expectEqual(publisher.record().failure, TestError("8"))
    expectEqual(publisher.record().values, ["value"])
    expectEqual(attempts.value, 9)
  }

  @Test(
    "A negative number of retries is no limit: it subscribes anew until a finish or a cancel",
    arguments: [-1, .min])
  func negative(retries: Int) {
    let attempts = Box(0)
    let failing = Deferred {
      attempts.increment() < 1_000
        ? Result<Int, TestError>.Publisher(TestError()) : Result<Int, TestError>.Publisher(1)
    }
    let recorder = failing.retry(retries).record()
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(attempts.value, 1_000)

    let endless = RecordingSubscriber<Int, TestError>()
    let count = Box(0)
    endless.onValue = { [weak endless] _ in
      if count.increment() == 10 { endless?.cancel() }
      return .none
    }
    Publishers.Retry(
      upstream: Record<Int, TestError>(output: [1], completion: .failure(TestError())), retries: retries
    ).subscribe(endless)
    expectEqual(endless.values.count, 10)
    expect(endless.completions.isEmpty)
  }

  // MARK: Demand

  @Test("Passes demand on unchanged during an attempt")
  func demandIsPassedOn() {
    expectEqual(demand { $0.retry(1) }, .passedOn)
  }

  @Test("Outstanding demand carries over to the next attempt")
  func carriesDemandOver() {
    let upstreams = (0..<3).map { _ in ScriptedPublisher<Int, TestError>() }
    let attempt = Box(-1)
    let recorder = Deferred { upstreams[attempt.increment()] }.retry(2)
      .record(demand: .max(3)) { $0 == 1 ? .max(1) : .none }
    upstreams[0].send(1)
    upstreams[0].send(2)
    upstreams[0].send(completion: .failure(TestError()))
    expectEqual(upstreams[1].requests, [.demand(.max(2))])
    upstreams[1].send(3)
    upstreams[1].send(4)
    // Nothing is wanted any more: this one breaks rule 2, and is not passed on.
    upstreams[1].send(5)
    upstreams[1].send(completion: .failure(TestError()))
    expectEqual(upstreams[2].requests, [])
    recorder.request(.unlimited)
    upstreams[2].send(6)
    upstreams[2].send(completion: .finished)
    expectEqual(upstreams[2].requests, [.demand(.unlimited)])
    expectEqual(recorder.values, [1, 2, 3, 4, 6])
    expect(recorder.isFinished)
  }

  // MARK: Cancellation and re-entrancy

  @Test("A cancel ends the attempts")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let attempts = Box(0)
    let recorder = Deferred {
      attempts.increment()
      return upstream
    }.retry(5).record()
    recorder.cancel()
    recorder.cancel()
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(attempts.value, 1)
    expectEqual(upstream.cancelCount, 1)
    expect(recorder.values == [] && recorder.completions.isEmpty)
  }

  @Test("A cancel from inside a delivery stops an endless retry")
  func cancelInside() {
    let recorder = RecordingSubscriber<Int, TestError>()
    let count = Box(0)
    recorder.onValue = { [weak recorder] _ in
      if count.increment() == 10 { recorder?.cancel() }
      return .none
    }
    let publisher = Record<Int, TestError>(output: [1], completion: .failure(TestError()))
    Publishers.Retry(upstream: publisher, retries: nil).subscribe(recorder)
    expectEqual(recorder.values, Array(repeating: 1, count: 10))
    expect(recorder.completions.isEmpty)
  }

  @Test("An attempt that fails from inside a delivery is followed by the next after it")
  func reentrantFailure() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, TestError>() }
    let attempt = Box(-1)
    let recorder = Deferred { subjects[attempt.increment()] }.retry(1).record { value in
      if value == 1 {
        subjects[0].send(completion: .failure(TestError()))
        subjects[1].send(2)
      }
      return .none
    }
    subjects[0].send(1)
    subjects[1].send(3)
    // The second subject had no subscriber yet when it sent 2.
    expectEqual(recorder.values, [1, 3])
    expectEqual(recorder.overlaps, 0)
    expectEqual(attempt.value, 1)
  }

  // MARK: Release, misbehaviour, descriptions, equality

  @Test("Releases downstream and upstream's closures, however the stream ends")
  func release() {
    expectEqual(
      leaks { source, token in
        Deferred { withExtendedLifetime(token) { _ in source } }.retry(2)
      }, [])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.retry(0) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.retry(0) }, .ignored)
  }

  @Test("Ignores signals of an attempt after its failure")
  func lateSignals() {
    let upstreams = (0..<2).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
    let attempt = Box(-1)
    let recorder = Deferred { upstreams[attempt.increment()] }.retry(1).record()
    upstreams[0].send(completion: .failure(TestError("first")))
    upstreams[0].send(1)
    upstreams[0].send(completion: .failure(TestError("again")))
    upstreams[0].sendSubscription()
    upstreams[1].sendSubscription()
    expectEqual(upstreams.map(\.cancelCount), [1, 1])
    upstreams[1].send(2)
    expectEqual(recorder.values, [2])
    expect(recorder.completions.isEmpty)
    expectEqual(attempt.value, 1)
  }

  @Test("Its subscription describes itself as Retry")
  func description() {
    expectEqual(names { $0.retry(1) }, NamesReport(subscriber: "Retry", subscription: "Retry"))
  }

  @Test("Has the same type as in Combine; two are equal if their parts are")
  func equatable() {
    let publisher = Just(1).retry(2)
    expect(type(of: publisher) == Publishers.Retry<Just<Int>>.self)
    expectEqual(publisher, Just(1).retry(2))
    expect(publisher != Just(1).retry(3))
    expect(publisher != Just(2).retry(2))
  }

  // MARK: Threads

  @Test("Requests and failures may come from different threads: each value is delivered once")
  func threads() {
    for _ in 0..<300 {
      let subject = PassthroughSubject<Int, TestError>()
      let attempts = Box(0)
      let recorder = Deferred {
        attempts.increment() == 1
          ? subject.eraseToAnyPublisher() : (0..<10).publisher.setFailure().eraseToAnyPublisher()
      }.retry(1).record(demand: .none)
      concurrently(2) { thread in
        if thread == 0 { return subject.send(completion: .failure(TestError())) }
        for _ in 0..<10 { recorder.request(.max(1)) }
      }
      expectEqual(recorder.values, Array(0..<10))
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
