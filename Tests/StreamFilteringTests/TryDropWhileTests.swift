import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryDrop(while:)")
struct TryDropWhileTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = [1, 2, 7, 3, 9].publisher.tryDrop { try Self.refusing($0) < 5 }.record()
    #expect(recorder.values == [7, 3, 9])
    #expect(recorder.isFinished)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryDrop { $0 < 5 }.record(demand: .max(1))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(7) == .none)
    #expect(recorder.values == [7])
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryDrop { try Self.refusing($0) < 5 }.record(demand: .max(5))
    for value in [1, 2] { upstream.send(value) }
    #expect(upstream.send(9) == .none)
    upstream.send(1)
    upstream.send(9)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("refused"))
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.tryDrop { _ in false } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.tryDrop { _ in false } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.tryDrop { _ in false } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryDrop { _ in false }.record()
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
    let recorder = subject.tryDrop { _ in false }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryDrop { _ in false }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryDrop { _ in token.pass(false) } } == [])
    #expect(
      leaks { source, token in
        source.tryDrop { _ -> Bool in
          _ = token
          throw TestError()
        }
      } == [])
  }

  @Test("Its subscription describes itself as TryDropWhile")
  func description() {
    #expect(
      names { $0.tryDrop { _ in false } } == NamesReport(subscriber: "TryDropWhile", subscription: "TryDropWhile"))
  }
}
