import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("drop(while:)")
struct DropWhileTests {
  @Test("Leaves out elements while the predicate holds, and opens for good: A-097, O-055")
  func values() {
    let recorder = ["hello", "world", "abc", "xyz", "fini"].publisher.drop { $0.count > 3 }.record()
    #expect(recorder.values == ["abc", "xyz", "fini"])
    #expect(recorder.isFinished)
  }

  @Test("Does not ask again once open")
  func asksNoMore() {
    let asked = Box(0)
    _ = (1...9).publisher.drop { number in
      asked.increment()
      return number < 3
    }.record()
    #expect(asked.value == 3)
  }

  @Test("Asks for a replacement of an element that it drops")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.drop { $0 < 5 }.record(demand: .max(1))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(7) == .none)
    #expect(upstream.requests == [.demand(.max(1))])
    #expect(recorder.values == [7])
  }

  @Test("Opens for each subscription anew: rule 8")
  func independent() {
    let publisher = [1, 7, 2].publisher.drop { $0 < 5 }
    #expect(publisher.record().values == [7, 2])
    #expect(publisher.record().values == [7, 2])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.drop { _ in false } } == .passedOn)
  }

  @Test("Ignores an upstream's misbehaviour")
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

  @Test("Delivers what is sent from inside a value after that value: rule 3")
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

  @Test("Passes a failure on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).drop { _ in false }.record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Lets go of downstream and of the closure, however it ends: rule 7")
  func release() {
    #expect(leaks { source, token in source.drop { _ in token.pass(false) } } == [])
  }

  @Test("Calls itself DropWhile")
  func description() {
    #expect(names { $0.drop { _ in false } } == NamesReport(subscriber: "DropWhile", subscription: "DropWhile"))
  }

  @Test("A hundred thousand dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...100_000).publisher.drop { $0 < 100_000 }.record(demand: .max(1))
    #expect(recorder.values == [100_000])
  }
}
