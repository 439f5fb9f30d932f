import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(untilOutputFrom:)")
struct PrefixUntilOutputTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
  private let trigger = ScriptedPublisher<String, Never>(letsGo: false)

  @Test("Republishes elements until the trigger delivers one, then finishes")
  func values() {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    upstream.send(1)
    upstream.send(2)
    trigger.send("a")
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
  }

  @Test("A trigger that ends without an element changes nothing", arguments: [true, false])
  func triggerEnds(fails: Bool) {
    let trigger = ScriptedPublisher<String, TestError>(letsGo: false)
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    upstream.send(1)
    trigger.send(completion: fails ? .failure(TestError("trigger")) : .finished)
    trigger.send("too late")
    upstream.send(2)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(trigger.requests, [.demand(.max(1))])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.prefix(untilOutputFrom: trigger) }, .passedOn)
  }

  @Test("Demand made before upstream sends its subscription is requested at once")
  func earlyDemand() {
    let late = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = late.prefix(untilOutputFrom: trigger).record(demand: .max(2))
    recorder.request(.max(1))
    expect(late.requests.isEmpty)
    late.sendSubscription()
    expectEqual(late.requests, [.demand(.max(3))])
  }

  @Test("An element sent from inside the delivery in which the trigger fires is dropped")
  func afterTriggerInsideDelivery() {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record { [upstream, trigger] _ in
      trigger.send("a")
      upstream.send(2)
      return .none
    }
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("A trigger that delivers at once finishes the stream: the subscription comes first, upstream is cancelled")
  func triggerAtHand() {
    let recorder = upstream.prefix(untilOutputFrom: Just("a")).record()
    expectEqual(recorder.events, [.subscription("PrefixUntilOutput"), .finished])
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A trigger from inside the delivery of an element finishes the stream after that element (rule 3)")
  func triggerInsideValue() {
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [trigger, weak recorder] _ in
      trigger.send(0)
      expectEqual(recorder?.completions.isEmpty, true)
      return .max(1)
    }
    upstream.prefix(untilOutputFrom: trigger).subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A cancel from inside a delivery, after the trigger, suppresses the completion (rule 5)")
  func cancelAfterTriggerInsideValue() {
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [trigger, weak recorder] _ in
      trigger.send(0)
      recorder?.cancel()
      return .none
    }
    upstream.prefix(untilOutputFrom: trigger).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("The completion of upstream is passed on, and cancels the trigger", arguments: [true, false])
  func upstreamEnds(fails: Bool) {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    upstream.send(completion: fails ? .failure(TestError("broken")) : .finished)
    trigger.send("a")
    upstream.send(1)
    expectEqual(recorder.values, [])
    expectEqual(recorder.completions, [fails ? .failure(TestError("broken")) : .finished])
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
  }

  @Test("A cancel cancels both, once, and nothing follows")
  func cancel() {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    recorder.cancel()
    recorder.cancel()
    trigger.send("a")
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PrefixUntilOutput")])
    expectEqual(upstream.cancelCount, 1)
    expectEqual(trigger.cancelCount, 1)
  }

  @Test("A cancel from inside receive(subscription:) cancels both as they begin (rule 5)")
  func cancelInsideSubscription() {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onSubscription = { $0.cancel() }
    upstream.prefix(untilOutputFrom: trigger).subscribe(recorder)
    expectEqual(upstream.requests, [.cancel])
    expectEqual(trigger.requests, [.cancel])
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.prefix(untilOutputFrom: trigger).record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Ignores signals of upstream and trigger that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.prefix(untilOutputFrom: trigger) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.prefix(untilOutputFrom: trigger) }, .ignored)

    let unannounced = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.prefix(untilOutputFrom: unannounced).record()
    unannounced.send(1)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    unannounced.sendSubscription()
    unannounced.sendSubscription(description: "Second")
    expectEqual(unannounced.requests, [.demand(.max(1)), .cancel])
  }

  @Test("Releases downstream, however the stream ends, and whatever the trigger does (rule 7)")
  func release() {
    let trigger = PassthroughSubject<Int, TestError>()
    expectEqual(leaks { source, token in source.prefix(untilOutputFrom: trigger.filter { _ in token.pass(true) }) }, [])
    weak var downstream: RecordingSubscriber<Int, TestError>?
    let source = PassthroughSubject<Int, TestError>()
    do {
      let recorder = source.prefix(untilOutputFrom: trigger).record()
      downstream = recorder
    }
    trigger.send(0)
    expect(downstream == nil)
  }

  @Test("Its subscriptions describe themselves as PrefixUntilOutput, on each side")
  func description() {
    expect(
      names { $0.prefix(untilOutputFrom: trigger) }
        == NamesReport(subscriber: "PrefixUntilOutput", subscription: "PrefixUntilOutput"))
    expectEqual(trigger.subscriberDescriptions, ["PrefixUntilOutput"])
  }
}
