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

  @Test("Requests unlimited demand upstream at once, whatever downstream requests")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.last().record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it")
  func resultWaits() {
    let recorder = [1].publisher.last().record(demand: .none)
    #expect(recorder.events.count == 1)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel, not even a result that waits")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.last().record(demand: .none)
    upstream.send(1)
    upstream.send(completion: .finished)
    recorder.cancel()
    recorder.request(.max(1))
    #expect(recorder.values == [])
    #expect(recorder.completions.isEmpty)
  }

  @Test("A cancel from inside the delivery of the result suppresses the completion (rule 5)")
  func cancelInsideValue() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .max(1)
    }
    upstream.last().subscribe(recorder)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.last().record()
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.events.isEmpty)
    upstream.sendSubscription()
    upstream.sendSubscription(description: "Second")
    #expect(upstream.cancelCount == 1)
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    #expect(recorder.values == [2])
    #expect(recorder.isFinished)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).last().record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, _ in source.last() } == [])
  }

  @Test("Its subscription describes itself as Last")
  func description() {
    #expect(names { $0.last() } == NamesReport(subscriber: "Last", subscription: "Last"))
  }
}
