import StreamCore
import TestSupport
import Testing

@Suite("PassthroughSubject")
struct PassthroughSubjectTests {
  @Test("A cancel inside receive(subscription:) of a subject that has ended suppresses the completion (rule 5)")
  func cancelBeforeEnd() {
    let subject = PassthroughSubject<Int, TestError>()
    subject.send(completion: .finished)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    subject.subscribe(recorder)
    expectEqual(recorder.subscriptions.count, 1)
    expect(recorder.completions.isEmpty)
  }

  @Test("Delivers values, then the completion, and ignores later sends")
  func passesOn() {
    let subject = PassthroughSubject<String, Never>()
    subject.send("lost")
    let recorder = subject.record()
    subject.send("Hello")
    subject.send("Combine")
    subject.send(completion: .finished)
    subject.send("late")
    subject.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PassthroughSubject"), .value("Hello"), .value("Combine"), .finished])
  }

  @Test("A failure ends the stream; a later completion is ignored")
  func fails() {
    let subject = PassthroughSubject<String, TestError>()
    let recorder = subject.record()
    subject.send("v1")
    subject.send("v2")
    subject.send(completion: .failure(TestError()))
    subject.send(completion: .finished)
    expectEqual(recorder.values, ["v1", "v2"])
    expectEqual(recorder.failure, TestError())
  }

  @Test("A subscriber that attaches after the completion gets the completion at once")
  func tellsLateSubscribers() {
    let subject = PassthroughSubject<Int, TestError>()
    subject.send(completion: .failure(TestError()))
    expectEqual(subject.record(demand: .none).events, [.subscription("Empty"), .failure(TestError())])
  }

  @Test("Skips a subscriber without demand")
  func honoursDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(demand: .none)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    subject.send(3)
    expectEqual(recorder.values, [2])
    recorder.request(.max(2))
    recorder.request(.max(1))
    for value in 4...8 { subject.send(value) }
    expectEqual(recorder.values, [2, 4, 5, 6])
  }

  @Test("Adds what receive(_:) returns to the demand")
  func addsReturnedDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(demand: .max(1)) { $0 < 3 ? .max(1) : .none }
    for value in 1...5 { subject.send(value) }
    expectEqual(recorder.values, [1, 2, 3])
  }

  @Test("Sends to all subscribers, each within its own demand")
  func sendsToAll() {
    let subject = PassthroughSubject<Int, Never>()
    let unbounded = subject.record()
    let bounded = subject.record(demand: .max(1))
    let other = subject.record()
    subject.send(1)
    subject.send(2)
    expectEqual(unbounded.values, [1, 2])
    expectEqual(bounded.values, [1])
    expectEqual(other.values, [1, 2])
  }

  @Test("send() of a Void subject delivers a value")
  func sendsVoid() {
    let subject = PassthroughSubject<Void, Never>()
    let recorder = subject.record()
    subject.send()
    expectEqual(recorder.values.count, 1)
  }

  @Test("Subscribers are served in the order of subscription (rule 3)")
  func deliversInOrder() {
    let subject = PassthroughSubject<Int, Never>()
    let order = Box<[Int]>([])
    let cancellables = (0..<50).map { number in subject.sink { _ in order.update { $0.append(number) } } }
    subject.send(1)
    expectEqual(order.value, Array(0..<50))
    withExtendedLifetime(cancellables) {}
  }

  @Test("A value sent from inside a delivery reaches all subscribers after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[String]>([])
    let first = subject.sink { value in
      log.update { $0.append("A\(value)") }
      if value == 1 { subject.send(2) }
    }
    let second = subject.sink { value in log.update { $0.append("B\(value)") } }
    subject.send(1)
    expectEqual(log.value, ["A1", "B1", "A2", "B2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("A completion sent from inside a delivery comes after earlier sends (rule 3)")
  func reentrantCompletion() {
    let subject = PassthroughSubject<Int, Never>()
    let first = subject.record { value in
      if value == 1 {
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(3)
      }
      return .none
    }
    let second = subject.record()
    subject.send(1)
    for recorder in [first, second] {
      expectEqual(recorder.values, [1, 2])
      expect(recorder.isFinished)
    }
  }

  @Test("Very many values, each sent from inside the delivery of the one before, do not grow the stack (rule 3)")
  func reentrantSendsDoNotGrowStack() {
    let subject = PassthroughSubject<Int, Never>()
    let last = Box(0)
    let cancellable = subject.sink { value in
      last.value = value
      if value < 100_000 { subject.send(value + 1) }
    }
    subject.send(1)
    expectEqual(last.value, 100_000)
    cancellable.cancel()
  }

  @Test("A subscriber that joins from inside a delivery gets the next value, and no earlier one")
  func joinsDuringDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let joined = Box<RecordingSubscriber<Int, Never>?>(nil)
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      subject.send(2)
      joined.value = subject.record()
      subject.send(3)
    }
    subject.send(1)
    expectEqual(joined.value?.values, [3])
    expectEqual(joined.value?.subscriptions, ["PassthroughSubject"])
    cancellable.cancel()
  }

  @Test("A subscriber cancelled from inside a delivery does not get the current value any more (rule 5)")
  func cancelledDuringDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let second = Box<RecordingSubscriber<Int, Never>?>(nil)
    let first = subject.sink { _ in second.value?.cancel() }
    second.value = subject.record()
    subject.send(1)
    expectEqual(second.value?.values, [])
    first.cancel()
  }

  @Test("A value sent from inside receive(subscription:) is delivered after it")
  func sendsInHandover() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.max(2))
      subject.send(1)
      subject.send(2)
      subject.send(3)
      subject.send(completion: .finished)
    }
    subject.subscribe(recorder)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A value sent from inside receive(subscription:) before the first request is dropped")
  func sendsBeforeFirstRequest() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      subject.send(1)
      subscription.request(.max(2))
      for value in 2...4 { subject.send(value) }
    }
    subject.subscribe(recorder)
    expectEqual(recorder.values, [2, 3])
    let unasked = RecordingSubscriber<Int, Never>(demand: .none)
    unasked.onSubscription = { _ in
      subject.send(5)
      subject.send(completion: .finished)
    }
    subject.subscribe(unasked)
    expectEqual(unasked.values, [])
    expect(unasked.isFinished)
  }

  @Test("A cancel from inside receive(subscription:) ends the stream")
  func cancelsInHandover() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.unlimited)
      subject.send(1)
      subscription.cancel()
    }
    subject.subscribe(recorder)
    subject.send(2)
    subject.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("PassthroughSubject")])
  }

  @Test(
    "Releases its subscribers at the end, though they keep their subscriptions and the subject is kept (rule 7)",
    arguments: SinkTests.Ending.allCases)
  func releasesSubscribers(ending: SinkTests.Ending) {
    let subject = PassthroughSubject<Int, TestError>()
    weak var recorder: RecordingSubscriber<Int, TestError>?
    do {
      let subscriber = subject.record()
      recorder = subscriber
      subject.send(1)
      switch ending {
      case .finish: subject.send(completion: .finished)
      case .failure: subject.send(completion: .failure(TestError()))
      case .cancel: subscriber.cancel()
      }
    }
    expect(recorder == nil)
    withExtendedLifetime(subject) {}
  }

  @Test("A subscription that is kept after its end does nothing, and retains nothing")
  func subscriptionAfterEnd() {
    weak var token: Token?
    let recorder: RecordingSubscriber<Token, Never>
    do {
      let subject = CurrentValueSubject<Token, Never>(Token())
      token = subject.value
      recorder = subject.record(demand: .none)
      recorder.cancel()
    }
    expect(token == nil)
    recorder.request(.max(1))
    recorder.cancel()
    expect(recorder.values.isEmpty)
  }

  @Test("10,000 subscribers can cancel in any order")
  func manyCancel() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Box(0)
    var cancellables = (0..<10_000).map { _ in subject.sink { _ in count.update { $0 += 1 } } }
    var generator = SeededGenerator(seed: 42)
    cancellables.shuffle(using: &generator)
    cancellables.removeLast(9_000)
    subject.send(1)
    expectEqual(count.value, 1_000)
    cancellables = []
    subject.send(2)
    expectEqual(count.value, 1_000)
  }

  @Test("Its subscriptions describe themselves by its name")
  func describesSubscriptions() throws {
    let subscription = try #require(PassthroughSubject<Int, Never>().record(demand: .max(3)).subscription)
    expectEqual("\(subscription)", "PassthroughSubject")
    let playground = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
    expectEqual(playground.playgroundDescription as? String, "PassthroughSubject")
    let mirror = try #require(subscription as? any CustomReflectable).customMirror
    expectEqual(mirror.children.map { "\($0.label ?? ""): \($0.value)" }, ["demand: max(3)"])
  }

  @Test("A request for no values requests nothing upstream, and delivers nothing")
  func requestNone() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.record(demand: .none)
    let feeding = upstream.subscribe(subject)
    recorder.request(.none)
    expectEqual(upstream.requests, [])
    subject.send(1)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    subject.send(2)
    recorder.request(.none)
    subject.send(3)
    expectEqual(recorder.values, [2])
    subject.send(completion: .finished)
    recorder.request(.none)
    expect(recorder.isFinished)
    withExtendedLifetime(feeding) {}
  }
}
