import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("drop(while:)")
struct DropWhileTests {
  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = ["hello", "world", "abc", "xyz", "fini"].publisher.drop { $0.count > 3 }.record()
    #expect(recorder.values == ["abc", "xyz", "fini"])
    #expect(recorder.isFinished)
  }

  @Test("The closure is not called again once it has returned false")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.drop { number in
      asked.increment()
      return number < 3
    }.record()
    #expect(asked.value == 3)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.drop { $0 < 5 }.record(demand: .max(1))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(7) == .none)
    #expect(upstream.requests == [.demand(.max(1))])
    #expect(recorder.values == [7])
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let publisher = [1, 7, 2].publisher.drop { $0 < 5 }
    #expect(publisher.record().values == [7, 2])
    #expect(publisher.record().values == [7, 2])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.drop { _ in false } } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.drop { _ in false } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.drop { _ in false } } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.drop { _ in false }.record()
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
    let recorder = subject.drop { _ in false }.record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).drop { _ in false }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.drop { _ in token.pass(false) } } == [])
  }

  @Test("Its subscription describes itself as DropWhile")
  func description() {
    #expect(names { $0.drop { _ in false } } == NamesReport(subscriber: "DropWhile", subscription: "DropWhile"))
  }

  @Test("A hundred thousand dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...100_000).publisher.drop { $0 < 100_000 }.record(demand: .max(1))
    #expect(recorder.values == [100_000])
  }
}
