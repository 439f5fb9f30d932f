import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryFirst(where:)")
struct TryFirstWhereTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Republishes the first match, then finishes")
  func values() {
    let recorder = [1, 7, 9].publisher.tryFirst { try Self.refusing($0) > 5 }.record()
    #expect(recorder.values == [7])
    #expect(recorder.isFinished)
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = [1, 2].publisher.tryFirst { try Self.refusing($0) > 5 }.record(demand: .none)
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test("A throw cancels upstream and fails at once, without a result or demand")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryFirst { try Self.refusing($0) > 5 }.record(demand: .none)
    upstream.send(1)
    #expect(recorder.completions.isEmpty)
    upstream.send(9)
    upstream.send(1)
    upstream.send(9)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("refused"))
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("Requests unlimited demand upstream at once, whatever downstream requests")
  func demandIsUnlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryFirst { _ in true }.record(demand: .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it")
  func resultWaits() {
    let recorder = [1].publisher.tryFirst { _ in true }.record(demand: .none)
    #expect(recorder.events.count == 1)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Delivers nothing after a cancel, not even a result that waits")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryFirst { _ in true }.record(demand: .none)
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
    let recorder = RecordingSubscriber<Int, any Error>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .max(1)
    }
    upstream.tryFirst { _ in true }.subscribe(recorder)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.tryFirst { _ in true }.record()
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

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryFirst { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryFirst { _ in token.pass(true) } } == [])
    #expect(
      leaks { source, token in
        source.tryFirst { _ -> Bool in
          _ = token
          throw TestError()
        }
      } == [])
  }

  @Test("Its subscription describes itself as TryFirstWhere")
  func description() {
    #expect(
      names { $0.tryFirst { _ in true } } == NamesReport(subscriber: "TryFirstWhere", subscription: "TryFirstWhere"))
  }
}
