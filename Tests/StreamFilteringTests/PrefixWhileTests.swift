import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(while:)")
struct PrefixWhileTests {
  @Test("Republishes elements while the closure returns true, then finishes without the next")
  func values() {
    let recorder = ["-initial-", "one", "-two-"].publisher.prefix { $0.count > 3 }.record()
    #expect(recorder.values == ["-initial-"])
    #expect(recorder.isFinished)
  }

  @Test("At the first element refused it cancels upstream and finishes, without a further request")
  func cancelsUpstream() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.prefix { $0 < 5 }.record(demand: .max(4))
    upstream.send(1)
    #expect(upstream.send(7) == .none)
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(upstream.requests == [.demand(.max(4)), .cancel])
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test("Draws no further elements from a sequence, and does not call the closure again")
  func stops() {
    let asked = Box(0)
    let recorder = (1...).publisher.prefix { number in
      asked.increment()
      return number < 3
    }.record()
    #expect(recorder.values == [1, 2])
    #expect(asked.value == 3)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.prefix { _ in true } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.prefix { _ in true } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.prefix { _ in true } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.prefix { _ in true }.record()
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
    let recorder = subject.prefix { _ in true }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).prefix { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.prefix { _ in token.pass(true) } } == [])
  }

  @Test("Its subscription describes itself as PrefixWhile")
  func description() {
    #expect(names { $0.prefix { _ in true } } == NamesReport(subscriber: "PrefixWhile", subscription: "PrefixWhile"))
  }
}
