import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("makeConnectable")
struct MakeConnectableTests {
  @Test("A-045: nothing before connect, then the value: O-107, P-10")
  func connecting() {
    let connectable = Just("woot").makeConnectable()
    let recorder = connectable.record()
    #expect(recorder.events == [.subscription("Multicast")])
    let connection = connectable.connect()
    #expect(recorder.values == ["woot"])
    #expect(recorder.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test("A-046: connectable, then connected automatically: P-11")
  func autoconnecting() {
    let recorder = Just("woot").makeConnectable().autoconnect().record()
    #expect(recorder.values == ["woot"])
    #expect(recorder.isFinished)
  }

  @Test("Upstream is subscribed to at the connection, once for all: P-10")
  func oneSubscription() {
    let upstream = ScriptedPublisher<Int, Never>()
    let connectable = upstream.makeConnectable()
    let recorders = (0..<3).map { _ in connectable.record() }
    #expect(upstream.subscriberCount == 0)
    let connection = connectable.connect()
    #expect(upstream.subscriberCount == 1)
    upstream.send(1)
    #expect(recorders.map(\.values) == [[1], [1], [1]])
    connection.cancel()
    #expect(upstream.cancelCount == 1)
  }

  @Test("Copies of it share the connection")
  func copies() {
    let connectable = Just(1).makeConnectable()
    let copy = connectable
    let recorder = copy.record()
    let connection = connectable.connect()
    #expect(recorder.values == [1])
    withExtendedLifetime(connection) {}
  }

  @Test("Has the type that Combine gives")
  func staticType() {
    #expect(type(of: Just(1).makeConnectable()) == Publishers.MakeConnectable<Just<Int>>.self)
    #expect(Publishers.MakeConnectable(upstream: Fail<Int, TestError>(error: TestError())).record().values == [])
  }

  @Test("Lets go of downstream at the end, though the publisher lives on")
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
    #expect(downstream == nil)
    withExtendedLifetime((subscription, connection)) {}
  }
}
