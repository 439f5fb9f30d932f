import StreamCore
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("delaySubscription(for:) and delaySubscription(until:)")
struct DelaySubscriptionTests {
  private let scheduler = TestScheduler()

  // Case XA-264.
  @Test("Upstream is subscribed to when the time has passed")
  func delays() {
    let scheduler = scheduler
    marbles("-1-2|", scheduler: scheduler) { $0.delaySubscription(for: 3, scheduler: scheduler) }.expect("----1-2|")
    expectEqual(scheduler.pendingCount, 0)
    for (source, expected) in [("-1#", "--1#"), ("#", "-#"), ("|", "-|")] as [(Marbles, Marbles)] {
      let scheduler = TestScheduler()
      marbles(source, scheduler: scheduler) { $0.delaySubscription(for: 1, scheduler: scheduler) }.expect(expected)
    }
  }

  // Case XA-265.
  @Test("After a cancel before that time upstream is never subscribed to, and there is no timer")
  func cancel() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.delaySubscription(for: 3, scheduler: scheduler).record()
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 2)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.resume()
    expectEqual(upstream.subscriberDescriptions, [])
    expectEqual(recorder.completions, [])
  }

  // Case XA-266.
  @Test("Demand before that time is added up, and passed on in one request; later demand passes unchanged")
  func demand() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.delaySubscription(for: 3, scheduler: scheduler).record(demand: .max(1)) { _ in .max(4) }
    recorder.request(.max(1))
    scheduler.advance(to: 3)
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(4))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.unlimited), .cancel])
    let asksNothing = ScriptedPublisher<Int, Never>()
    asksNothing.delaySubscription(until: Just(1)).record(demand: .none).request(.none)
    expectEqual(asksNothing.requests, [])
  }

  @Test("No time is the scheduler's next turn, and an immediate scheduler subscribes at once")
  func noTime() {
    for interval in [0, -1] as [VirtualTime.Stride] {
      let recorder = Just(1).delaySubscription(for: interval, scheduler: scheduler).record()
      expectEqual(recorder.values, [])
      scheduler.advance(by: 0)
      expectEqual(recorder.values, [1])
      expect(recorder.isFinished)
    }
    let recorder = Just(1).delaySubscription(for: 1, scheduler: ImmediateScheduler.shared).record()
    expectEqual(recorder.events, [.subscription("DelaySubscription"), .value(1), .finished])
  }

  @Test("A cancel inside the handover subscribes to nothing")
  func cancelInHandover() {
    let upstream = ScriptedPublisher<Int, Never>()
    let trigger = PassthroughSubject<Void, Never>()
    for publisher in [
      upstream.delaySubscription(for: 0, scheduler: scheduler).eraseToAnyPublisher(),
      upstream.delaySubscription(until: trigger).eraseToAnyPublisher(),
    ] {
      let recorder = RecordingSubscriber<Int, Never>()
      recorder.onSubscription = { $0.cancel() }
      publisher.subscribe(recorder)
      trigger.send()
      scheduler.resume()
      expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    }
    expectEqual(upstream.subscriberDescriptions, [])
  }

  @Test("The first value of the trigger, or its finish, lets upstream be subscribed to, once")
  func until() {
    for isValue in [true, false] {
      let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
      let recorder = upstream.delaySubscription(until: trigger).record(demand: .max(1))
      recorder.request(.max(1))
      expectEqual(trigger.requests, [.demand(.max(1))])
      expectEqual(upstream.requests, [])
      if isValue { trigger.send(7) } else { trigger.send(completion: .finished) }
      expectEqual(trigger.cancelCount, (isValue ? 1 : 0))
      trigger.send(8)
      trigger.send(completion: .failure(TestError()))
      expectEqual(upstream.requests, [.demand(.max(2))])
      expectEqual(upstream.subscriberDescriptions.count, 1)
      upstream.send(1)
      upstream.send(completion: .finished)
      expectEqual(recorder.values, [1])
      expect(recorder.isFinished)
    }
  }

  @Test("A failure of the trigger is passed on, and upstream is never subscribed to")
  func triggerFails() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.delaySubscription(until: Fail<Int, TestError>(error: TestError("a"))).record()
    expectEqual(recorder.events, [.subscription("DelaySubscriptionUntil"), .failure(TestError("a"))])
    expectEqual(upstream.subscriberDescriptions, [])
  }

  @Test("A cancel cancels the trigger, then upstream")
  func cancelUntil() {
    let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    upstream.delaySubscription(until: trigger).record().cancel()
    expectEqual(trigger.cancelCount, 1)
    trigger.send(1)
    expectEqual(upstream.subscriberDescriptions, [])
    upstream.delaySubscription(until: Result<Int, TestError>.Publisher(1)).record().cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Everything is released, however the stream ends, and before it begins")
  func releases() {
    expectEqual(leaks { source, _ in source.delaySubscription(for: 1, scheduler: ImmediateScheduler.shared) }, [])
    let trigger = Result<Int, TestError>.Publisher(1)
    expectEqual(leaks { source, _ in source.delaySubscription(until: trigger) }, [])
    weak var held: Token?
    let recorder = RecordingSubscriber<Int, Never>()
    do {
      let token = Token()
      held = token
      Publishers.Map(upstream: Just(1)) { token.pass($0) }
        .delaySubscription(for: 3, scheduler: scheduler).subscribe(recorder)
    }
    expect(held != nil)
    recorder.cancel()
    expect(held == nil)
  }
}
