import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@Suite("timeout(first:each:total:) and timeout(after:)")
struct TimeoutTests {
  private func timed(
    _ source: Marbles, first: VirtualTime.Stride? = nil, each: VirtualTime.Stride? = nil,
    total: VirtualTime.Stride? = nil, kinds: Box<[StreamTimeoutKind]> = Box([])
  ) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler) { upstream in
      upstream.timeout(first: first, each: each, total: total, scheduler: scheduler) { kind in
        kinds.update { $0.append(kind) }
        return MarbleFailure()
      }
    }
  }

  // Case XA-253.
  @Test("Fails when the next element takes too long, and cancels upstream")
  func each() {
    let kinds = Box<[StreamTimeoutKind]>([])
    timed("-1--2------3", first: 3, each: 4, kinds: kinds).expect("-1--2---#", upstream: "--------!")
    expectEqual(kinds.value, [.each])
  }

  // Case XA-254.
  @Test("Fails when the first element takes too long")
  func first() {
    let kinds = Box<[StreamTimeoutKind]>([])
    timed("----1", first: 3, kinds: kinds).expect("---#")
    expectEqual(kinds.value, [.first])
  }

  // Case XA-255.
  @Test("Fails when the whole takes too long")
  func total() {
    let kinds = Box<[StreamTimeoutKind]>([])
    timed("-1-2-3-4-5", each: 4, total: 6, kinds: kinds).expect("-1-2-3#", upstream: "------!")
    expectEqual(kinds.value, [.total])
  }

  @Test("An element, and an end, at exactly the time come first; a shorter time than that of the timer counts")
  func border() {
    timed("---1---2---|", first: 3, each: 4).expect("---1---2---|")
    timed("-1---2", first: 9, each: 2).expect("-1-#")
    timed("--1-#", first: 2).expect("--1-#")
  }

  @Test("No time at all lets elements of the subscription pass, then fails")
  func noTime() {
    timed("-1", first: 0).expect("#")
    timed("-1-2", each: 0).expect("-(1#)")
    timed("-1-2-|").expect("-1-2-|")
  }

  @Test("An end and a cancel call the timer off")
  func timers() {
    for ends in [true, false] {
      let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, TestError>())
      let recorder = subject.timeout(first: 3, each: 4, total: 9, scheduler: scheduler) { _ in TestError() }.record()
      for _ in 1...5 {
        subject.send(1)
        scheduler.advance(by: 1)
      }
      expectEqual(scheduler.pendingCount, 1)
      if ends { subject.send(completion: .finished) } else { recorder.cancel() }
      expectEqual(scheduler.pendingCount, 0)
      scheduler.resume()
      expectEqual(recorder.values.count, 5)
      expectEqual(recorder.isFinished, ends)
    }
  }

  @Test("A timeout during a delivery fails after it")
  func duringDelivery() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, TestError>())
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    let endsInside = Box(-1)
    recorder.onValue = { [weak recorder] _ in
      scheduler.advance(by: 5)
      endsInside.value = recorder?.completions.count ?? -1
      return .none
    }
    subject.timeout(each: 4, scheduler: scheduler) { _ in TestError("late") }.subscribe(recorder)
    subject.send(1)
    expectEqual(endsInside.value, 0)
    expectEqual(recorder.failure, TestError("late"))
  }

  // Case XA-256.
  @Test("Fails when the trigger of an element comes before the next element")
  func after() {
    play { scheduler in
      let trigger = scheduler.publisher("--1", values: ["1": 1], errors: [:] as [Character: Never])
      return source("-1----2", on: scheduler).timeout(after: { _ in trigger }) { TestError("a") }
    }.expect("-1-a", values: ["1": 1], errors: ["a": TestError("a")])
  }

  @Test("The next element cancels the trigger, and one that finishes sets no limit")
  func triggers() {
    let (upstream, first) = (PassthroughSubject<Int, TestError>(), ScriptedPublisher<Int, Never>())
    let (second, third) = (ScriptedPublisher<Int, Never>(), ScriptedPublisher<Int, Never>())
    let all = [first, second, third]
    let recorder = upstream.timeout(after: { all[$0] }) { TestError("late") }.record()
    upstream.send(0)
    upstream.send(1)
    expectEqual(first.requests, [.demand(.max(1)), .cancel])
    second.send(completion: .finished)
    upstream.send(2)
    expectEqual(second.requests, [.demand(.max(1))])
    expectEqual(third.send(7), .none)
    expectEqual(recorder.values, [0, 1, 2])
    expectEqual(recorder.failure, TestError("late"))
    expectEqual(third.cancelCount, 1)
  }

  @Test("A trigger that fires at once fails after its element; a cancel inside the closure prevents it")
  func atOnce() {
    let recorder = Record<Int, TestError>(output: [1, 2], completion: .finished)
      .timeout(after: { Just($0) }) { TestError("late") }.record()
    expectEqual(recorder.events, [.subscription("TimeoutAfter"), .value(1), .failure(TestError("late"))])
    let (subject, cancelling) = (PassthroughSubject<Int, TestError>(), RecordingSubscriber<Int, TestError>())
    subject.timeout(after: { [unowned cancelling] (value: Int) -> Just<Int> in
      cancelling.cancel()
      return Just(value)
    }) { TestError("late") }.subscribe(cancelling)
    cancelling.request(.unlimited)
    subject.send(1)
    expectEqual(cancelling.completions, [])
  }

  @Test("Demand passes unchanged, and everything is released, however the stream ends")
  func demandAndRelease() {
    let scheduler = TestScheduler()
    expectEqual(TestSupport.demand { $0.timeout(each: 9, scheduler: scheduler) { _ in TestError() } }, .passedOn)
    expectEqual(TestSupport.demand { $0.timeout(after: { _ in Empty<Int, Never>() }) { TestError() } }, .passedOn)
    expectEqual(
      leaks { source, token in
        source.timeout(first: 1, each: 1, total: 1, scheduler: scheduler) { _ in token.pass(TestError()) }
      }, [])
    expectEqual(
      leaks { source, token in
        source.timeout(after: { _ in token.pass(PassthroughSubject<Int, Never>()) }) { TestError() }
      }, [])
  }
}
