import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("last")
struct LastTests {
  @Test("Republishes the last element once upstream has finished: O-052")
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

  @Test("Only finishes if there is no element, without demand: O-052")
  func empty() {
    let recorder = Empty<Int, Never>().last().record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("A failure brings no element")
  func failureAfterValues() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.last().record()
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Is equal where upstream is")
  func equality() {
    #expect(Publishers.Last(upstream: Just(1)) == Publishers.Last(upstream: Just(1)))
    #expect(Publishers.Last(upstream: Just(1)) != Publishers.Last(upstream: Just(2)))
  }

  @Test("Asks upstream for everything at once, whatever downstream asks for")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.last().record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion comes with it")
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

  @Test("A cancel from inside the result keeps the completion back: rule 5")
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

  @Test("Ignores an upstream's misbehaviour")
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

  @Test("Passes a failure on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).last().record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Lets go of downstream, however it ends: rule 7")
  func release() {
    #expect(leaks { source, _ in source.last() } == [])
  }

  @Test("Calls itself Last")
  func description() {
    #expect(names { $0.last() } == NamesReport(subscriber: "Last", subscription: "Last"))
  }
}
