import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("Mirrors of subscriptions")
struct SerialDeliveryMirrorTests {
  @Test("The subscription of a stage that queues shows its phase, demand and upstreams; after the end, nothing")
  func children() throws {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(3))
    upstream.subscribe(
      BufferInner(
        "Buffer", BufferPolicy(size: 2, overflow: .dropsNewest), makeFailure: nil, dropReason: .overflow, site: nil,
        to: recorder))
    let subscription = try #require(recorder.subscription)
    let children = Mirror(reflecting: subscription).children
    expectEqual(children.map(\.label), ["downstream", "phase", "demand", "upstreams"])
    expectEqual(children.dropFirst().prefix(2).map { "\($0.value)" }, ["idle", "max(3)"])
    recorder.cancel()
    expect(Mirror(reflecting: subscription).children.isEmpty)
  }
}
