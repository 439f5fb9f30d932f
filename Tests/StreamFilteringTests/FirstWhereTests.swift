import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("first(where:)")
struct FirstWhereTests {
  @Test("Republishes the first match, then finishes and cancels upstream")
  func values() {
    let recorder = ["abc", "hello", "world"].publisher.first { $0.count > 3 }.record()
    #expect(recorder.values == ["hello"])
    #expect(recorder.isFinished)
    let upstream = ScriptedPublisher<Int, TestError>()
    _ = upstream.first { $0 > 5 }.record()
    upstream.send(1)
    #expect(upstream.cancelCount == 0)
    upstream.send(7)
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = (1...100_000).publisher.first { $0 < 0 }.record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("The closure is not called after the match")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.first { number in
      asked.increment()
      return number == 3
    }.record()
    #expect(asked.value == 3)
  }

  @Test("Requests unlimited demand upstream at once, whatever downstream requests")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.first { _ in true }.record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it")
  func resultWaits() {
    let recorder = [1].publisher.first { _ in true }.record(demand: .none)
    #expect(recorder.events.count == 1)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel, not even a result that waits")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.first { _ in true }.record(demand: .none)
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
    upstream.first { _ in true }.subscribe(recorder)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.first { _ in true }.record()
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
    let recorder = Fail<Int, TestError>(error: TestError("broken")).first { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.first { _ in token.pass(true) } } == [])
  }

  @Test("Its subscription describes itself as TryFirst")
  func description() {
    #expect(names { $0.first { _ in true } } == NamesReport(subscriber: "TryFirst", subscription: "TryFirst"))
  }
}
