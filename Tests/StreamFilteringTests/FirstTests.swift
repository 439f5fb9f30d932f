import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("first")
struct FirstTests {
  @Test("Republishes the first element, then finishes and cancels upstream")
  func values() {
    #expect((5...10).publisher.first().record().values == [5])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.first().record()
    upstream.send(5)
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
    #expect(recorder.values == [5])
    #expect(recorder.isFinished)
  }

  @Test("An empty upstream finishes it without a value, and without demand")
  func empty() {
    let recorder = Empty<Int, Never>().first().record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("Cancels upstream at the first element, though the element waits for demand")
  func cancelsEarly() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.first().record(demand: .none)
    upstream.send(1)
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    recorder.request(.unlimited)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Ignores elements sent from inside the delivery")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.first().record { [subject] _ in
      subject.send(2)
      return .max(1)
    }
    subject.send(1)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
    #expect(recorder.overlaps == 0)
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    #expect(Publishers.First(upstream: Just(1)) == Publishers.First(upstream: Just(1)))
    #expect(Publishers.First(upstream: Just(1)) != Publishers.First(upstream: Just(2)))
  }

  @Test("Requests unlimited demand upstream at once, whatever downstream requests")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.first().record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it")
  func resultWaits() {
    let recorder = [1].publisher.first().record(demand: .none)
    #expect(recorder.events.count == 1)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel, not even a result that waits")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.first().record(demand: .none)
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
    upstream.first().subscribe(recorder)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.first().record()
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
    let recorder = Fail<Int, TestError>(error: TestError("broken")).first().record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, _ in source.first() } == [])
  }

  @Test("Its subscription describes itself as First")
  func description() {
    #expect(names { $0.first() } == NamesReport(subscriber: "First", subscription: "First"))
  }
}
