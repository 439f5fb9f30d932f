import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("tryCatch")
struct TryCatchTests {
  @Test("Replaces the failure by a publisher")
  func replaces() {
    let recorder = Fail<String, TestError>(error: TestError()).tryCatch { _ in Just("replacement") }.record()
    expectEqual(recorder.events.count, 3)
    expectEqual(recorder.values, ["replacement"])
    expect(recorder.isFinished)
  }

  @Test("An error that the handler throws is the failure, delivered once")
  func handlerThrows() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryCatch { error -> Just<Int> in throw TestError("rethrown \(error)") }.record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("first")))
    upstream.send(2)
    upstream.send(completion: .failure(TestError("second")))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure as? TestError, TestError("rethrown first"))
    expectEqual(upstream.cancelCount, 0)
  }

  @Test("The handler may replace one kind of error, and rethrow the others", arguments: ["constrained", "other"])
  func chooses(name: String) {
    let recorder = Fail<Int, TestError>(error: TestError(name)).tryCatch { error in
      guard error.name == "constrained" else { throw error }
      return Just(2)
    }.record()
    expectEqual(recorder.values, (name == "constrained" ? [2] : []))
    expectEqual(recorder.failure as? TestError, (name == "constrained" ? nil : TestError("other")))
  }

  @Test("If upstream finishes, so does the stream, without calling the handler")
  func finishes() {
    let recorder = [1, 2].publisher.setFailure().tryCatch { error -> Just<Int> in throw error }.record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("Widens the failure of the replacement to any Error")
  func replacementFails() {
    let recorder = Fail<Int, TestError>(error: TestError("a"))
      .tryCatch { _ in Fail<Int, TestError>(error: TestError("b")) }.record()
    expectEqual(recorder.failure as? TestError, TestError("b"))
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let publisher = Fail<Int, TestError>(error: TestError()).tryCatch { _ in Just(1) }
    #expect(type(of: publisher) == Publishers.TryCatch<Fail<Int, TestError>, Just<Int>>.self)
    expect(type(of: publisher).Failure.self == (any Error).self)
  }

  @Test("Carries outstanding demand over to the replacement")
  func carriesDemandOver() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let replacement = ScriptedPublisher<Int, Never>()
    let recorder = upstream.tryCatch { _ in replacement }.record(demand: .max(2))
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(replacement.requests, [.demand(.max(1))])
    withExtendedLifetime(recorder) {}
  }

  @Test("Delivers no failure after a cancel from inside a handler that throws")
  func cancelInsideHandler() {
    let recorder = RecordingSubscriber<Int, any Error>()
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.tryCatch { [weak recorder] error -> Just<Int> in
      recorder?.cancel()
      throw error
    }.subscribe(recorder)
    upstream.send(completion: .failure(TestError()))
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel cancels the replacement")
  func cancel() {
    let replacement = ScriptedPublisher<Int, Never>()
    let recorder = Fail<Int, TestError>(error: TestError()).tryCatch { _ in replacement }.record()
    recorder.cancel()
    expectEqual(replacement.requests, [.demand(.unlimited), .cancel])
  }
}
