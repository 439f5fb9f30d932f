import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("CircuitBreaker")
struct CircuitBreakerTests {
  private typealias Breaker = CircuitBreaker<TestScheduler>
  private typealias Failure = StreamBreakerFailure<TestError>

  private let scheduler = TestScheduler()

  /// A breaker that opens for five seconds.
  private func breaker(
    minimumCalls: Int = 1, failureRate: Double = 0.5, window: Breaker.Settings.Window = .calls(100),
    trialCalls: Int = 1, slowCall: Duration? = nil
  ) -> Breaker {
    CircuitBreaker(
      .init(
        failureRate: failureRate, minimumCalls: minimumCalls, window: window, openFor: .seconds(5),
        trialCalls: trialCalls, slowCall: slowCall), scheduler: scheduler)
  }

  /// Calls a service that answers at once.
  @discardableResult
  private func call(_ breaker: Breaker, fails: Bool) -> RecordingSubscriber<Int, Failure> {
    Record<Int, TestError>(output: [], completion: fails ? .failure(TestError()) : .finished)
      .circuitBreaker(breaker).record()
  }

  // Case XA-239.
  @Test("Opens when enough calls have failed, makes no call until its time is over, and closes after a trial")
  func opens() {
    let breaker = breaker(minimumCalls: 3)
    var answers: [RecordingSubscriber<Int, Failure>] = []
    var states: [Breaker.State] = []
    for (time, fails) in [(0, true), (1, true), (2, true), (3, false), (8, false), (10, false)] {
      scheduler.advance(to: VirtualTime(.seconds(time)))
      answers.append(call(breaker, fails: fails))
      states.append(breaker.state)
    }
    let failed = Subscribers.Completion<Failure>.failure(.upstream(TestError()))
    expectEqual(answers.flatMap(\.completions), [failed, failed, failed, .failure(.open), .finished, .finished])
    expectEqual(states, [.closed, .closed, .open(until: 7), .open(until: 7), .closed, .closed])
  }

  @Test("After a cancel inside the closure the call counts as that says, and only the failure in flight follows")
  func cancelInClosure() {
    let (breaker, upstream) = (breaker(), ScriptedPublisher<Int, TestError>(letsGo: false))
    let calls = Box(0)
    let recorder = RecordingSubscriber<Int, Failure>()
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      upstream.circuitBreaker(
        breaker,
        counts: { [weak recorder] _ in
          calls.increment()
          recorder?.cancel()
          return newToken.pass(true)
        }
      ).subscribe(recorder)
    }
    upstream.send(1)
    for _ in 0..<2 { upstream.send(completion: .failure(TestError())) }
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.count <= 1)
    expectEqual(calls.value, 1)
    expectEqual(breaker.state, .open(until: 5))
    expect(token == nil)
    expectEqual(upstream.cancelCount, 0)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  // Case XA-240.
  @Test("A call beside the trial fails; a trial that fails opens anew, one that is cancelled makes room")
  func trials() {
    let (breaker, upstream) = (breaker(), ScriptedPublisher<Int, TestError>())
    breaker.trip()
    scheduler.advance(to: 5)
    let trial = upstream.circuitBreaker(breaker).record()
    expectEqual(breaker.state, .halfOpen)
    expectEqual(call(breaker, fails: false).failure, .open)
    trial.cancel()
    trial.cancel()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(breaker.state, .halfOpen)
    call(breaker, fails: true)
    expectEqual(breaker.state, .open(until: 10))
    expectEqual(breaker.counts.calls, 0)
  }

  @Test("All trials have to succeed, and no more are made than that")
  func severalTrials() {
    let breaker = breaker(trialCalls: 2)
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    breaker.trip()
    scheduler.advance(to: 5)
    let trials = upstreams.map { $0.circuitBreaker(breaker).record() }
    upstreams[0].send(completion: .finished)
    expectEqual(breaker.state, .halfOpen)
    expectEqual(call(breaker, fails: false).failure, .open)
    upstreams[1].send(completion: .finished)
    expectEqual(breaker.state, .closed)
    expect(trials.allSatisfy { $0.isFinished })
  }

  // Case XA-241.
  @Test("Threads that call at once are all counted")
  func threads() {
    let breaker = breaker(failureRate: 1, window: .calls(.max))
    call(breaker, fails: false)
    concurrently(8) { thread in for number in 0..<10_000 { call(breaker, fails: (number + thread) % 2 == 0) } }
    expectEqual(breaker.counts.calls, 80_001)
    expectEqual(breaker.counts.failures, 40_000)
    expectEqual(breaker.state, .closed)
  }

  // Case XA-242.
  @Test("Failures that the closure does not count never open it")
  func notCounted() {
    let breaker = breaker()
    for _ in 1...50 {
      let recorder = Fail<Int, TestError>(error: TestError("not found"))
        .circuitBreaker(breaker) { $0 != TestError("not found") }.record()
      expectEqual(recorder.failure, .upstream(TestError("not found")))
    }
    expectEqual(breaker.state, .closed)
    expectEqual(breaker.counts.calls, 50)
    expectEqual(breaker.counts.failures, 0)
  }

  // Case XA-243.
  @Test("Tells of each state, in order, also of one that a subscriber causes")
  func states() {
    let breaker = breaker()
    let recorder = breaker.states.record()
    call(breaker, fails: true)
    scheduler.advance(to: 6)
    call(breaker, fails: false)
    expectEqual(recorder.values, [.closed, .open(until: 5), .halfOpen, .closed])
    let resetting = breaker.states.sink { if $0 != .closed { breaker.reset() } }
    breaker.trip()
    expectEqual(recorder.values.suffix(2), [.open(until: 11), .closed])
    resetting.cancel()
    expectEqual(recorder.completions, [])
  }

  @Test("The oldest calls leave a window by number")
  func ring() {
    let breaker = breaker(minimumCalls: 99, failureRate: 0.75, window: .calls(4))
    for fails in [true, true, false, false, true] { call(breaker, fails: fails) }
    expectEqual(breaker.counts.calls, 4)
    expectEqual(breaker.counts.failures, 2)
    call(breaker, fails: true)
    expectEqual(breaker.state, .closed)
    call(breaker, fails: true)
    expectEqual(breaker.state, .open(until: 5))
  }

  @Test("Old calls leave a window by time")
  func timeWindow() {
    let breaker = breaker(minimumCalls: 3, window: .time(.seconds(10)))
    for _ in 1...2 { call(breaker, fails: true) }
    scheduler.advance(to: 20)
    call(breaker, fails: true)
    expectEqual(breaker.counts.calls, 1)
    expectEqual(breaker.state, .closed)
    scheduler.advance(to: 24)
    for _ in 1...2 { call(breaker, fails: true) }
    expectEqual(breaker.state, .open(until: 29))
    breaker.reset()
    expectEqual(breaker.counts.calls, 0)
  }

  @Test("A call that takes longer than allowed counts as failed, though it finishes")
  func slow() {
    let breaker = breaker(failureRate: 1, slowCall: .seconds(2))
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let recorders = upstreams.map { $0.circuitBreaker(breaker).record() }
    scheduler.advance(to: 2)
    upstreams[0].send(completion: .finished)
    expectEqual(breaker.counts.failures, 0)
    breaker.reset()
    scheduler.advance(to: 3)
    // It began before the reset, and counts no more.
    upstreams[1].send(completion: .finished)
    expectEqual(breaker.counts.calls, 0)
    let late = ScriptedPublisher<Int, TestError>()
    let recorder = late.circuitBreaker(breaker).record()
    scheduler.advance(by: 2.5)
    late.send(completion: .finished)
    expect((recorders + [recorder]).allSatisfy { $0.isFinished })
    expectEqual(breaker.state, .open(until: 10.5))
  }

  @Test("Calls under way when it opens go on; a cancelled call does not count")
  func underWay() {
    let (breaker, upstream) = (breaker(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.circuitBreaker(breaker).record()
    let cancelled = PassthroughSubject<Int, TestError>().circuitBreaker(breaker).record()
    cancelled.cancel()
    expectEqual(breaker.counts.calls, 0)
    breaker.trip()
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("CircuitBroken"), .value(1), .finished])
    expectEqual(breaker.state, .open(until: 5))
  }

  @Test("An open breaker fails without demand, and does not subscribe to upstream")
  func open() {
    let (breaker, upstream) = (breaker(), ScriptedPublisher<Int, TestError>())
    breaker.trip()
    let recorder = upstream.circuitBreaker(breaker).record(demand: .none)
    expectEqual(recorder.completions, [.failure(.open)])
    expectEqual(upstream.subscriberDescriptions, [])
  }

  @Test("Demand passes unchanged, and a trial without a subscription makes room when it is released")
  func demand() {
    let breaker = breaker()
    expectEqual(TestSupport.demand { $0.circuitBreaker(breaker) }, .passedOn)
    expectEqual(TestSupport.misbehaviour { $0.circuitBreaker(breaker) }, .ignored)
    breaker.trip()
    scheduler.advance(to: 5)
    do {
      let silent = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
      let recorder = silent.circuitBreaker(breaker).record()
      expectEqual(breaker.state, .halfOpen)
      withExtendedLifetime(recorder) {}
    }
    expect(call(breaker, fails: false).isFinished)
    expectEqual(breaker.state, .closed)
  }

  @Test("Releases downstream and the closure, however a call ends")
  func release() {
    let breaker = breaker(minimumCalls: 99)
    expectEqual(leaks { source, token in source.circuitBreaker(breaker) { _ in token.pass(true) } }, [])
  }

  @Test("Left out, the settings are those that the documentation names")
  func defaults() {
    let settings = CircuitBreaker<ImmediateScheduler>.Settings()
    expect((settings.failureRate, settings.minimumCalls, settings.window) == (0.5, 10, .calls(100)))
    expect((settings.openFor, settings.trialCalls, settings.slowCall) == (.seconds(30), 1, nil))
  }

  @Test("Settings out of their bounds trap")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = CircuitBreaker(.init(failureRate: .nan), scheduler: ImmediateScheduler.shared)
    }
    await #expect(processExitsWith: .failure) {
      _ = CircuitBreaker(.init(window: .calls(0)), scheduler: ImmediateScheduler.shared)
    }
    await #expect(processExitsWith: .failure) {
      _ = CircuitBreaker(.init(window: .time(.zero)), scheduler: ImmediateScheduler.shared)
    }
    await #expect(processExitsWith: .failure) {
      _ = CircuitBreaker(.init(trialCalls: 0), scheduler: ImmediateScheduler.shared)
    }
  }
}
