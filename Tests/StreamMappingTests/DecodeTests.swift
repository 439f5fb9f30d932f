import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("decode")
struct DecodeTests {
  @Test("Decodes each element, then finishes")
  func values() {
    let recorder = ["1", "20"].publisher.decode(type: Int.self, decoder: NumberReader()).record()
    expectEqual(recorder.values, [1, 20])
    expect(recorder.isFinished)
  }

  @Test("A decoder's error cancels upstream and fails once")
  func throwing() {
    let upstream = ScriptedPublisher<String, TestError>(letsGo: false)
    let recorder = upstream.decode(type: Int.self, decoder: NumberReader()).record()
    upstream.send("1")
    upstream.send("one")
    upstream.send("2")
    upstream.send("two")
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure as? TestError, TestError("cannot read one"))
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Has the same types as in Combine")
  func staticType() {
    let publisher = Just("1").decode(type: Int.self, decoder: NumberReader())
    #expect(type(of: publisher) == Publishers.Decode<Just<String>, Int, NumberReader>.self)
  }

  @Test("Its subscription describes itself as Decode")
  func description() {
    let upstream = ScriptedPublisher<String, TestError>()
    let recorder = upstream.decode(type: Int.self, decoder: NumberReader()).record()
    expectEqual(upstream.subscriberDescriptions, ["Decode"])
    expectEqual(recorder.subscriptions, ["Decode"])
  }
}
