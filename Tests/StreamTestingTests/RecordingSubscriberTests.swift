import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("RecordingSubscriber")
struct RecordingSubscriberTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)

  @Test("Distinguishes a finish, a failure and no completion")
  func completions() {
    let recorder = upstream.record()
    expect(!recorder.isFinished && recorder.failure == nil && recorder.completions.isEmpty)
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.isFinished && recorder.failure == nil)

    let failed = Fail<Int, TestError>(error: TestError("e")).record()
    expect(!failed.isFinished && failed.failure == TestError("e"))

    let twice = RecordingSubscriber<Int, TestError>()
    twice.receive(completion: .finished)
    twice.receive(completion: .failure(TestError("e")))
    expectEqual(twice.completions.count, 2)
    expect(!twice.isFinished && twice.failure == nil)
  }

  @Test("Records signals in their order, and notes those that overlap")
  func events() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(2))
    recorder.onValue = { [weak upstream] value in
      if value == 1 { upstream?.send(2) }
      return .max(value)
    }
    upstream.subscribe(recorder)
    expectEqual(upstream.send(1), .max(1))
    expectEqual(recorder.events, [.subscription("Scripted"), .value(1), .value(2)])
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.overlaps, 1)
    expectEqual(upstream.requests, [.demand(.max(2))])
    recorder.cancel()
    expect(upstream.isCancelled)
    recorder.forget()
    expect(recorder.events.isEmpty && recorder.subscription == nil)
  }

  @Test("A signal after the completion does not overlap it")
  func afterCompletion() {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.receive(completion: .finished)
    _ = recorder.receive(1)
    expectEqual(recorder.overlaps, 0)
  }
}
