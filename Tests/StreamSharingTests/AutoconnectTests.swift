import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("autoconnect")
struct AutoconnectTests {
  // MARK: Connections

  @Test("Connects at the first subscription, disconnects when the last one ends, and connects again")
  func connections() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect()
    expectEqual(upstream.events, [])
    let first = publisher.record()
    expectEqual(upstream.events, ["subscribe", "connect"])
    let second = publisher.record()
    expectEqual(upstream.connections, ["connect"])
    upstream.subject.send(1)
    first.cancel()
    first.cancel()
    expectEqual(upstream.connections, ["connect"])
    upstream.subject.send(2)
    second.cancel()
    expectEqual(upstream.connections, ["connect", "disconnect"])
    expectEqual(first.values, [1])
    expectEqual(second.values, [1, 2])
    let third = publisher.record()
    expectEqual(upstream.connections, ["connect", "disconnect", "connect"])
    upstream.subject.send(3)
    expectEqual(third.values, [3])
    third.cancel()
    expectEqual(upstream.connections, ["connect", "disconnect", "connect", "disconnect"])
  }

  @Test("Connects after the subscriber has subscribed, so that no value is missed")
  func connectsAfterSubscribing() {
    let recorder = [1, 2, 3].publisher.multicast(subject: PassthroughSubject()).autoconnect().record()
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("The completion of the last subscriber ends the connection, and a later subscriber connects again")
  func completion() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect()
    let recorders = [publisher.record(), publisher.record()]
    upstream.subject.send(completion: .failure(TestError()))
    expect(recorders.allSatisfy { $0.failure == TestError() })
    expectEqual(upstream.connections, ["connect", "disconnect"])
    for recorder in recorders { recorder.cancel() }
    let late = publisher.record()
    expectEqual(late.failure, TestError())
    expectEqual(upstream.connections, ["connect", "disconnect"])
  }

  @Test("A cancel inside receive(subscription:) prevents the connection")
  func cancelInsideSubscription() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    publisher.subscribe(recorder)
    expectEqual(upstream.connections, [])
    let second = publisher.record()
    expectEqual(upstream.connections, ["connect"])
    second.cancel()
    expectEqual(upstream.connections, ["connect", "disconnect"])
  }

  @Test("A cancel from inside connect() disconnects as soon as that has returned")
  func cancelInsideConnect() {
    let upstream = ScriptedConnectable { $0.send(1) }
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, TestError> { _ in
      subscription.value?.cancel()
      return .none
    }
    recorder.onSubscription = { subscription.value = $0 }
    upstream.autoconnect().subscribe(recorder)
    expectEqual(recorder.values, [1])
    expectEqual(upstream.connections, ["connect", "disconnect"])
  }

  @Test("A subscriber that joins after the last one has left, inside connect(), gets its own connection")
  func subscribeInsideConnect() {
    let next = Box<(() -> Void)?>(nil)
    let upstream = ScriptedConnectable { _ in next.update { $0.take() }?() }
    let publisher = upstream.autoconnect()
    let first = RecordingSubscriber<Int, TestError>()
    let second = RecordingSubscriber<Int, TestError>()
    next.value = {
      first.cancel()
      publisher.subscribe(second)
    }
    publisher.subscribe(first)
    expectEqual(upstream.connections, ["connect", "disconnect", "connect"])
    upstream.subject.send(1)
    expectEqual(second.values, [1])
    second.cancel()
    expectEqual(upstream.connections, ["connect", "disconnect", "connect", "disconnect"])
  }

  @Test("A subscriber that joins inside another's receive(subscription:) connects; both get all values")
  func nestedSubscription() {
    let publisher = [1, 2].publisher.multicast(subject: PassthroughSubject()).autoconnect()
    let inner = RecordingSubscriber<Int, Never>()
    let outer = RecordingSubscriber<Int, Never>(demand: .none)
    outer.onSubscription = { subscription in
      subscription.request(.unlimited)
      publisher.subscribe(inner)
    }
    publisher.subscribe(outer)
    expectEqual(inner.values, [1, 2])
    expectEqual(outer.values, [1, 2])
    expect(outer.isFinished)
  }

  @Test("A connection made by hand beside the automatic one is independent of it")
  func connectionByHand() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect()
    let recorder = publisher.record()
    publisher.upstream.connect().cancel()
    expectEqual(upstream.connections, ["connect", "connect", "disconnect"])
    upstream.subject.send(1)
    expectEqual(recorder.values, [1])
    recorder.cancel()
  }

  @Test("When many threads subscribe and cancel, connections never overlap, and none is left")
  func concurrent() {
    let living = Box(0)
    let overlaps = Box(0)
    let connects = Box(0)
    let publisher = CountingConnectable(
      onConnect: {
        connects.increment()
        if living.increment() > 1 { overlaps.increment() }
      },
      onDisconnect: { living.update { $0 -= 1 } }
    ).autoconnect()
    concurrently(4) { _ in
      for _ in 0..<300 {
        let recorder = publisher.record()
        recorder.cancel()
      }
    }
    expectEqual(overlaps.value, 0)
    expectEqual(living.value, 0)
    expect(connects.value > 0)
  }

  @Test("Subscribers of many threads share one connection, which ends with the last")
  func concurrentMembers() {
    for _ in 0..<50 {
      let upstream = ScriptedConnectable()
      let publisher = upstream.autoconnect()
      let recorders = Box<[RecordingSubscriber<Int, TestError>]>([])
      concurrently(4) { _ in
        let recorder = publisher.record()
        recorders.update { $0.append(recorder) }
      }
      expectEqual(upstream.connections, ["connect"])
      upstream.subject.send(1)
      expectEqual(recorders.value.map(\.values), [[1], [1], [1], [1]])
      let all = recorders.value
      concurrently(4) { all[$0].cancel() }
      expectEqual(upstream.connections, ["connect", "disconnect"])
    }
  }

  private struct CountingConnectable: ConnectablePublisher, Sendable {
    typealias Output = Int
    typealias Failure = Never

    let onConnect: @Sendable () -> Void
    let onDisconnect: @Sendable () -> Void
    let subject = PassthroughSubject<Int, Never>()

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subject.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
      onConnect()
      return AnyCancellable(onDisconnect)
    }
  }

  // MARK: The rest

  @Test("Has the same type as in Combine, with a public upstream")
  func properties() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect()
    expect(type(of: publisher) == Publishers.Autoconnect<ScriptedConnectable>.self)
    expect(publisher.upstream === upstream)
    expect(Publishers.Autoconnect(upstream: upstream).upstream === upstream)
  }

  @Test("Passes demand on unchanged")
  func demand() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = Unconnected(source: source).autoconnect().record(demand: .max(2)) { _ in .max(3) }
    expectEqual(source.send(1), .max(3))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(source.requests, [.demand(.max(2)), .demand(.unlimited), .cancel])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { Unconnected(source: $0).autoconnect() }, .ignored)
  }

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(
      leaks { source, token in
        source.multicast { token.pass(PassthroughSubject()) }.autoconnect()
      }, [])
  }

  @Test("Its subscription has the description of upstream's, after the end too")
  func description() {
    expect(
      names { Unconnected(source: $0).autoconnect() }
        == NamesReport(subscriber: "Autoconnect", subscription: "Scripted"))
    let source = ScriptedPublisher<Int, TestError>()
    let publisher = Unconnected(source: source).autoconnect()
    let (cancelled, finished) = (publisher.record(), publisher.record())
    cancelled.cancel()
    source.send(completion: .finished)
    expectEqual(cancelled.subscription.map { "\($0)" }, "Scripted")
    expectEqual(finished.subscription.map { "\($0)" }, "Scripted")
  }

  /// A connectable publisher whose connection does nothing.
  private struct Unconnected: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = TestError

    let source: ScriptedPublisher<Int, TestError>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      source.subscribe(subscriber)
    }

    func connect() -> any Cancellable { AnyCancellable {} }
  }
}
