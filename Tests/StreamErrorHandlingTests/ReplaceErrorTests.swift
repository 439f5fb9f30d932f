import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("replaceError")
struct ReplaceErrorTests {
  @Test("Replaces the failure by an element, and finishes")
  func replaces() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.replaceError(with: 9).record()
    subject.send(1)
    subject.send(completion: .failure(TestError()))
    subject.send(2)
    expectEqual(recorder.values, [1, 9])
    expect(recorder.isFinished)
  }

  @Test("If upstream finishes, so does the stream, without the element")
  func finishes() {
    let recorder = [1, 2].publisher.setFailure().replaceError(with: 9).record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("Has the same type as in Combine; two are equal if their parts are")
  func equatable() {
    let publisher = Just(1).replaceError(with: 2)
    expect(type(of: publisher) == Publishers.ReplaceError<Just<Int>>.self)
    expectEqual(publisher, Just(1).replaceError(with: 2))
    expect(publisher != Just(1).replaceError(with: 3))
    expect(publisher != Just(2).replaceError(with: 2))
  }

  @Test("The element waits for demand (rule 2)")
  func elementWaitsForDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.replaceError(with: 9).record(demand: .max(1))
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 9])
    expect(recorder.isFinished)
  }

  @Test("A waiting element is not delivered after a cancel, and is released")
  func cancel() {
    weak var held: Token?
    let recorder: RecordingSubscriber<Token, Never>
    do {
      let token = Token()
      held = token
      recorder = Fail<Token, TestError>(error: TestError()).replaceError(with: token).record(demand: .none)
    }
    expect(held != nil)
    recorder.cancel()
    recorder.request(.max(1))
    expect(held == nil)
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("An upstream that fails from inside a delivery is replaced after it")
  func reentrantFailure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.replaceError(with: 9).record { [subject] value in
      if value == 1 { subject.send(completion: .failure(TestError())) }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [1, 9])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }
}
