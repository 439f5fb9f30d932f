import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("last(where:)")
struct LastWhereTests {
  @Test("Republishes the last match once upstream has finished")
  func values() {
    let recorder = ["hello", "world", "fini", "abc"].publisher.last { $0.count > 3 }.record()
    #expect(recorder.values == ["fini"])
    #expect(recorder.isFinished)
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = ["a", "b"].publisher.last { $0.count > 3 }.record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("Requests unlimited demand upstream at once, whatever downstream requests")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.last { _ in true }.record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it")
  func resultWaits() {
    let recorder = [1].publisher.last { _ in true }.record(demand: .none)
    #expect(recorder.events.count == 1)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel, not even a result that waits")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.last { _ in true }.record(demand: .none)
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
    upstream.last { _ in true }.subscribe(recorder)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.last { _ in true }.record()
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
    let recorder = Fail<Int, TestError>(error: TestError("broken")).last { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.last { _ in token.pass(true) } } == [])
  }

  @Test("Its subscription describes itself as LastWhere")
  func description() {
    #expect(names { $0.last { _ in true } } == NamesReport(subscriber: "LastWhere", subscription: "LastWhere"))
  }
}
