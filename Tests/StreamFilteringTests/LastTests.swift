import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("last")
struct LastTests {
  @Test("Republishes the last element once upstream has finished")
  func values() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.last().record()
    for number in 1...3 { upstream.send(number) }
    expectEqual(recorder.values, [])
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [3])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("An empty upstream finishes it without a value, and without demand")
  func empty() {
    let recorder = Empty<Int, Never>().last().record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }

  @Test("A failure is delivered without an element")
  func failureAfterValues() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.last().record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.values, [])
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    expectEqual(Publishers.Last(upstream: Just(1)), Publishers.Last(upstream: Just(1)))
    expect(Publishers.Last(upstream: Just(1)) != Publishers.Last(upstream: Just(2)))
  }
}
