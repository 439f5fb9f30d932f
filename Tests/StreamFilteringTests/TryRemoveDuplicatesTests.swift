import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryRemoveDuplicates")
struct TryRemoveDuplicatesTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Leaves out duplicates by the closure; an element at which the closure throws is not delivered")
  func values() {
    let recorder = [1, 1, 2, 2, 5, 6].publisher.tryRemoveDuplicates { previous, next in
      guard next != 5 else { throw TestError("refused") }
      return previous == next
    }.record()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure as? TestError == TestError("refused"))
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryRemoveDuplicates { $0 == $1 }.record(demand: .max(2)) { _ in .max(3) }
    #expect(upstream.send(1) == .max(3))
    #expect(upstream.send(1) == .max(1))
    #expect(recorder.values == [1])
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryRemoveDuplicates { try $0 == Self.refusing($1) }.record(demand: .max(5))
    for value in [6, 6] { upstream.send(value) }
    #expect(upstream.send(9) == .none)
    upstream.send(1)
    upstream.send(9)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(recorder.values == [6])
    #expect(recorder.failure as? TestError == TestError("refused"))
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.tryRemoveDuplicates { $0 == $1 } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.tryRemoveDuplicates { $0 == $1 } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.tryRemoveDuplicates { $0 == $1 } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryRemoveDuplicates { $0 == $1 }.record()
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
    let recorder = subject.tryRemoveDuplicates { $0 == $1 }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryRemoveDuplicates { $0 == $1 }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryRemoveDuplicates { token.pass($0 == $1) } } == [])
    #expect(
      leaks { source, token in
        source.tryRemoveDuplicates { _, _ in
          _ = token
          throw TestError()
        }
      } == [])
  }

  @Test("Its subscription describes itself as TryRemoveDuplicates")
  func description() {
    #expect(
      names { $0.tryRemoveDuplicates { $0 == $1 } }
        == NamesReport(subscriber: "TryRemoveDuplicates", subscription: "TryRemoveDuplicates"))
  }
}
