import StreamCore
import TestSupport
import Testing

@Suite("Subjects as subscribers")
struct SubjectSubscriberTests {
  @Test("A subject delivers the values of its upstream and those that are sent to it")
  func feedsSubject() {
    let source = PassthroughSubject<String, Never>()
    let subject = PassthroughSubject<String, Never>()
    let feeding = source.subscribe(subject)
    source.send("early")
    let recorder = subject.record()
    source.send("name")
    subject.send("magic!")
    expectEqual(recorder.values, ["name", "magic!"])
    feeding.cancel()
    source.send("late")
    expectEqual(recorder.values, ["name", "magic!"])
  }

  @Test("Requests nothing upstream until a subscriber does, and then unlimited demand, once")
  func asksOnDemand() {
    let upstream = ScriptedPublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let feeding = upstream.subscribe(subject)
    expectEqual(upstream.requests, [])
    let recorder = subject.record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    recorder.request(.max(1))
    expectEqual(subject.record().subscriptions.count, 1)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    feeding.cancel()
  }

  @Test("A CurrentValueSubject requests unlimited demand of each upstream at once, and follows it without a subscriber")
  func holderAsksAtOnce() {
    let upstream = ScriptedPublisher<Int, Never>()
    let subject = CurrentValueSubject<Int, Never>(0)
    let feeding = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    expectEqual(subject.value, 1)
    let recorder = subject.record(demand: .max(1))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(2)
    expectEqual(recorder.values, [1, 2])
    feeding.cancel()
  }

  @Test("A CurrentValueSubject takes the value of a publisher that delivers at once")
  func holderTakesValueAtHand() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let feeding = Just(5).subscribe(subject)
    expectEqual(subject.value, 5)
    let erased = CurrentValueSubject<Int, Never>(0)
    [6, 7].publisher.subscribe(AnySubscriber(erased))
    expectEqual(erased.value, 7)
    withExtendedLifetime(feeding) {}
  }

  @Test("A CurrentValueSubject requests unlimited demand of a subscription that is sent to it")
  func holderAsksSentSubscription() {
    let demand = Box(Subscribers.Demand.none)
    let subscription = ScriptedSubscription(onRequest: { asked in demand.update { $0 += asked } })
    CurrentValueSubject<Int, Never>(0).send(subscription: subscription)
    expectEqual(demand.value, .unlimited)
  }

  @Test("A value from upstream is delivered to a later sink once")
  func replaysOnce() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let source = CurrentValueSubject<Int, Never>(1)
    let feeding = source.subscribe(subject)
    let values = Box<[Int]>([])
    let sink = subject.sink { value in values.update { $0.append(value) } }
    source.send(2)
    expectEqual(values.value, [1, 2])
    withExtendedLifetime((feeding, sink)) {}
  }

  @Test("An upstream that is attached after a subscriber has requested gets a request at once")
  func asksLateUpstream() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = subject.record()
    let upstream = ScriptedPublisher<Int, Never>()
    let feeding = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(upstream.send(1), .none)
    expectEqual(recorder.values, [0, 1])
    feeding.cancel()
    expect(upstream.isCancelled)
  }

  @Test("The completion of one upstream ends the subject, and cancels its other upstreams")
  func endsSubject() {
    let first = ScriptedPublisher<Int, TestError>()
    let second = ScriptedPublisher<Int, TestError>()
    let subject = PassthroughSubject<Int, TestError>()
    let feeding = [first.subscribe(subject), second.subscribe(subject)]
    let recorder = subject.record()
    first.send(completion: .failure(TestError()))
    expectEqual(recorder.failure, TestError())
    expect(!first.isCancelled)
    expect(second.isCancelled)
    withExtendedLifetime(feeding) {}
  }

  @Test("An upstream attached after the end is cancelled")
  func cancelsLateUpstream() {
    let subject = PassthroughSubject<Int, Never>()
    subject.send(completion: .finished)
    let upstream = ScriptedPublisher<Int, Never>()
    let feeding = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.cancel])
    feeding.cancel()
  }

  @Test("A subject that is released cancels its upstreams")
  func cancelsUpstreamsOnRelease() {
    let upstream = ScriptedSubscriptionCounter()
    do {
      let subject = PassthroughSubject<Int, Never>()
      subject.send(subscription: upstream.subscription)
      expectEqual(upstream.cancels.value, 0)
    }
    expectEqual(upstream.cancels.value, 1)
  }

  @Test("Cancels a second subscription (rule 1)")
  func cancelsSecondSubscription() {
    let upstream = ScriptedPublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let feeding = upstream.subscribe(subject)
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
    feeding.cancel()
  }

  @Test("What feeds a subject does not retain it; its release cancels upstream")
  func retainsNoSubject() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    weak var weakSubject: PassthroughSubject<Int, Never>?
    var feeding: AnyCancellable?
    do {
      let subject = PassthroughSubject<Int, Never>()
      weakSubject = subject
      feeding = upstream.subscribe(subject)
    }
    expect(weakSubject == nil)
    expectEqual(upstream.requests, [.cancel])
    upstream.send(1)
    upstream.send(completion: .finished)
    feeding?.cancel()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A subject that has a subscriber goes on while something feeds it, though nothing else retains it")
  func subscriberRetainsSubject() {
    let upstream = ScriptedPublisher<Int, Never>()
    let (feeding, recorder) = {
      let subject = PassthroughSubject<Int, Never>()
      return (upstream.subscribe(subject), subject.record())
    }()
    upstream.send(1)
    expectEqual(recorder.values, [1])
    recorder.cancel()
    expect(upstream.isCancelled)
    withExtendedLifetime(feeding) {}
  }

  @Test("Describes itself as Subject; AnySubscriber describes itself as the subscriber it wraps")
  func describesItself() {
    let subscriber = AnySubscriber(PassthroughSubject<Int, Never>())
    expectEqual("\(subscriber)", "Subject")
    expectEqual(subscriber.customMirror.children.map(\.label), ["downstreamSubject", "upstreamSubscription"])
  }

  @Test("A completion that comes before the subscription does not end the subject (rule 9)")
  func earlyCompletion() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.record()
    let connection = upstream.subscribe(subject)
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PassthroughSubject")])
    upstream.sendSubscription()
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [2])
    expect(recorder.isFinished)
    withExtendedLifetime(connection) {}
  }
}

private struct ScriptedSubscriptionCounter {
  let cancels = Box(0)

  var subscription: ScriptedSubscription {
    ScriptedSubscription(onCancel: { [cancels] in cancels.update { $0 += 1 } })
  }
}
