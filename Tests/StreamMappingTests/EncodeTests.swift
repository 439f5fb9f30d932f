import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("encode")
struct EncodeTests {
  @Test("Encodes each element, then finishes")
  func values() {
    let recorder = [1, 20].publisher.encode(encoder: NumberWriter()).record()
    expectEqual(recorder.values, ["1", "20"])
    expect(recorder.isFinished)
  }

  @Test("An encoder's error cancels upstream and fails once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.encode(encoder: NumberWriter()).record()
    upstream.send(1)
    upstream.send(-1)
    upstream.send(2)
    upstream.send(-2)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, ["1"])
    expectEqual(recorder.failure as? TestError, TestError("cannot write -1"))
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Has the same types as in Combine")
  func staticType() {
    let publisher = Just(1).encode(encoder: NumberWriter())
    #expect(type(of: publisher) == Publishers.Encode<Just<Int>, NumberWriter>.self)
    expect(type(of: publisher).Output.self == String.self)
  }
}
