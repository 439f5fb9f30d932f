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
    #expect(recorder.values == [])
    upstream.send(completion: .finished)
    #expect(recorder.values == [3])
    #expect(recorder.isFinished)
    #expect(upstream.requests == [.demand(.unlimited)])
  }

  @Test("An empty upstream finishes it without a value, and without demand")
  func empty() {
    let recorder = Empty<Int, Never>().last().record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("A failure is delivered without an element")
  func failureAfterValues() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.last().record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    #expect(Publishers.Last(upstream: Just(1)) == Publishers.Last(upstream: Just(1)))
    #expect(Publishers.Last(upstream: Just(1)) != Publishers.Last(upstream: Just(2)))
  }
}
