import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

// One at a time: drops are told to all tests.
@Suite("rateLimited", .serialized)
struct RateLimitedTests {
  private let limit = RateLimit(1, per: .seconds(2), burst: 2)

  private func limited(
    _ source: Marbles, mode: StreamRateLimitMode<MarbleFailure> = .shape(bufferSize: 256, whenFull: .suspend)
  ) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler) { $0.rateLimited(limit, scheduler: scheduler, mode: mode) }
  }

  // Case XA-244.
  @Test("Elements wait for their tokens, and the end for them")
  func shapes() {
    limited("(12345)---------|").expect("(12)-3-4-5---|")
    limited("(12345|)").expect("(12)-3-4-(5|)")
    limited("(1234)#").expect("(12)-3-(4#)")
    limited("-1----------2-|").expect("-1----------2-|")
  }

  // Case XA-245.
  @Test("In the mode that drops, elements without tokens are left out and reported")
  func drops() {
    limited("(12345)---------|", mode: .drop).expect("(12)---------|")
    let drops = DropRecorder()
    let recorder = [1, 2, 3].publisher.rateLimited(limit, scheduler: TestScheduler(), mode: .drop).record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(drops.reports.map(\.reason), [.overflow])
  }

  // Case XA-246.
  @Test("In the mode that fails, the first element without tokens is the end, and cancels upstream")
  func enforces() {
    limited("(12345)---------|", mode: .enforce { MarbleFailure() }).expect("(12#)", upstream: "!")
    limited("(12)-3-|", mode: .enforce { MarbleFailure() }).expect("(12)-3-|")
  }

  // Case XA-247.
  @Test("Time without elements fills the bucket, and no more")
  func idle() {
    limited("----------(12345)|").expect("----------(12)-3-4-(5|)")
    limited("(12)--------(34567)-|").expect("(12)--------(34)-5-6-(7|)")
  }

  // Case XA-248.
  @Test("Streams of one limiter share its tokens, in the order in which their elements come")
  func shared() {
    let scheduler = TestScheduler()
    let limiter = RateLimiter(limit, scheduler: scheduler)
    let log = Box<[String]>([])
    let recorders = ["a", "b"].map { name in
      [1, 2, 3].publisher.rateLimited(by: limiter).record { value in
        log.update { $0.append("\(scheduler.now) \(name)\(value)") }
        return .none
      }
    }
    scheduler.resume()
    expectEqual(log.value, ["0 a1", "0 b1", "2 a2", "4 b2", "6 a3", "8 b3"])
    expectEqual(recorders.map(\.isFinished), [true, true])
    expectEqual(limiter.available, 0)
  }

  @Test("Each subscription without a common limiter has its own")
  func own() {
    let scheduler = TestScheduler()
    let publisher = [1, 2, 3].publisher.rateLimited(limit, scheduler: scheduler)
    let recorders = [publisher.record(), publisher.record()]
    scheduler.advance(by: 0)
    expectEqual(recorders.map(\.values), [[1, 2], [1, 2]])
    scheduler.advance(by: 2)
    expectEqual(recorders.map(\.values), [[1, 2, 3], [1, 2, 3]])
  }

  @Test("Costs are taken of each element once, and one above the burst waits for a full bucket")
  func costs() {
    let scheduler = TestScheduler()
    let asked = Box<[Int]>([])
    marbles("(12)9--1--|", scheduler: scheduler) {
      $0.rateLimited(limit, scheduler: scheduler) { value in
        asked.update { $0.append(value) }
        return value - 1
      }
    }.expect("(12)-9-1--|")
    expectEqual(asked.value, [1, 2, 9, 1])
  }

  @Test("An element takes its tokens when there is demand; upstream is asked for the queue, and for one that leaves")
  func demand() {
    let scheduler = TestScheduler()
    let limiter = RateLimiter(limit, scheduler: scheduler)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.rateLimited(by: limiter, mode: .shape(bufferSize: 2, whenFull: .suspend))
      .record(demand: .none)
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(1)
    upstream.send(2)
    scheduler.advance(by: 1)
    expectEqual(limiter.available, 2)
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    expectEqual(limiter.available, 1)
    expectEqual(recorder.values, [])
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [1])
    upstream.send(completion: .finished)
    recorder.request(.unlimited)
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("Demand that a delivery returns counts once")
  func returnedDemand() {
    let scheduler = TestScheduler()
    let recorder = [1, 2, 3, 4].publisher.rateLimited(RateLimit(9, per: .seconds(1)), scheduler: scheduler)
      .record(demand: .max(1)) { $0 == 1 ? .max(1) : .none }
    scheduler.resume()
    expectEqual(recorder.values, [1, 2])
    recorder.cancel()
  }

  @Test("A queue without room passes demand on, one by one")
  func noRoom() {
    let (scheduler, upstream) = (TestScheduler(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.rateLimited(limit, scheduler: scheduler, mode: .shape(bufferSize: 0, whenFull: .suspend))
      .record()
    for value in 1...4 {
      expectEqual(upstream.requests, Array(repeating: .demand(.max(1)), count: value))
      upstream.send(value)
      scheduler.advance(by: 2)
    }
    expectEqual(recorder.values, [1, 2, 3, 4])
  }

  @Test("A full queue drops the oldest or the newest, or fails after what is queued")
  func full() {
    limited("(123456|)", mode: .shape(bufferSize: 1, whenFull: .dropNewest)).expect("(12|)")
    limited("(123456|)", mode: .shape(bufferSize: 1, whenFull: .dropOldest)).expect("(16|)")
    limited("(123456|)", mode: .shape(bufferSize: 1, whenFull: .error { MarbleFailure() })).expect(
      "(12#)", upstream: "!")
    let drops = DropRecorder()
    let source = PassthroughSubject<Int, Never>()
    let recorder = source.rateLimited(
      limit, scheduler: TestScheduler(), mode: .shape(bufferSize: 1, whenFull: .dropOldest)
    ).record()
    for value in 1...4 { source.send(value) }
    expectEqual(drops.reports.map(\.reason), [.overflow, .overflow])
    recorder.cancel()
  }

  @Test("A cancel leaves no timer and gives back tokens that were not there yet, also inside the closures")
  func cancel() {
    let scheduler = TestScheduler()
    let limiter = RateLimiter(limit, scheduler: scheduler)
    let recorder = [1, 2, 3, 4].publisher.rateLimited(by: limiter).record()
    scheduler.advance(by: 1)
    expectEqual(scheduler.pendingCount, 1)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(to: 2)
    expectEqual(limiter.available, 1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.completions, [])
    for mode in [.shape(bufferSize: 9, whenFull: .suspend), .drop] as [StreamRateLimitMode<Never>] {
      let cancelling = RecordingSubscriber<Int, Never>()
      let source = PassthroughSubject<Int, Never>()
      let cost: @Sendable (Int) -> Int = { [unowned cancelling] _ in
        cancelling.cancel()
        return 1
      }
      source.rateLimited(by: limiter, cost: cost, mode: mode).subscribe(cancelling)
      cancelling.request(.unlimited)
      source.send(1)
      scheduler.advance(by: 0)
      expect(cancelling.values.isEmpty && cancelling.completions.isEmpty)
      expectEqual(limiter.available, 1)
    }
  }

  @Test("A cancel inside a delivery delivers nothing more, and reaches upstream")
  func cancelInside() {
    let (scheduler, upstream) = (TestScheduler(), ScriptedPublisher<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>(demand: .unlimited)
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .max(1)
    }
    upstream.rateLimited(limit, scheduler: scheduler).subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    scheduler.resume()
    expectEqual(recorder.values, [1])
    expectEqual(upstream.cancelCount, 1)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A late timer delivers as many elements as there are tokens, and one is set for each time of waiting")
  func lateTimers() {
    let scheduler = LateScheduler()
    let source = PassthroughSubject<Int, Never>()
    let log = Box<[String]>([])
    let recorder = source.rateLimited(limit, scheduler: scheduler).record { value in
      log.update { $0.append("\(scheduler.now): \(value)") }
      return .none
    }
    for value in 1...9 { source.send(value) }
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(by: 0)
    expectEqual(scheduler.pendingCount, 1)
    for pending in [1, 1, 0] {
      scheduler.advance(by: 10)
      expectEqual(scheduler.pendingCount, pending)
    }
    // The first of each three had its token before; then the bucket is full.
    expectEqual(log.value, ["0: 1", "0: 2", "10: 3", "10: 4", "10: 5", "20: 6", "20: 7", "20: 8", "30: 9"])
    expectEqual(scheduler.turns, 1)
    expectEqual(scheduler.timers, 3)
    recorder.cancel()
  }

  @Test("The end sets no timer beside that of the last element, and is delivered after it")
  func endWhileWaiting() {
    let (scheduler, source) = (LateScheduler(), PassthroughSubject<Int, Never>())
    let recorder = source.rateLimited(limit, scheduler: scheduler).record()
    for value in 1...3 { source.send(value) }
    scheduler.advance(by: 0)
    source.send(completion: .finished)
    scheduler.advance(by: 0)
    expectEqual(scheduler.pendingCount, 1)
    expectEqual([scheduler.turns, scheduler.timers], [1, 1])
    scheduler.advance(by: 10)
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("A cancel releases downstream, though the scheduler keeps the turn that was asked for")
  func cancelBeforeTurn() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, Never>()
    weak var downstream: RecordingSubscriber<Int, Never>?
    do {
      let recorder = source.rateLimited(limit, scheduler: scheduler).record()
      downstream = recorder
      source.send(1)
      expectEqual(scheduler.pendingCount, 1)
      recorder.cancel()
    }
    expect(downstream == nil)
    scheduler.resume()
  }

  @Test("Schedulers without time deliver at once, very many elements without growing the stack")
  func withoutTime() {
    let many = RateLimit(1, per: .seconds(1))
    let immediate = (1...manyTimes).publisher.rateLimited(many, scheduler: ImmediateScheduler.shared).record()
    expectEqual(immediate.values.count, manyTimes)
    expect(immediate.isFinished)
    let instant = InstantScheduler<VirtualTime, Never>(now: 0)
    let recorder = (1...manyTimes).publisher.rateLimited(many, scheduler: instant).record()
    expectEqual(recorder.values, Array(1...manyTimes))
    expect(recorder.isFinished)
    let source = PassthroughSubject<Int, Never>()
    let late = source.rateLimited(many, scheduler: instant).record()
    for value in 1...3 { source.send(value) }
    source.send(completion: .finished)
    expectEqual(late.values, [1, 2, 3])
    expect(late.isFinished)
  }

  @Test("Demand passes unchanged but for what is queued, and everything is released, however the stream ends")
  func demandAndRelease() {
    let scheduler = TestScheduler()
    let modes: [StreamRateLimitMode<TestError>] = [
      .drop, .enforce { TestError() }, .shape(bufferSize: 9, whenFull: .suspend),
    ]
    for mode in modes.prefix(2) {
      expectEqual(TestSupport.demand { $0.rateLimited(limit, scheduler: scheduler, mode: mode) }, .passedOn)
    }
    for mode in modes {
      expectEqual(
        leaks { source, token in
          source.rateLimited(limit, scheduler: ImmediateScheduler.shared, cost: { _ in token.pass(1) }, mode: mode)
        }, [])
    }
    expectEqual(
      leaks { source, token in
        source.rateLimited(limit, scheduler: scheduler, cost: { _ in token.pass(1) })
      }.filter { $0.contains("cancel") }, [])
  }
}
