import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("timeout(_:scheduler:options:fallback:)")
struct TimeoutFallbackTests {
  private func timed(_ source: Marbles, _ fallback: Marbles, limit: Int = 1_000) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    let other = scheduler.publisher(
      fallback, values: ["7": 7, "8": 8, "9": 9], errors: ["#": MarbleFailure()])
    let run = marbles(source, scheduler: scheduler, limit: limit) {
      $0.timeout(4, scheduler: scheduler, fallback: other)
    }
    expectEqual(scheduler.pendingCount, 0)
    return run
  }

  // Case XA-273.
  @Test("After the interval upstream is cancelled, and the stream goes on with the fallback and its end")
  func fallsBack() {
    timed("-1------2-", "-7|").expect("-1----7|", upstream: "-----!")
    timed("-1--2-----3", "7-#").expect("-1--2---7-#", upstream: "--------!")
  }

  // Case XA-274.
  @Test("If upstream ends first, the fallback is never subscribed to")
  func endsFirst() {
    for (source, end) in [("-1|", "-1|"), ("-1#", "-1#"), ("-1--2--|", "-1--2--|")] as [(Marbles, Marbles)] {
      timed(source, "7|").expect(end)
    }
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, TestError>())
    let other = ScriptedPublisher<Int, TestError>()
    #expect(Empty<Int, TestError>().timeout(4, scheduler: scheduler, fallback: other).record().isFinished)
    expectEqual(scheduler.pendingCount, 0)
    let recorder = subject.timeout(4, scheduler: scheduler, fallback: other).record()
    subject.send(1)
    expectEqual(scheduler.pendingCount, 1)
    subject.send(completion: .finished)
    expectEqual(scheduler.pendingCount, 0)
    expect(recorder.isFinished)
    expectEqual(other.subscriberDescriptions, [])
  }

  // Case XA-275.
  @Test("The fallback is asked for what is outstanding, and for what is requested later")
  func demand() {
    let scheduler = TestScheduler()
    let (upstream, other) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.timeout(4, scheduler: scheduler, fallback: other).record(demand: .max(1))
    scheduler.advance(to: 1)
    upstream.send(1)
    expectEqual(upstream.requests, [.demand(.max(1))])
    scheduler.advance(to: 5)
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    expectEqual(other.requests, [])
    recorder.request(.max(2))
    recorder.request(.max(1))
    expectEqual(other.requests, [.demand(.max(2)), .demand(.max(1))])
    other.send(7)
    other.send(completion: .finished)
    expectEqual(recorder.values, [1, 7])
    expect(recorder.isFinished)
  }

  @Test("What upstream has left outstanding is asked of the fallback, once")
  func outstanding() {
    let scheduler = TestScheduler()
    let (upstream, other) = (ScriptedPublisher<Int, TestError>(letsGo: false), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.timeout(4, scheduler: scheduler, fallback: other).record(demand: .max(5)) { _ in .max(2) }
    expectEqual(upstream.send(1), .max(2))
    scheduler.advance(by: 4)
    expectEqual(upstream.send(2), .none)
    upstream.send(completion: .failure(TestError()))
    expectEqual(other.requests, [.demand(.max(6))])
    expectEqual(other.send(7), .max(2))
    expectEqual(recorder.values, [1, 7])
    expectEqual(recorder.completions, [])
  }

  @Test("An element at exactly the time comes first; one timer serves many elements")
  func border() {
    timed("---1---2---|", "7|").expect("---1---2---|")
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
    let recorder = subject.timeout(4, scheduler: scheduler, fallback: Just(7)).record()
    for _ in 1...9 {
      scheduler.advance(by: 1)
      subject.send(1)
      expectEqual(scheduler.pendingCount, 1)
    }
    scheduler.advance(to: 12.9)
    expectEqual(recorder.values.last, 1)
    scheduler.advance(to: 13)
    expectEqual(recorder.values.last, 7)
    expect(recorder.isFinished)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("The fallback may take its time")
  func fallbackIsNotTimed() {
    timed("-", "---------7|").expect("-------------7|", upstream: "----!")
  }

  @Test("No time at all lets what upstream delivers at once pass; an immediate scheduler falls back at once")
  func noTime() {
    let scheduler = TestScheduler()
    for interval in [0, -1] as [VirtualTime.Stride] {
      let recorder = PassthroughSubject<Int, Never>()
        .timeout(interval, scheduler: scheduler, fallback: Just(7)).record()
      expectEqual(recorder.values, [])
      scheduler.advance(by: 0)
      expectEqual(recorder.values, [7])
    }
    let finished = Just(1).timeout(0, scheduler: scheduler, fallback: Just(7)).record()
    scheduler.resume()
    expectEqual(finished.values, [1])
    let silent = PassthroughSubject<Int, Never>()
    let recorder = silent.timeout(1, scheduler: ImmediateScheduler.shared, fallback: Just(7)).record()
    expectEqual(recorder.events, [.subscription("TimeoutFallback"), .value(7), .finished])
    let instant = InstantScheduler<VirtualTime, Never>(now: 0)
    expectEqual(silent.timeout(1, scheduler: instant, fallback: Just(7)).record().values, [7])
  }

  @Test("A timeout during a delivery: the elements of the fallback come after it")
  func duringDelivery() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>(demand: .unlimited)
    let signalsInside = Box(-1)
    recorder.onValue = { [weak recorder] value in
      guard value == 1 else { return .none }
      scheduler.advance(by: 5)
      signalsInside.value = (recorder?.values.count ?? 0) + (recorder?.completions.count ?? 0)
      return .none
    }
    subject.timeout(4, scheduler: scheduler, fallback: Just(7)).subscribe(recorder)
    subject.send(1)
    expectEqual(signalsInside.value, 1)
    expectEqual(recorder.values, [1, 7])
    expect(recorder.isFinished)
  }

  @Test("An upstream whose subscription is late is cancelled")
  func lateSubscription() {
    let scheduler = TestScheduler()
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    let recorder = upstream.timeout(4, scheduler: scheduler, fallback: Just(7)).record()
    scheduler.resume()
    expectEqual(recorder.values, [7])
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A cancel leaves no timer, and reaches the fallback")
  func cancel() {
    let (scheduler, other) = (TestScheduler(), ScriptedPublisher<Int, Never>())
    for _ in 1...2 {
      let upstream = ScriptedPublisher<Int, Never>()
      let recorder = upstream.timeout(4, scheduler: scheduler, fallback: other).record()
      expectEqual(scheduler.pendingCount, 1)
      recorder.cancel()
      expectEqual(scheduler.pendingCount, 0)
      expectEqual(upstream.cancelCount, 1)
    }
    let recorder = PassthroughSubject<Int, Never>().timeout(4, scheduler: scheduler, fallback: other).record()
    scheduler.advance(by: 4)
    recorder.cancel()
    expectEqual(other.cancelCount, 1)
  }

  @Test("Demand passes unchanged, and everything is released, however the stream ends")
  func demandAndRelease() {
    let scheduler = TestScheduler()
    let other = PassthroughSubject<Int, TestError>()
    expectEqual(TestSupport.demand { $0.timeout(9, scheduler: scheduler, fallback: other) }, .passedOn)
    expectEqual(
      leaks { source, token in
        source.timeout(9, scheduler: scheduler, fallback: Publishers.Map(upstream: other) { token.pass($0) })
      }, [])
    expectEqual(
      leaks { source, token in
        Publishers.Map(upstream: PassthroughSubject<Int, TestError>()) { token.pass($0) }
          .timeout(0, scheduler: ImmediateScheduler.shared, fallback: source)
      }, [])
  }
}
