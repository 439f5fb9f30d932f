import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(while:)")
struct PrefixWhileTests {
  @Test("Republishes elements while the predicate holds, then finishes without the next: A-201, O-058")
  func values() {
    let recorder = ["-initial-", "one", "-two-"].publisher.prefix { $0.count > 3 }.record()
    #expect(recorder.values == ["-initial-"])
    #expect(recorder.isFinished)
  }

  @Test("Cancels upstream at the first element that fails, then finishes; and asks for nothing in its place")
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

  @Test("Stops drawing from a sequence, and does not ask again")
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

  @Test("Ignores an upstream's misbehaviour")
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

  @Test("Delivers what is sent from inside a value after that value: rule 3")
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

  @Test("Passes a failure on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).prefix { _ in true }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Lets go of downstream and of the closure, however it ends: rule 7")
  func release() {
    #expect(leaks { source, token in source.prefix { _ in token.pass(true) } } == [])
  }

  @Test("Calls itself PrefixWhile")
  func description() {
    #expect(names { $0.prefix { _ in true } } == NamesReport(subscriber: "PrefixWhile", subscription: "PrefixWhile"))
  }
}
