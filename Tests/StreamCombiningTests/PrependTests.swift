import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("prepend")
struct PrependTests {
  @Test("Elements, a sequence, or a publisher are delivered before the elements of upstream")
  func values() {
    let numbers = (1...2).publisher
    #expect(numbers.prepend(8, 9).record().values == [8, 9, 1, 2])
    #expect(numbers.prepend([8, 9]).record().values == [8, 9, 1, 2])
    #expect(numbers.prepend(Just(9)).record().values == [9, 1, 2])
    #expect(numbers.prepend(9).prepend([8]).prepend(Just(7)).record().values == [7, 8, 9, 1, 2])
    #expect(numbers.prepend([]).record().values == [1, 2])
  }

  @Test("The values are delivered at the subscription, then those of a subject")
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

  @Test("The values wait for demand, and the remaining demand goes to upstream")
  func demand() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(1, 2).record(demand: .max(1))
    #expect(recorder.values == [1])
    #expect(source.subscriberCount == 0)
    recorder.request(.max(3))
    #expect(recorder.values == [1, 2])
    #expect(source.requests == [.demand(.max(2))])
  }

  @Test("A prefix that fails ends the stream before upstream is subscribed to")
  func failure() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(Fail(error: TestError())).record()
    #expect(recorder.failure == TestError())
    #expect(source.subscriberCount == 0)
  }
}
