import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("ignoreOutput")
struct IgnoreOutputTests {
  @Test("Passes the completion only")
  func values() {
    let recorder = (1...10).publisher.ignoreOutput().record()
    expectEqual(recorder.events, [.subscription("1...10"), .finished])
  }

  @Test("A failure is passed on")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.ignoreOutput().record(demand: .none)
    subject.send(1)
    subject.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Its output type is Never")
  func type() {
    expect(Publishers.IgnoreOutput<Just<Int>>.Output.self == Never.self)
  }

  @Test("Requests unlimited demand upstream by itself, once downstream has its subscription")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Never, TestError>(demand: .none)
    recorder.onSubscription = { [upstream] _ in expect(upstream.requests.isEmpty) }
    upstream.ignoreOutput().subscribe(recorder)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(upstream.send(1), .none)
    recorder.request(.max(2))
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.unlimited), .demand(.max(2)), .cancel])
  }

  @Test("Very many elements pass without demand of downstream")
  func many() {
    let recorder = (1...manyTimes).publisher.ignoreOutput().record(demand: .none)
    expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.ignoreOutput().record()
    recorder.cancel()
    subject.send(1)
    subject.send(completion: .finished)
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel from inside receive(subscription:) ends the stream (rule 5)")
  func cancelInsideSubscription() {
    let recorder = RecordingSubscriber<Never, Never>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    (1...3).publisher.ignoreOutput().subscribe(recorder)
    expect(recorder.completions.isEmpty)
  }

  @Test("Holds no state: upstream's subscription goes downstream, and signals that break the rules are passed on")
  func holdsNoState() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.ignoreOutput().record()
    upstream.sendSubscription(description: "Second")
    upstream.send(completion: .finished)
    upstream.send(completion: .finished)
    expectEqual(recorder.subscriptions, ["Scripted", "Second"])
    expectEqual(recorder.completions.count, 2)
    expectEqual(names { $0.ignoreOutput() }, NamesReport(subscriber: "IgnoreOutput", subscription: "Scripted"))
  }

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, _ in source.ignoreOutput() }, [])
  }

  @Test("Two are equal if their upstreams are")
  func equality() {
    expectEqual(Publishers.IgnoreOutput(upstream: Just(1)), Publishers.IgnoreOutput(upstream: Just(1)))
    expect(Publishers.IgnoreOutput(upstream: Just(1)) != Publishers.IgnoreOutput(upstream: Just(2)))
  }
}
