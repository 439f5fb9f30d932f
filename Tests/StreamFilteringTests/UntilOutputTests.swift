import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("What drop(untilOutputFrom:) and prefix(untilOutputFrom:) have in common")
struct UntilOutputTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
  private let trigger = ScriptedPublisher<String, TestError>(letsGo: false)

  @Test(
    "Demand made before upstream sends its subscription is requested at once", arguments: UntilOutputOperator.allCases)
  func earlyDemand(until: UntilOutputOperator) {
    let late = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = until(late, trigger).record(demand: .max(2))
    recorder.request(.max(1))
    expect(late.requests.isEmpty)
    late.sendSubscription()
    expectEqual(late.requests, [.demand(.max(3))])
  }

  @Test(
    "The completion of upstream is passed on, and cancels the trigger", arguments: UntilOutputOperator.allCases,
    [.finished, .failure(TestError("broken"))] as [Subscribers.Completion<TestError>])
  func upstreamEnds(until: UntilOutputOperator, completion: Subscribers.Completion<TestError>) {
    let recorder = until(upstream, trigger).record()
    upstream.send(completion: completion)
    trigger.send("a")
    trigger.send(completion: .finished)
    upstream.send(1)
    expectEqual(recorder.values, [])
    expectEqual(recorder.completions, [completion])
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
  }

  @Test("A cancel cancels both, once, and nothing follows", arguments: UntilOutputOperator.allCases)
  func cancel(until: UntilOutputOperator) {
    let recorder = until(upstream, trigger).record()
    recorder.cancel()
    recorder.cancel()
    trigger.send("a")
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription(until.rawValue)])
    expectEqual(upstream.cancelCount, 1)
    expectEqual(trigger.cancelCount, 1)
  }

  @Test(
    "A cancel from inside receive(subscription:) cancels both as they begin (rule 5)",
    arguments: UntilOutputOperator.allCases)
  func cancelInsideSubscription(until: UntilOutputOperator) {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onSubscription = { $0.cancel() }
    until(upstream, trigger).subscribe(recorder)
    expectEqual(upstream.requests, [.cancel])
    expectEqual(trigger.requests, [.cancel])
  }

  @Test(
    "A value sent from inside a delivery is delivered after the current one (rule 3)",
    arguments: UntilOutputOperator.allCases)
  func reentrantSend(until: UntilOutputOperator) {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = until(subject, trigger).record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    if until == .drop { trigger.send("a") }
    subject.send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Ignores upstream signals that break the contract", arguments: UntilOutputOperator.allCases)
  func misbehaviourIsIgnored(until: UntilOutputOperator) {
    // With these every element passes.
    let trigger =
      until == .drop
      ? AnyPublisher(Result<Int, TestError>.Publisher(0)) : AnyPublisher(Empty(completeImmediately: false))
    expectEqual(misbehaviour { until($0, trigger) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { until($0, trigger) }, .ignored)
  }

  @Test("Ignores signals of a trigger that break the contract", arguments: UntilOutputOperator.allCases)
  func misbehaviourOfTriggerIsIgnored(until: UntilOutputOperator) {
    let trigger = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = until(upstream, trigger).record()
    trigger.send(1)
    trigger.send(completion: .finished)
    upstream.send(1)
    expectEqual(recorder.values, until == .drop ? [] : [1])
    expect(recorder.completions.isEmpty)
    trigger.sendSubscription()
    trigger.sendSubscription(description: "Second")
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
  }

  @Test(
    "Releases downstream and the trigger's closure, however the stream ends, and whatever the trigger does (rule 7)",
    arguments: UntilOutputOperator.allCases)
  func release(until: UntilOutputOperator) {
    let trigger = PassthroughSubject<Int, TestError>()
    expectEqual(leaks { source, _ in until(source, trigger) }, [])
    expectEqual(leaks { source, token in until(source, trigger.filter { _ in token.pass(true) }) }, [])
    weak var downstream: RecordingSubscriber<Int, TestError>?
    let source = PassthroughSubject<Int, TestError>()
    do {
      let recorder = until(source, trigger).record()
      downstream = recorder
    }
    if until == .drop { trigger.send(completion: .finished) } else { trigger.send(0) }
    expect(downstream == nil)
  }

  @Test(
    "Its subscriptions describe themselves as the operator's type, on each side",
    arguments: UntilOutputOperator.allCases)
  func description(until: UntilOutputOperator) {
    let expected = NamesReport(subscriber: until.rawValue, subscription: until.rawValue)
    expectEqual(names { until($0, trigger) }, expected)
    expectEqual(trigger.subscriberDescriptions, [until.rawValue])
  }
}
