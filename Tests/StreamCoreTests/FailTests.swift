import StreamCore
import TestSupport
import Testing

@Suite("Fail")
struct FailTests {
  typealias Event = RecordingSubscriber<String, TestError>.Event

  @Test("Fails at once, without demand, and its subscription describes itself as Empty")
  func failsWithoutDemand() {
    let expected: [Event] = [.subscription("Empty"), .failure(TestError("lost"))]
    #expect(Fail<String, TestError>(error: TestError("lost")).record(demand: .none).events == expected)
    expectEqual(Fail(outputType: String.self, failure: TestError("lost")).record(demand: .none).events, expected)
  }

  @Test("Every subscriber gets the failure, once")
  func everySubscriber() {
    let fail = Fail<Int, TestError>(error: TestError("lost"))
    expectEqual(fail.error, TestError("lost"))
    for _ in 0..<2 {
      let recorder = fail.record()
      recorder.request(.unlimited)
      expectEqual(recorder.failure, TestError("lost"))
    }
  }

  @Test("Two are equal if their errors are")
  func equality() {
    #expect(Fail<Int, TestError>(error: TestError("a")) == Fail(error: TestError("a")))
    #expect(Fail<Int, TestError>(error: TestError("a")) != Fail(error: TestError("b")))
  }

  @Test("It does not retain a subscriber that keeps its subscription")
  func release() {
    weak var recorder: RecordingSubscriber<Int, TestError>?
    do {
      recorder = Fail<Int, TestError>(error: TestError()).record()
    }
    expect(recorder == nil)
  }
}
