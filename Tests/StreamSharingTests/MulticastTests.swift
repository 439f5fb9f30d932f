import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("multicast")
struct MulticastTests {
  // MARK: Connecting

  @Test("Nothing is delivered before connect(); then all subscribers get the value and the finish")
  func connecting() {
    let runs = Box(0)
    let request = Deferred {
      runs.increment()
      return Just(42)
    }
    let multicast = request.multicast(subject: PassthroughSubject())
    let first = multicast.record()
    let second = multicast.record()
    expectEqual(runs.value, 0)
    expectEqual(first.values, [])
    let connection = multicast.connect()
    expectEqual(runs.value, 1)
    expectEqual(first.values, [42])
    expectEqual(second.values, [42])
    expect(first.isFinished)
    expect(second.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test("A subscriber that attaches after the completion gets the completion only")
  func lateSubscriber() {
    let multicast = Just(42).multicast(subject: PassthroughSubject())
    let first = multicast.record()
    let second = multicast.record()
    let connection = multicast.connect()
    let late = multicast.record()
    expectEqual(first.values, [42])
    expectEqual(second.values, [42])
    expectEqual(late.values, [])
    expect(late.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test("With an endless source, nothing is delivered before connect(); then both subscribers get all values")
  func source() {
    let source = PassthroughSubject<Int, Never>()
    let multicast = source.multicast(subject: PassthroughSubject())
    let first = multicast.record()
    source.send(-1)
    let second = multicast.record()
    let connection = multicast.connect()
    for value in 1...3 { source.send(value) }
    expectEqual(first.values, [1, 2, 3])
    expectEqual(second.values, [1, 2, 3])
    connection.cancel()
    source.send(4)
    expectEqual(first.values, [1, 2, 3])
    expect(first.completions.isEmpty)
  }

  @Test("Releasing the cancellable of connect() ends the connection")
  func releasingConnection() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let multicast = upstream.multicast(subject: PassthroughSubject())
    let recorder = multicast.record()
    do {
      let connection = multicast.connect()
      upstream.send(1)
      withExtendedLifetime(connection) {}
    }
    expectEqual(upstream.cancelCount, 1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
  }

  @Test("Connects again after a disconnection, for the same subscribers")
  func reconnecting() {
    let source = PassthroughSubject<Int, Never>()
    let multicast = source.multicast { PassthroughSubject() }
    let recorder = multicast.record()
    multicast.connect().cancel()
    source.send(1)
    let connection = multicast.connect()
    source.send(2)
    expectEqual(recorder.values, [2])
    withExtendedLifetime(connection) {}
  }

  @Test("A second connection delivers each value once more, and each connection ends by itself")
  func secondConnection() {
    let source = PassthroughSubject<Int, Never>()
    let multicast = source.multicast(subject: PassthroughSubject())
    let recorder = multicast.record()
    let first = multicast.connect()
    let second = multicast.connect()
    source.send(1)
    expectEqual(recorder.values, [1, 1])
    first.cancel()
    source.send(2)
    expectEqual(recorder.values, [1, 1, 2])
    second.cancel()
    source.send(3)
    expectEqual(recorder.values, [1, 1, 2])
  }

  // MARK: The subject

  @Test("Makes its subject once, when it is first needed")
  func createsSubjectOnce() {
    let made = Box(0)
    let multicast = Just(1).multicast {
      made.increment()
      return PassthroughSubject<Int, Never>()
    }
    expectEqual(made.value, 0)
    let first = multicast.record()
    expectEqual(made.value, 1)
    let second = multicast.record()
    let connection = multicast.connect()
    expectEqual(made.value, 1)
    expectEqual(first.values, [1])
    expectEqual(second.values, [1])
    withExtendedLifetime(connection) {}
  }

  @Test("Subscribers and a connection of several threads share one subject")
  func oneSubjectForThreads() {
    for _ in 0..<100 {
      let source = PassthroughSubject<Int, Never>()
      let multicast = source.multicast { PassthroughSubject() }
      let recorders = Box<[RecordingSubscriber<Int, Never>]>([])
      let connections = Box<[any Cancellable]>([])
      concurrently(3) { thread in
        if thread == 0 {
          let connection = multicast.connect()
          connections.update { $0.append(connection) }
        } else {
          let recorder = multicast.record()
          recorders.update { $0.append(recorder) }
        }
      }
      source.send(1)
      expectEqual(recorders.value.map(\.values), [[1], [1]])
      for connection in connections.value { connection.cancel() }
    }
  }

  @Test("Through a CurrentValueSubject, its value is delivered before any connection")
  func currentValueSubject() {
    let multicast = [1, 2].publisher.multicast(subject: CurrentValueSubject(0))
    let recorder = multicast.record()
    expectEqual(recorder.values, [0])
    let connection = multicast.connect()
    expectEqual(recorder.values, [0, 1, 2])
    expect(recorder.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test("A subject that is also sent to by other code delivers that too")
  func subjectFedFromElsewhere() {
    let subject = PassthroughSubject<Int, Never>()
    let multicast = Empty<Int, Never>(completeImmediately: false).multicast(subject: subject)
    let recorder = multicast.record()
    subject.send(7)
    expectEqual(recorder.values, [7])
  }

  @Test("Passes a failure to all subscribers")
  func failure() {
    let multicast = Fail<Int, TestError>(error: TestError("e")).multicast(subject: PassthroughSubject())
    let recorder = multicast.record()
    let connection = multicast.connect()
    expectEqual(recorder.failure, TestError("e"))
    expectEqual(multicast.record().failure, TestError("e"))
    withExtendedLifetime(connection) {}
  }

  @Test("Requests unlimited demand upstream once a subscriber requests, and a slow subscriber misses values")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let multicast = upstream.multicast(subject: PassthroughSubject())
    let slow = multicast.record(demand: .none)
    let connection = multicast.connect()
    expectEqual(upstream.requests, [])
    slow.request(.max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    let fast = multicast.record()
    for value in 1...5 { upstream.send(value) }
    expectEqual(slow.values, [1])
    expectEqual(fast.values, [1, 2, 3, 4, 5])
    withExtendedLifetime(connection) {}
  }

  @Test("Through a CurrentValueSubject, requests unlimited demand upstream when it is connected")
  func demandOfHolder() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let multicast = upstream.multicast(subject: CurrentValueSubject(0))
    let connection = multicast.connect()
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(2)
    let late = multicast.record()
    expectEqual(late.values, [2])
    withExtendedLifetime(connection) {}
  }

  // MARK: Release

  @Test("A subscription retains the subject, also through share and autoconnect, until it is cancelled")
  func subscriptionKeepsSubject() {
    weak var subject: PassthroughSubject<Int, Never>?
    var recorder: RecordingSubscriber<Int, Never>?
    do {
      let newSubject = PassthroughSubject<Int, Never>()
      subject = newSubject
      recorder = Empty(completeImmediately: false).multicast(subject: newSubject).share().record()
    }
    subject?.send(1)
    expectEqual(recorder?.values, [1])
    recorder?.cancel()
    expect(subject == nil)
    recorder = nil
  }

  @Test("Releasing everything but the connection, and then the connection, causes no deadlock and no leak")
  func droppingSubjectsBeforeConnection() {
    let living = Box(0)
    let source = PassthroughSubject<Counted, Never>()
    weak var subject: PassthroughSubject<Counted, Never>?
    var connection: (any Cancellable)?
    do {
      let newSubject = PassthroughSubject<Counted, Never>()
      subject = newSubject
      let multicast = source.multicast(subject: newSubject)
      connection = multicast.connect()
      let recorder = multicast.record()
      source.send(Counted(living))
      expectEqual(recorder.values.count, 1)
      recorder.cancel()
    }
    expectEqual(living.value, 0)
    connection = nil
    expect(subject == nil)
    expect(connection == nil)
  }

  @Test("Releasing the connection and everything else from inside a delivery ends the stream quietly")
  func droppingInsideDelivery() {
    let source = PassthroughSubject<Int, Never>()
    let connection = Box<(any Cancellable)?>(nil)
    weak var subject: PassthroughSubject<Int, Never>?
    do {
      let newSubject = PassthroughSubject<Int, Never>()
      subject = newSubject
      let multicast = source.multicast(subject: newSubject)
      let recorder = multicast.record { _ in
        connection.value = nil
        return .none
      }
      connection.value = multicast.connect()
      source.send(1)
      source.send(2)
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expect(subject == nil)
  }

  @Test("Releases upstream and downstream at the end, though the multicast is kept", arguments: [true, false])
  func release(isFinish: Bool) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let multicast = upstream.multicast(subject: PassthroughSubject())
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let recorder = multicast.record()
      downstream = recorder
      subscription = recorder.subscription
    }
    let connection = multicast.connect()
    expect(downstream != nil)
    if isFinish {
      upstream.send(completion: .finished)
    } else {
      subscription?.cancel()
      connection.cancel()
    }
    expect(downstream == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime((multicast, subscription, connection)) {}
  }

  @Test("Of many connections that have ended, at most the last one is retained")
  func endedConnectionsAreReleased() {
    let subject = PassthroughSubject<Int, TestError>()
    let subscribers = Box<[WeakReference]>([])
    let upstream = Watched { subscriber in subscribers.update { $0.append(WeakReference(object: subscriber)) } }
    for _ in 0..<100 { upstream.multicast(subject: subject).connect().cancel() }
    expectEqual(subscribers.value.count, 100)
    expect(subscribers.value.count { $0.object != nil } <= 1)
    withExtendedLifetime(subject) {}
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  /// Shows its subscribers, and never delivers anything.
  private struct Watched: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    let onSubscriber: (AnyObject) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      onSubscriber(subscriber as AnyObject)
      subscriber.receive(subscription: ScriptedSubscription())
    }
  }

  // MARK: The rest

  @Test("Has the same types and properties as in Combine")
  func properties() {
    let subject = PassthroughSubject<Int, Never>()
    let multicast = Just(1).multicast(subject: subject)
    #expect(type(of: multicast) == Publishers.Multicast<Just<Int>, PassthroughSubject<Int, Never>>.self)
    expectEqual(multicast.upstream, Just(1))
    expect(multicast.createSubject() === subject)
    let made = Publishers.Multicast(upstream: Just(1), createSubject: { PassthroughSubject<Int, Never>() })
    expect(made.createSubject() !== made.createSubject())
  }

  @Test("A subscriber that cancels gets nothing more, and the others get all values")
  func cancel() {
    let source = PassthroughSubject<Int, Never>()
    let multicast = source.multicast(subject: PassthroughSubject())
    let first = multicast.record()
    let second = multicast.record()
    let connection = multicast.connect()
    source.send(1)
    first.cancel()
    source.send(2)
    expectEqual(first.values, [1])
    expectEqual(second.values, [1, 2])
    withExtendedLifetime(connection) {}
  }

  @Test("A connection does not retain the subject: its subscribers and the publisher do")
  func retainsNoSubject() {
    let source = PassthroughSubject<Int, Never>()
    var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
    weak let weakSubject = subject
    let recorder = source.multicast(subject: subject!).record()
    let connection = source.multicast(subject: subject!).connect()
    subject = nil
    source.send(1)
    expectEqual(recorder.values, [1])
    recorder.cancel()
    expect(weakSubject == nil)
    connection.cancel()
  }

  @Test("Its subscriptions describe themselves as Multicast")
  func description() {
    let multicast = Just(1).multicast(subject: PassthroughSubject())
    expectEqual(multicast.record(demand: .none).subscriptions, ["Multicast"])
  }
}
