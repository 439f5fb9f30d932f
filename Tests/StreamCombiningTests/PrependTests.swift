import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("prepend")
struct PrependTests {
  @Test("Elements, a sequence, or a publisher come before those of upstream: O-062")
  func values() {
    let numbers = (1...2).publisher
    #expect(numbers.prepend(8, 9).record().values == [8, 9, 1, 2])
    #expect(numbers.prepend([8, 9]).record().values == [8, 9, 1, 2])
    #expect(numbers.prepend(Just(9)).record().values == [9, 1, 2])
    #expect(numbers.prepend(9).prepend([8]).prepend(Just(7)).record().values == [7, 8, 9, 1, 2])
    #expect(numbers.prepend([]).record().values == [1, 2])
  }

  @Test("Values are sent on subscription, then those of a subject: O-062, A-200")
  func subject() {
    let subject = PassthroughSubject<String, Never>()
    let several = subject.prepend(["one", "two"]).record()
    let one = subject.prepend("x").record()
    #expect(several.values == ["one", "two"])
    #expect(one.values == ["x"])
    subject.send("three")
    subject.send(completion: .finished)
    #expect(several.values == ["one", "two", "three"])
    #expect(one.values == ["x", "three"])
    #expect(several.isFinished)
  }

  @Test("Values wait for demand, and what remains of it goes to upstream: B-09")
  func demand() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(1, 2).record(demand: .max(1))
    #expect(recorder.values == [1])
    #expect(source.subscriberCount == 0)
    recorder.request(.max(3))
    #expect(recorder.values == [1, 2])
    #expect(source.requests == [.demand(.max(2))])
  }

  @Test("A prefix that fails ends the stream before upstream is subscribed to: O-062")
  func failure() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(Fail(error: TestError())).record()
    #expect(recorder.failure == TestError())
    #expect(source.subscriberCount == 0)
  }
}
