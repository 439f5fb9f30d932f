import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryFilter")
struct TryFilterTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Republishes the elements that satisfy the predicate")
  func values() {
    let recorder = (1...8).publisher.tryFilter { try Self.refusing($0).isMultiple(of: 3) }.record()
    #expect(recorder.values == [3, 6])
    #expect(recorder.isFinished)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryFilter { $0 > 5 }.record(demand: .max(2)) { _ in .max(3) }
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(6) == .max(3))
    #expect(upstream.requests == [.demand(.max(2))])
    #expect(recorder.values == [6])
  }

  @Test("Two filters in a row collapse into one, if the context asks for that type")
  func collapses() {
    typealias Once = Publishers.TryFilter<Publishers.Sequence<ClosedRange<Int>, Never>>
    let once: Once = (1...20).publisher.tryFilter { try Self.refusing($0) > 2 }.filter { $0 < 6 }
    let recorder = once.record()
    #expect(recorder.values == [3, 4, 5])
    #expect(recorder.failure as? TestError == TestError("refused"))
    let twice: Once = (1...8).publisher.tryFilter { try Self.refusing($0) > 2 }.tryFilter { number in
      guard number < 5 else { throw TestError("second") }
      return true
    }
    let second = twice.record()
    #expect(second.values == [3, 4])
    #expect(second.failure as? TestError == TestError("second"))
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryFilter { try Self.refusing($0) > 5 }.record(demand: .max(5))
    for value in [6, 1] { upstream.send(value) }
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
    #expect(demand { $0.tryFilter { _ in true } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.tryFilter { _ in true } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.tryFilter { _ in true } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryFilter { _ in true }.record()
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
    let recorder = subject.tryFilter { _ in true }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryFilter { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryFilter { _ in token.pass(true) } } == [])
    #expect(
      leaks { source, token in
        source.tryFilter { _ -> Bool in
          _ = token
          throw TestError()
        }
      } == [])
  }

  @Test("Its subscription describes itself as TryFilter")
  func description() {
    #expect(names { $0.tryFilter { _ in true } } == NamesReport(subscriber: "TryFilter", subscription: "TryFilter"))
  }
}
