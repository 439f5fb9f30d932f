import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("eraseFailure")
struct EraseFailureTests {
  @Test("Passes everything on, and the failure as any Error")
  func erases() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.eraseFailure().record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("late")))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure as? TestError, TestError("late"))
  }

  @Test("A publisher that cannot fail finishes")
  func unfailing() {
    let recorder = [1, 2].publisher.eraseFailure().record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }
}
