import StreamCore
import TestSupport
import Testing

@Suite("AnySubscriber")
struct AnySubscriberTests {
  @Test("Made of closures, it receives all signals")
  func closures() {
    let log = Box<[String]>([])
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { subscription in
        log.update { $0.append("\(subscription)") }
        subscription.request(.unlimited)
      },
      receiveValue: { value in
        log.update { $0.append("\(value)") }
        return .none
      },
      receiveCompletion: { completion in log.update { $0.append("\(completion)") } })
    [1, 2].publisher.subscribe(subscriber)
    expectEqual(log.value, ["[1, 2]", "1", "2", "finished"])
  }

  @Test("Without closures it requests nothing")
  func withoutClosures() {
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.subscribe(AnySubscriber<Int, TestError>())
    expect(upstream.requests.isEmpty)
    expectEqual(upstream.send(1), .none)
    upstream.send(completion: .finished)
    expect(upstream.requests.isEmpty)
  }

  @Test("Demand that the value closure returns is requested")
  func returnedDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.subscribe(AnySubscriber<Int, TestError>(receiveValue: { .max($0) }))
    expectEqual(upstream.send(3), .max(3))
  }

  @Test("It passes everything to the subscriber that it hides")
  func hidesSubscriber() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(2)) { _ in .max(1) }
    upstream.subscribe(AnySubscriber(recorder))
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(1))
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.events, [.subscription("Scripted"), .value(1), .failure(TestError())])
  }

  @Test("It has the identity, the description and the mirror of what it hides")
  func identity() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let subscriber = AnySubscriber(sink)
    expectEqual(subscriber.combineIdentifier, sink.combineIdentifier)
    expectEqual("\(subscriber)", "Sink")
    expectEqual(subscriber.playgroundDescription as? String, "Sink")
    expectEqual(Mirror(reflecting: subscriber).children.map(\.label), ["status"])
  }

  @Test("Two made of closures have different identities")
  func identityOfClosures() {
    let (first, second) = (AnySubscriber<Int, Never>(), AnySubscriber<Int, Never>())
    expect(first.combineIdentifier != second.combineIdentifier)
    let copy = first
    expectEqual(copy.combineIdentifier, first.combineIdentifier)
    expectEqual("\(first)", "Anonymous AnySubscriber")
  }

  @Test("An erased subscriber is not wrapped again")
  func doesNotWrapTwice() {
    let recorder = RecordingSubscriber<Int, Never>()
    var subscriber = AnySubscriber(recorder)
    for _ in 0..<200_000 { subscriber = AnySubscriber(subscriber) }
    Just(1).subscribe(subscriber)
    expectEqual(recorder.values, [1])
  }

  @Test("After the end the subscription retains none of its closures")
  func release() {
    weak var captured: Token?
    let kept = Box<ScriptedPublisher<Int, Never>?>(ScriptedPublisher())
    do {
      let token = Token()
      captured = token
      kept.value?.subscribe(AnySubscriber<Int, Never>(receiveCompletion: { _ in withExtendedLifetime(token) {} }))
    }
    expect(captured != nil)
    kept.value?.send(completion: .finished)
    expect(captured == nil)
  }
}
