import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("retry(when:)")
struct RetryWhenTests {
  /// A source that always fails inside `subscribe(_:)`, and counts its subscriptions.
  private func failing(_ subscriptions: Box<Int>) -> Deferred<Fail<Int, TestError>> {
    Deferred { Fail(error: TestError("\(subscriptions.increment())")) }
  }

  @Test("Each value of the trigger retries; its finish ends the stream in the third attempt")
  func retries() {
    let sources = Box<[MarblePublisher<Int, TestError>]>([])
    play { scheduler in
      let source = scheduler.publisher("-1a", values: ["1": 1], errors: ["a": TestError("a")])
      let trigger = scheduler.publisher("----1---(1|)", values: ["1": 1], errors: ["a": TestError("a")])
      sources.value = [source]
      return source.retry { _ in trigger }
    }.expect("-1---1--|")
    expectEqual(sources.value[0].rows("").count, 3)
  }

  // Case XA-212.
  @Test("The failure of the trigger is passed on, and cancels upstream")
  func triggerFails() {
    let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.retry { _ in trigger }.record()
    upstream.send(1)
    trigger.send(completion: .failure(TestError("trigger")))
    expectEqual(recorder.events, [.subscription("RetryWhen"), .value(1), .failure(TestError("trigger"))])
    expectEqual(upstream.cancelCount, 1)
  }

  // Case XA-213.
  @Test("Very many failures with a trigger that answers at once do not grow the stack", arguments: [false, true])
  func manyFailures(asksOneByOne: Bool) {
    let subscriptions = Box(0)
    let publisher = Deferred { () -> AnyPublisher<Int, TestError> in
      subscriptions.increment() <= manyTimes
        ? Fail(error: TestError()).eraseToAnyPublisher() : [7].publisher.setFailure().eraseToAnyPublisher()
    }
    let recorder: RecordingSubscriber<Int, TestError> =
      asksOneByOne
      ? publisher.retry { OneByOne(upstream: $0) }.record() : publisher.retry { $0.mapped { _ in 0 } }.record()
    expectEqual(recorder.events, [.subscription("RetryWhen"), .value(7), .finished])
    expectEqual(subscriptions.value, manyTimes + 1)
  }

  // Case XA-214.
  @Test("A cancel while the stream waits for the trigger cancels that, and releases everything")
  func cancelWhileWaiting() {
    let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, Never>())
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      let recorder = upstream.retry { failures in newToken.pass(trigger.mapped { $0 }) }.record()
      (token, downstream, subscription) = (newToken, recorder, recorder.subscription)
      upstream.send(completion: .failure(TestError()))
    }
    expect(downstream != nil)
    subscription?.cancel()
    subscription?.cancel()
    expectEqual(trigger.cancelCount, 1)
    expectEqual(upstream.cancelCount, 0)
    expect(downstream == nil)
    expect(token == nil)
  }

  @Test("A value of the trigger while upstream runs is ignored, the first attempt included")
  func ignoresValues() {
    let trigger = CurrentValueSubject<Int, Never>(0)
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let attempt = Box(-1)
    let recorder = Deferred { upstreams[attempt.increment()] }.retry { _ in trigger }.record()
    expectEqual(attempt.value, 0)
    trigger.send(1)
    expectEqual(attempt.value, 0)
    upstreams[0].send(completion: .failure(TestError()))
    expectEqual(attempt.value, 0)
    trigger.send(2)
    trigger.send(3)
    expectEqual(attempt.value, 1)
    upstreams[1].send(5)
    expectEqual(recorder.events, [.subscription("RetryWhen"), .value(5)])
  }

  @Test("A trigger is asked for all its values at once, and for no more with each")
  func triggerDemand() {
    let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.retry { _ in trigger }.record()
    expectEqual(trigger.send(1), .none)
    upstream.send(completion: .failure(TestError()))
    expectEqual(trigger.send(2), .none)
    expectEqual(trigger.requests, [.demand(.unlimited)])
    recorder.cancel()
  }

  @Test("Upstream's finish ends the stream, and cancels the trigger")
  func finish() {
    let (upstream, trigger) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, Never>())
    let recorder = upstream.retry { _ in trigger }.record()
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(trigger.cancelCount, 1)
    expectEqual(trigger.requests, [.demand(.unlimited), .cancel])
  }

  @Test("A trigger that finishes or fails at once ends the stream, and upstream is not subscribed to")
  func triggerEndsAtOnce() {
    let subscriptions = Box(0)
    expect(failing(subscriptions).retry { _ in Empty<Int, Never>() }.record().isFinished)
    let failed = failing(subscriptions).retry { _ in Fail<Int, TestError>(error: TestError("trigger")) }.record()
    expectEqual(failed.failure, TestError("trigger"))
    expectEqual(subscriptions.value, 0)
  }

  @Test("The trigger is made once for each subscription, and receives its failures alone")
  func oneTrigger() {
    let (subscriptions, made, seen) = (Box(0), Box(0), Box<[String]>([]))
    // Each third attempt finishes.
    let publisher = Deferred { () -> AnyPublisher<Int, TestError> in
      let number = subscriptions.increment()
      return number.isMultiple(of: 3)
        ? Empty().eraseToAnyPublisher() : Fail(error: TestError("\(number)")).eraseToAnyPublisher()
    }.retry { failures in
      made.increment()
      return failures.mapped { failure in seen.update { $0.append(failure.name) } }
    }
    expectEqual(made.value, 0)
    for _ in 1...2 { expect(publisher.record().isFinished) }
    expectEqual(made.value, 2)
    expectEqual(seen.value, ["1", "2", "4", "5"])
  }

  @Test("Passes demand on unchanged during an attempt, and carries what is outstanding over to the next")
  func demand() {
    expectEqual(TestSupport.demand { $0.retry { $0.mapped { _ in } } }, .passedOn)
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let (attempt, trigger) = (Box(-1), PassthroughSubject<Int, Never>())
    let recorder = Deferred { upstreams[attempt.increment()] }.retry { _ in trigger }.record(demand: .max(3))
    upstreams[0].send(1)
    upstreams[0].send(completion: .failure(TestError()))
    recorder.request(.max(4))
    trigger.send(0)
    expectEqual(upstreams[0].requests, [.demand(.max(3))])
    expectEqual(upstreams[1].requests, [.demand(.max(6))])
    for value in 2...9 { upstreams[1].send(value) }
    expectEqual(recorder.values, [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.retry { $0.mapped { _ in } }.record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      recorder.request(.max(1))
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "RetryWhen", reason: .beyondDemand)])
  }

  @Test("A cancel inside the closure that makes the trigger ends the stream before it begins")
  func cancelInClosure() {
    let subscriptions = Box(0)
    let trigger = ScriptedPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, TestError>()
    failing(subscriptions).retry { [unowned recorder] _ in
      recorder.cancel()
      return trigger
    }.subscribe(recorder)
    expectEqual(subscriptions.value, 0)
    expectEqual(trigger.cancelCount, 1)
    expectEqual(recorder.events, [.subscription("RetryWhen")])
  }

  @Test("Releases downstream and the trigger, however the stream ends")
  func release() {
    // A subject that has failed fails each further attempt at once: the trigger has to end.
    for fails in [false, true] {
      let leaked = leaks { source, token in
        source.retry { EndingTrigger(failures: $0, token: token, fails: fails) }
      }
      expectEqual(leaked, [])
    }
    expectEqual(
      leaks { source, token in source.retry { _ in Empty<Int, Never>(completeImmediately: token.pass(true)) } }, [])
  }

  @Test("A dropped cancellable releases the trigger")
  func dropped() {
    let source = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      _ = source.retry { $0.mapped { _ in newToken.pass(0) } }.sink { _ in
      } receiveValue: { _ in
      }
    }
    expect(token == nil)
  }

  @Test("An upstream and a trigger that cannot fail are no ambiguity")
  func neverFails() {
    expectEqual(Just(1).retry { _ in Empty<Int, Never>(completeImmediately: false) }.record().values, [1])
  }
}

/// Asks for one failure at a time, and answers it before it asks for the next.
private struct OneByOne<Upstream: Publisher>: Publisher where Upstream.Failure == Never {
  typealias Output = Int
  typealias Failure = Never

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Int, Downstream.Failure == Never {
    let downstream: Downstream
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      let handle = AnyCancellable(subscription)
      downstream.receive(subscription: ScriptedSubscription(onCancel: { handle.cancel() }))
      subscription.request(.max(1))
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      _ = downstream.receive(0)
      return .max(1)
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }
}
