import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("setFailureType")
struct SetFailureTypeTests {
  @Test("Changes the type only: values and finish are passed on")
  func values() {
    let recorder: RecordingSubscriber<Int, TestError> = [1, 2].publisher.setFailureType(to: TestError.self).record()
    expectEqual(recorder.events, [.subscription("[1, 2]"), .value(1), .value(2), .finished])
  }

  @Test("Has the same types as in Combine, and is not nested when applied twice")
  func staticTypes() {
    let once = Just(1).setFailureType(to: TestError.self)
    let twice = once.setFailureType(to: (any Error).self)
    #expect(type(of: once) == Publishers.SetFailureType<Just<Int>, TestError>.self)
    #expect(type(of: twice) == Publishers.SetFailureType<Just<Int>, any Error>.self)
    expectEqual(twice.record().values, [1])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.setFailureType(to: TestError.self).record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.unlimited), .cancel])
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancelInside() {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    [1, 2].publisher.setFailureType(to: TestError.self).subscribe(recorder)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases downstream at the finish of upstream, and at a cancel", arguments: [true, false])
  func release(isFinish: Bool) {
    let subject = PassthroughSubject<Int, Never>()
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let recorder = subject.setFailureType(to: TestError.self).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    expect(downstream != nil)
    if isFinish { subject.send(completion: .finished) } else { subscription?.cancel() }
    expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Passes on upstream signals that break the contract, as a stage without state")
  func misbehaviourIsPassedOn() {
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.setFailureType(to: TestError.self).record()
    upstream.send(1)
    upstream.sendSubscription()
    upstream.sendSubscription()
    upstream.send(completion: .finished)
    upstream.send(2)
    expectEqual(recorder.subscriptions.count, 2)
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.cancelCount, 0)
  }

  @Test("The subscription describes itself by upstream's name, and the subscriber as SetFailureType")
  func description() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.setFailureType(to: TestError.self).record()
    expectEqual(upstream.subscriberDescriptions, ["SetFailureType"])
    expectEqual(recorder.subscriptions, ["Scripted"])
  }

  @Test("Two are equal if their upstreams are")
  func equatable() {
    let publisher = Just(1).setFailureType(to: TestError.self)
    expectEqual(publisher, Just(1).setFailureType(to: TestError.self))
    expect(publisher != Just(2).setFailureType(to: TestError.self))
  }
}
