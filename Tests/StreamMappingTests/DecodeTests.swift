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

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let upstream = Fail<String, TestError>(error: TestError("broken"))
    let recorder = upstream.decode(type: Int.self, decoder: NumberReader()).record()
    expectEqual(recorder.failure as? TestError, TestError("broken"))
  }

  @Test("Has the same types as in Combine")
  func staticType() {
    let publisher = Just("1").decode(type: Int.self, decoder: NumberReader())
    #expect(type(of: publisher) == Publishers.Decode<Just<String>, Int, NumberReader>.self)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.map(\.description).decode(type: Int.self, decoder: NumberReader()) }, .passedOn)
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let upstream = ScriptedPublisher<String, TestError>(letsGo: false)
    let recorder = upstream.decode(type: Int.self, decoder: NumberReader()).record()
    recorder.cancel()
    upstream.send("1")
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases downstream and of the decoder, however the stream ends")
  func release() {
    expectEqual(
      leaks { source, token in
        source.map(\.description).decode(type: Int.self, decoder: NumberReader(token: token))
      }, [])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(
      misbehaviour { $0.map(\.description).decode(type: Int.self, decoder: NumberReader()) }, .ignored)
  }

  @Test("Its subscription describes itself as Decode")
  func description() {
    let upstream = ScriptedPublisher<String, TestError>()
    let recorder = upstream.decode(type: Int.self, decoder: NumberReader()).record()
    expectEqual(upstream.subscriberDescriptions, ["Decode"])
    expectEqual(recorder.subscriptions, ["Decode"])
  }
}
