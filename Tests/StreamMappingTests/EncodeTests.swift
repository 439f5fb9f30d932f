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

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).encode(encoder: NumberWriter()).record()
    expectEqual(recorder.failure as? TestError, TestError("broken"))
  }

  @Test("Has the same types as in Combine")
  func staticType() {
    let publisher = Just(1).encode(encoder: NumberWriter())
    #expect(type(of: publisher) == Publishers.Encode<Just<Int>, NumberWriter>.self)
    expect(type(of: publisher).Output.self == String.self)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.encode(encoder: NumberWriter()) }, .passedOn)
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.encode(encoder: NumberWriter()).record()
    recorder.cancel()
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases downstream and of the encoder, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.encode(encoder: NumberWriter(token: token)) }, [])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.encode(encoder: NumberWriter()) }, .ignored)
  }

  @Test("Its subscription describes itself as Encode")
  func description() {
    expectEqual(
      names { $0.encode(encoder: NumberWriter()) }, NamesReport(subscriber: "Encode", subscription: "Encode"))
  }
}
