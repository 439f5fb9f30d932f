import StreamCore
import StreamParts
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("retry(_:scheduler:)")
struct PolicyRetryTests {
  private typealias Policy = RetryPolicy<TestError>

  private static let doubling = Backoff.exponential(initial: .seconds(1), factor: 2, maximum: .seconds(30))
  private static let errors: [Character: TestError] = ["a": TestError("a"), "b": TestError("b")]

  /// A source that always fails inside `subscribe(_:)`, and counts its subscriptions.
  private func failing(_ subscriptions: Box<Int>) -> Deferred<Fail<Int, TestError>> {
    Deferred { Fail(error: TestError("\(subscriptions.increment())")) }
  }

  // Case XA-233.
  @Test("Attempts are made after growing delays, and the last failure is passed on")
  func delays() {
    let log = Box<[String]>([])
    play { scheduler in
      attempts("-a", "-a", "-b", on: scheduler).retry(
        Policy(backoff: Self.doubling, jitter: .none), scheduler: scheduler
      ) { failure, attempt, delay in log.update { $0.append("\(scheduler.now): \(failure) \(attempt) \(delay)") } }
    }.expect("------b", values: [:], errors: Self.errors)
    expectEqual(log.value, ["1: a 1 1.0 seconds", "3: a 2 2.0 seconds"])
  }

  // Case XA-234.
  @Test("An attempt that would begin later than allowed is not made; one exactly then is")
  func maxElapsed() {
    for (limit, expected) in [(4, "---b"), (5, "------b")] as [(Int, Marbles)] {
      play { scheduler in
        attempts("-a", "-b", on: scheduler).retry(
          Policy(maxAttempts: .max, backoff: Self.doubling, jitter: .none, maxElapsed: .seconds(limit)),
          scheduler: scheduler)
      }.expect(expected, values: [:], errors: Self.errors)
    }
  }

  // Case XA-235.
  @Test("A failure that the closure refuses is passed on")
  func refuses() {
    play { scheduler in
      attempts("-a", "-b", on: scheduler).retry(
        Policy(maxAttempts: .max, backoff: Self.doubling, jitter: .none) { $0 == TestError("a") }, scheduler: scheduler)
    }.expect("---b", values: [:], errors: Self.errors)
  }

  // Case XA-236.
  @Test("A generator with a seed gives each subscription the same delays, within their bounds")
  func seeded() {
    let (scheduler, delays) = (TestScheduler(), Box<[Duration]>([]))
    let publisher = failing(Box(0)).retry(
      Policy(maxAttempts: 8, backoff: Self.doubling), scheduler: scheduler, random: SeededGenerator(seed: 11)
    ) { _, _, delay in delays.update { $0.append(delay) } }
    for _ in 1...2 {
      let recorder = publisher.record()
      scheduler.resume()
      expectEqual(recorder.completions.count, 1)
    }
    expectEqual(delays.value.count, 14)
    expectEqual(Array(delays.value[..<7]), Array(delays.value[7...]))
    for (delay, bound) in zip(delays.value, [1, 2, 4, 8, 16, 30, 30]) {
      expect(delay >= .zero && delay <= .seconds(bound))
    }
    expectEqual(Set(delays.value).count, 7)
  }

  // Case XA-237.
  @Test("A budget of nothing allows no retry")
  func emptyBudget() {
    let subscriptions = Box(0)
    let recorder = failing(subscriptions).retry(
      Policy(backoff: .none, budget: RetryBudget(ratio: 0, minimumPerSecond: 0)), scheduler: TestScheduler()
    ).record()
    expectEqual(recorder.failure, TestError("1"))
    expectEqual(subscriptions.value, 1)
  }

  // Case XA-238.
  @Test("A cancel during a delay leaves no timer and no other attempt, and releases everything")
  func cancelWhileWaiting() {
    let (scheduler, subscriptions) = (TestScheduler(), Box(0))
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      let recorder = failing(subscriptions).retry(
        Policy(backoff: Self.doubling, jitter: .none) { _ in newToken.pass(true) }, scheduler: scheduler
      ).record()
      (token, downstream, subscription) = (newToken, recorder, recorder.subscription)
    }
    scheduler.advance(to: 2)
    expectEqual(subscriptions.value, 2)
    expect(downstream != nil)
    subscription?.cancel()
    subscription?.cancel()
    expectEqual(scheduler.pendingCount, 0)
    expect(token == nil)
    expect(downstream == nil)
    scheduler.resume()
    expectEqual(subscriptions.value, 2)
  }

  @Test("A policy of one attempt passes the first failure on, and calls no closure")
  func oneAttempt() {
    let calls = Box(0)
    let recorder = failing(Box(0)).retry(
      Policy(maxAttempts: 1) { _ in calls.increment() > 0 }, scheduler: TestScheduler()
    ) { _, _, _ in calls.increment() }.record()
    expectEqual(recorder.failure, TestError("1"))
    expectEqual(calls.value, 0)
  }

  @Test("A finish is passed on, without a retry")
  func finish() {
    let record = Record<Int, TestError>(output: [1, 2], completion: .finished)
    let recorder = record.retry(Policy(), scheduler: TestScheduler()).record()
    expectEqual(recorder.events, [.subscription("PolicyRetry"), .value(1), .value(2), .finished])
  }

  @Test("After an element failures count from zero, if the policy says so", arguments: [true, false])
  func resets(resetAfterValue: Bool) {
    let (scheduler, log) = (TestScheduler(), Box<[Int]>([]))
    play { scheduler in
      attempts("-a", "-1a", "-a", "-b", "-b", "-b", on: scheduler).retry(
        Policy(backoff: .none, resetAfterValue: resetAfterValue), scheduler: scheduler
      ) { _, attempt, _ in log.update { $0.append(attempt) } }
    }.expect(resetAfterValue ? "--1--b" : "--1-a", values: ["1": 1], errors: Self.errors)
    expect(log.value == (resetAfterValue ? [1, 1, 2] : [1, 2]))
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Elements that are at hand count, too, and a sink gets them without a subscription", arguments: [true, false])
  func resetsAtHand(resetAfterValue: Bool) {
    let (scheduler, log) = (TestScheduler(), Box<[Int]>([]))
    let (values, end) = (Box<[Int]>([]), Box<Subscribers.Completion<TestError>?>(nil))
    let record = Record<Int, TestError>(output: [1, 2], completion: .failure(TestError("late")))
    let cancellable = record.retry(
      Policy(maxAttempts: 2, backoff: .constant(.seconds(1)), jitter: .none, resetAfterValue: resetAfterValue),
      scheduler: scheduler
    ) { _, attempt, _ in log.update { $0.append(attempt) } }
    .sink { completion in
      end.value = completion
    } receiveValue: { value in
      values.update { $0.append(value) }
    }
    scheduler.advance(to: 2)
    // The failures of three attempts are each the first after an element; otherwise the second is the last.
    expect(log.value == (resetAfterValue ? [1, 1, 1] : [1]))
    expect(values.value == (resetAfterValue ? [1, 2, 1, 2, 1, 2] : [1, 2, 1, 2]))
    expectEqual(end.value, (resetAfterValue ? nil : .failure(TestError("late"))))
    cancellable.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Demand passes unchanged, and what is outstanding is asked of the next attempt, with what is asked in between")
  func demand() {
    expectEqual(TestSupport.demand { $0.retry(Policy(), scheduler: TestScheduler()) }, .passedOn)
    let (scheduler, attempt) = (TestScheduler(), Box(-1))
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let recorder = Deferred { upstreams[attempt.increment()] }.retry(
      Policy(backoff: .constant(.seconds(1)), jitter: .none), scheduler: scheduler
    ).record(demand: .max(3))
    upstreams[0].send(1)
    upstreams[0].send(completion: .failure(TestError()))
    recorder.request(.max(4))
    scheduler.resume()
    expectEqual(upstreams[0].requests, [.demand(.max(3))])
    expectEqual(upstreams[1].requests, [.demand(.max(6))])
    expectEqual(recorder.values, [1])
  }

  @Test("A delay of zero needs no timer, and very many of them do not grow the stack")
  func manyRetries() {
    let subscriptions = Box(0)
    let recorder = failing(subscriptions).retry(
      Policy(maxAttempts: manyTimes, backoff: .none), scheduler: ImmediateScheduler.shared
    ).record()
    expectEqual(recorder.failure, TestError("\(manyTimes)"))
    expectEqual(subscriptions.value, manyTimes)
  }

  @Test("A cancel inside each closure prevents the next attempt", arguments: ["if", "onRetry", "backoff"])
  func cancelInClosure(closure: String) {
    let (scheduler, subscriptions) = (TestScheduler(), Box(0))
    let recorder = RecordingSubscriber<Int, TestError>()
    let cancel = { @Sendable [unowned recorder] (place: String) in if place == closure { recorder.cancel() } }
    let backoff = Backoff.custom { _ in
      cancel("backoff")
      return .seconds(1)
    }
    let policy = Policy(backoff: backoff) { _ in
      cancel("if")
      return true
    }
    failing(subscriptions).retry(policy, scheduler: scheduler) { _, _, _ in cancel("onRetry") }.subscribe(recorder)
    scheduler.resume()
    expectEqual(subscriptions.value, 1)
    expectEqual(recorder.events, [.subscription("PolicyRetry")])
  }

  @Test("Releases downstream and the closures, however the stream ends")
  func release() {
    let scheduler = TestScheduler()
    expectEqual(
      leaks { source, token in
        source.retry(Policy(maxAttempts: 1) { _ in token.pass(true) }, scheduler: scheduler) { _, _, _ in
          _ = token.pass(1)
        }
      }, [])
  }

  @Test("A dropped cancellable releases the closure, and the timer")
  func dropped() {
    let (scheduler, source) = (TestScheduler(), PassthroughSubject<Int, TestError>())
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let cancellable = source.retry(Policy { _ in newToken.pass(true) }, scheduler: scheduler).sink { _ in
      } receiveValue: { _ in
      }
      source.send(completion: .failure(TestError()))
      withExtendedLifetime(cancellable) {}
    }
    expect(token == nil)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("By default three attempts are made, after delays that double from 100 milliseconds up to 30 seconds")
  func defaults() {
    let policy = Policy()
    expectEqual(policy.maxAttempts, 3)
    let delays = [1, 2, 3, 9, 10].map { policy.backoff.delay(after: $0) / 1_000_000 }
    expectEqual(delays, [100, 200, 400, 25_600, 30_000])
    guard case .full = policy.jitter else {
      Issue.record("\(policy.jitter)")
      return
    }
  }

  @Test("A policy may be changed, within its bounds")
  func changes() async {
    var policy = Policy()
    policy.maxAttempts = 7
    policy.jitter = .none
    policy.backoff = .constant(.seconds(2))
    expectEqual(policy.maxAttempts, 7)
    await #expect(processExitsWith: .failure) {
      var policy = RetryPolicy<TestError>()
      policy.maxAttempts = 0
    }
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.retry(Policy(), scheduler: TestScheduler()).record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "PolicyRetry", reason: .beyondDemand)])
  }
}
