import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("makeConnectable")
struct MakeConnectableTests {
  @Test("Nothing is delivered before connect(), then the value")
  func connecting() {
    let connectable = Just("woot").makeConnectable()
    let recorder = connectable.record()
    expectEqual(recorder.events, [.subscription("Multicast")])
    let connection = connectable.connect()
    expectEqual(recorder.values, ["woot"])
    expect(recorder.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test("With autoconnect() it connects at the subscription")
  func autoconnecting() {
    let recorder = Just("woot").makeConnectable().autoconnect().record()
    expectEqual(recorder.values, ["woot"])
    expect(recorder.isFinished)
  }

  @Test("Subscribes upstream at the connection, once for all subscribers")
  func oneSubscription() {
    let upstream = ScriptedPublisher<Int, Never>()
    let connectable = upstream.makeConnectable()
    let recorders = (0..<3).map { _ in connectable.record() }
    expectEqual(upstream.subscriberCount, 0)
    let connection = connectable.connect()
    expectEqual(upstream.subscriberCount, 1)
    upstream.send(1)
    expectEqual(recorders.map(\.values), [[1], [1], [1]])
    connection.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Copies of the publisher share the connection")
  func copies() {
    let connectable = Just(1).makeConnectable()
    let copy = connectable
    let recorder = copy.record()
    let connection = connectable.connect()
    expectEqual(recorder.values, [1])
    withExtendedLifetime(connection) {}
  }

  @Test("Has the same type as in Combine")
  func staticType() {
    expect(type(of: Just(1).makeConnectable()) == Publishers.MakeConnectable<Just<Int>>.self)
    expectEqual(Publishers.MakeConnectable(upstream: Fail<Int, TestError>(error: TestError())).record().values, [])
  }

  @Test("Releases downstream at the end, though the publisher is kept")
  func release() {
    let source = PassthroughSubject<Int, Never>()
    let connectable = source.makeConnectable()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = connectable.record()
      downstream = recorder
      subscription = recorder.subscription
    }
    let connection = connectable.connect()
    source.send(completion: .finished)
    expect(downstream == nil)
    withExtendedLifetime((subscription, connection)) {}
  }
}
