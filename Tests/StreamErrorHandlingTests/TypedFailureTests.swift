import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("Typed failures of tryCatch")
struct TypedFailureTests {
  private struct Lost: Error, Equatable {
    var reason: String
  }

  private let failing = Fail(outputType: Int.self, failure: TestError("first"))

  @Test("An error thrown becomes a failure of its type where the replacement cannot fail")
  func thrown() {
    let recorder: RecordingSubscriber<Int, Lost> =
      failing.tryCatch { failure throws(Lost) -> Just<Int> in throw Lost(reason: "\(failure.name)") }.record()
    expectEqual(recorder.failure, Lost(reason: "first"))
  }

  @Test("The replacement's failure keeps its type beside a handler that throws the same")
  func replacement() {
    let recorder: RecordingSubscriber<Int, Lost> =
      failing.tryCatch { _ throws(Lost) in Fail(outputType: Int.self, failure: Lost(reason: "second")) }.record()
    expectEqual(recorder.failure, Lost(reason: "second"))
  }

  @Test("The replacement's values come, and its end")
  func values() {
    let recorder: RecordingSubscriber<Int, Lost> = failing.tryCatch { _ throws(Lost) in Just(2) }.record()
    expectEqual(recorder.values, [2])
    expect(recorder.isFinished)
  }
}
