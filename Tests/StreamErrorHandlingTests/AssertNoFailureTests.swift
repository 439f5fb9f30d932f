import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("assertNoFailure")
struct AssertNoFailureTests {
  @Test("Passes on values and the finish, with a failure type of Never")
  func values() {
    let recorder: RecordingSubscriber<Int, Never> = [1, 2].publisher.setFailure().assertNoFailure().record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("A failure ends the process")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = subject.assertNoFailure("prefix").record()
      subject.send(completion: .failure(TestError()))
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("The message at a failure has the prefix and the error")
  func message() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Fail<Int, TestError>(error: TestError("the reason")).assertNoFailure("the prefix").record()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    expect(text.contains("the prefix: the reason"))
    expect(text.contains("AssertNoFailureTests"))
  }

  @Test("Has the same type as in Combine, and keeps file and line of the call")
  func staticType() {
    let line: UInt = #line + 1
    let publisher = Just(1).assertNoFailure("prefix")
    expect(type(of: publisher) == Publishers.AssertNoFailure<Just<Int>>.self)
    expectEqual(publisher.prefix, "prefix")
    expectEqual(publisher.line, line)
  }

  @Test("Releases downstream at the finish of upstream, and at a cancel", arguments: [true, false])
  func release(isFinish: Bool) {
    let subject = PassthroughSubject<Int, TestError>()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = subject.assertNoFailure().record()
      downstream = recorder
      subscription = recorder.subscription
    }
    expect(downstream != nil)
    if isFinish { subject.send(completion: .finished) } else { subscription?.cancel() }
    expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }
}
