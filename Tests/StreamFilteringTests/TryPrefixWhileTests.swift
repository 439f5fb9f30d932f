import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryPrefix(while:)")
struct TryPrefixWhileTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Republishes elements while the closure returns true, then finishes without the next")
  func values() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryPrefix { try Self.refusing($0) < 5 }.record()
    for number in [1, 2, 7] { upstream.send(number) }
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
    #expect(upstream.cancelCount == 1)
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryPrefix { try Self.refusing($0) > 0 }.record(demand: .max(5))
    for value in [1, 2] { upstream.send(value) }
    #expect(upstream.send(9) == .none)
    upstream.send(1)
    upstream.send(9)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure as? TestError == TestError("refused"))
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.tryPrefix { _ in true } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.tryPrefix { _ in true } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.tryPrefix { _ in true } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryPrefix { _ in true }.record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.tryPrefix { _ in true }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryPrefix { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryPrefix { _ in token.pass(true) } } == [])
    #expect(
      leaks { source, token in
        source.tryPrefix { _ -> Bool in
          _ = token
          throw TestError()
        }
      } == [])
  }

  @Test("Its subscription describes itself as TryPrefixWhile")
  func description() {
    #expect(
      names { $0.tryPrefix { _ in true } } == NamesReport(subscriber: "TryPrefixWhile", subscription: "TryPrefixWhile"))
  }
}
