import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("assertNoFailure")
struct AssertNoFailureTests {
  @Test("Passes values and the finish on, with a failure type of Never: O-082, A-107")
  func values() {
    let recorder: RecordingSubscriber<Int, Never> = [1, 2].publisher.setFailure().assertNoFailure().record()
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test("A failure ends the process: O-082, A-107")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = subject.assertNoFailure("prefix").record()
      subject.send(completion: .failure(TestError()))
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("What ends the process names the prefix and the error: O-082")
  func message() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Fail<Int, TestError>(error: TestError("the reason")).assertNoFailure("the prefix").record()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("the prefix: the reason"))
    #expect(text.contains("AssertNoFailureTests"))
  }

  @Test("Has the type that Combine gives, and keeps where it was called: A-017")
  func staticType() {
    let line: UInt = #line + 1
    let publisher = Just(1).assertNoFailure("prefix")
    #expect(type(of: publisher) == Publishers.AssertNoFailure<Just<Int>>.self)
    #expect(publisher.prefix == "prefix")
    #expect(publisher.line == line)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.assertNoFailure() } == .passedOn)
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.assertNoFailure().record()
    recorder.cancel()
    subject.send(1)
    subject.send(completion: .failure(TestError()))
    #expect(recorder.values == [])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Lets go of downstream when upstream finishes, and when cancelled", arguments: [true, false])
  func release(isFinish: Bool) {
    let subject = PassthroughSubject<Int, TestError>()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = subject.assertNoFailure().record()
      downstream = recorder
      subscription = recorder.subscription
    }
    #expect(downstream != nil)
    if isFinish { subject.send(completion: .finished) } else { subscription?.cancel() }
    #expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Passes an upstream's misbehaviour on, as a stage without state")
  func misbehaviourIsPassedOn() {
    #expect(misbehaviour { $0.assertNoFailure() } == .passedOn)
  }

  @Test("Lets the upstream's name show through, and calls its subscriber AssertNoFailure")
  func description() {
    #expect(
      names { $0.assertNoFailure() } == NamesReport(subscriber: "AssertNoFailure", subscription: "Scripted"))
  }
}
