import StreamCore
import StreamParts
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("restarted(_:scheduler:)")
struct RestartedTests {
  private typealias Policy = RestartPolicy<TestError>
  private typealias End = Subscribers.Completion<TestError>

  private static let doubling = Backoff.exponential(initial: .seconds(1), factor: 2, maximum: .seconds(30))
  private static let errors: [Character: TestError] = ["a": TestError("a"), "b": TestError("b")]
  private static let ends: [End] = [.finished, .failure(TestError())]

  /// A source that ends inside `subscribe(_:)`, and counts its subscriptions.
  private func ending(_ end: End, _ subscriptions: Box<Int>) -> Deferred<Record<Int, TestError>> {
    Deferred {
      subscriptions.increment()
      return Record(output: [], completion: end)
    }
  }

  @Test("A run follows a finish and a failure, after growing delays")
  func restarts() {
    let log = Box<[String]>([])
    play(limit: 20) { scheduler in
      attempts("-1|", "-2a", "3|", "--1", on: scheduler).restarted(
        Policy(backoff: Self.doubling, jitter: .none), scheduler: scheduler
      ) { end, restart, delay in log.update { $0.append("\(scheduler.now): \(end) \(restart) \(delay)") } }
    }.expect("-1--2--3------1", values: ["1": 1, "2": 2, "3": 3], errors: Self.errors)
    expectEqual(
      log.value, ["2: finished 1 1.0 seconds", "5: failure(a) 2 2.0 seconds", "8: finished 3 4.0 seconds"])
  }

  @Test("The last end is passed on, whichever it is, when no restart is left", arguments: [0, 1, 3])
  func maxRestarts(count: Int) {
    for end in Self.ends {
      let (scheduler, subscriptions) = (TestScheduler(), Box(0))
      let recorder = ending(end, subscriptions).restarted(
        Policy(maxRestarts: count, backoff: Self.doubling), scheduler: scheduler
      ).record()
      scheduler.resume()
      expectEqual(subscriptions.value, count + 1)
      expectEqual(recorder.completions, [end])
    }
  }

  @Test("An end that the closure refuses is passed on, and nothing is called after that")
  func refuses() {
    let calls = Box(0)
    play { scheduler in
      attempts("-1|", "-2a", on: scheduler).restarted(
        Policy(backoff: Self.doubling, jitter: .none) { $0 != .failure(TestError("a")) }, scheduler: scheduler
      ) { _, _, _ in calls.increment() }
    }.expect("-1--2a", values: ["1": 1, "2": 2], errors: Self.errors)
    expectEqual(calls.value, 1)
  }

  @Test("A run that lasts long enough counts the restarts from zero", arguments: [3, 4, nil])
  func resetAfter(seconds: Int?) {
    let (log, resetAfter) = (Box<[Int]>([]), seconds.map { Duration.seconds($0) })
    _ = play(limit: 60) { scheduler in
      // The runs last for 1, 3 and 1 seconds; the delays before them do not count.
      attempts("-|", "---|", "-a", "-----", on: scheduler).restarted(
        Policy(maxRestarts: 9, backoff: Self.doubling, jitter: .none, resetAfter: resetAfter), scheduler: scheduler
      ) { _, restart, _ in log.update { $0.append(restart) } }
    }
    expectEqual(log.value, seconds == 3 ? [1, 1, 2] : [1, 2, 3])
  }

  @Test("After an element restarts count from zero, if the policy says so", arguments: [true, false])
  func resetAfterValue(resets: Bool) {
    let log = Box<[Int]>([])
    play { scheduler in
      attempts("-|", "-1|", "-|", "-a", "-b", on: scheduler).restarted(
        Policy(maxRestarts: 2, backoff: .none, resetAfterValue: resets), scheduler: scheduler
      ) { _, restart, _ in log.update { $0.append(restart) } }
    }.expect(resets ? "--1--a" : "--1-|", values: ["1": 1], errors: Self.errors)
    expectEqual(log.value, resets ? [1, 1, 2] : [1, 2])
  }

  @Test("A source at hand, restarted without a subscription of a sink")
  func atHand() {
    let (scheduler, values) = (TestScheduler(), Box<[Int]>([]))
    let cancellable = [1, 2].publisher.restarted(
      RestartPolicy(backoff: .constant(.seconds(1)), jitter: .none), scheduler: scheduler
    ).sink { value in values.update { $0.append(value) } }
    expectEqual(values.value, [1, 2])
    scheduler.advance(to: 2)
    expectEqual(values.value, [1, 2, 1, 2, 1, 2])
    cancellable.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Demand passes unchanged, and what is outstanding is asked of the next run, with what is asked in between")
  func demand() {
    expectEqual(TestSupport.demand { $0.restarted(Policy(), scheduler: TestScheduler()) }, .passedOn)
    for end in Self.ends {
      let (scheduler, run) = (TestScheduler(), Box(-1))
      let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
      let recorder = Deferred { upstreams[run.increment()] }.restarted(
        Policy(backoff: .constant(.seconds(1)), jitter: .none), scheduler: scheduler
      ).record(demand: .max(3))
      upstreams[0].send(1)
      upstreams[0].send(completion: end)
      recorder.request(.max(4))
      scheduler.resume()
      expectEqual(upstreams[0].requests, [.demand(.max(3))])
      expectEqual(upstreams[1].requests, [.demand(.max(6))])
      expectEqual(recorder.values, [1])
    }
  }

  @Test("A cancel during a delay leaves no timer and no other run, and releases everything")
  func cancelWhileWaiting() {
    let (scheduler, subscriptions) = (TestScheduler(), Box(0))
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      let recorder = ending(.finished, subscriptions).restarted(
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

  @Test("A cancel inside each closure prevents the next run", arguments: ["if", "onRestart", "backoff"])
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
    ending(.finished, subscriptions).restarted(policy, scheduler: scheduler) { _, _, _ in cancel("onRestart") }
      .subscribe(recorder)
    scheduler.resume()
    expectEqual(subscriptions.value, 1)
    expectEqual(recorder.events, [.subscription("Restarted")])
  }

  @Test("Delays of zero need no timer, and very many restarts do not grow the stack")
  func manyRestarts() {
    for end in Self.ends {
      let subscriptions = Box(0)
      let recorder = ending(end, subscriptions).restarted(
        Policy(maxRestarts: manyTimes, backoff: .none, resetAfter: nil), scheduler: ImmediateScheduler.shared
      ).record()
      expectEqual(recorder.completions, [end])
      expectEqual(subscriptions.value, manyTimes + 1)
    }
  }

  @Test("A request inside a delivery reaches the run, and a cancel there is the end")
  func inside() {
    let scheduler = TestScheduler()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1))
    recorder.onValue = { [weak recorder] value in
      if value == 3 { recorder?.cancel() } else { recorder?.request(.max(1)) }
      return .none
    }
    let starts = Box(0)
    Deferred { Record<Int, TestError>(output: [starts.increment(), 2], completion: .finished) }.restarted(
      Policy(backoff: .constant(.seconds(1)), jitter: .none), scheduler: scheduler
    ).subscribe(recorder)
    scheduler.advance(by: 10)
    expectEqual(recorder.values, [1, 2, 2, 2, 3])
    expectEqual(starts.value, 3)
    expectEqual(scheduler.pendingCount, 0)
    recorder.onValue = nil
  }

  @Test("A huge time without a reset, and delays of zero, are legal; negative numbers trap")
  func bounds() async {
    let recorder = Empty<Int, TestError>().restarted(
      Policy(maxRestarts: 1, backoff: .none, resetAfter: .seconds(Int64.max)), scheduler: TestScheduler()
    ).record()
    expect(recorder.completions.isEmpty)
    // The clock of this one stands still: no run lasts for any time.
    expect(
      Empty<Int, TestError>().restarted(
        Policy(maxRestarts: 1, backoff: .none, resetAfter: .zero), scheduler: ImmediateScheduler.shared
      ).record().isFinished)
    await #expect(processExitsWith: .failure) { _ = RestartPolicy<TestError>(maxRestarts: -1) }
    await #expect(processExitsWith: .failure) {
      var policy = RestartPolicy<TestError>()
      policy.maxRestarts = -1
    }
    await #expect(processExitsWith: .failure) {
      _ = RestartPolicy<TestError>(backoff: .constant(.seconds(-1)))
    }
    await #expect(processExitsWith: .failure) {
      var policy = RestartPolicy<TestError>()
      policy.jitter = .proportional(2)
    }
  }

  @Test("Releases downstream and the closures, however the stream ends")
  func release() {
    let scheduler = TestScheduler()
    expectEqual(
      leaks { source, token in
        source.restarted(Policy(maxRestarts: 0) { _ in token.pass(true) }, scheduler: scheduler) { _, _, _ in
          _ = token.pass(1)
        }
      }, [])
  }

  @Test("A stage describes itself by its name")
  func descriptions() {
    expectEqual(
      names { $0.restarted(Policy(), scheduler: TestScheduler()) },
      NamesReport(subscriber: "Restarted", subscription: "Restarted"))
  }
}
