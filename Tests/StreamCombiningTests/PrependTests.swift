import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("prepend")
struct PrependTests {
  @Test("Elements, a sequence, or a publisher are delivered before the elements of upstream")
  func values() {
    let numbers = (1...2).publisher
    expectEqual(numbers.prepend(8, 9).record().values, [8, 9, 1, 2])
    expectEqual(numbers.prepend([8, 9]).record().values, [8, 9, 1, 2])
    expectEqual(numbers.prepend(Just(9)).record().values, [9, 1, 2])
    expectEqual(numbers.prepend(9).prepend([8]).prepend(Just(7)).record().values, [7, 8, 9, 1, 2])
    expectEqual(numbers.prepend([]).record().values, [1, 2])
  }

  @Test("The values are delivered at the subscription, then those of a subject")
  func subject() {
    let subject = PassthroughSubject<String, Never>()
    let several = subject.prepend(["one", "two"]).record()
    let one = subject.prepend("x").record()
    expectEqual(several.values, ["one", "two"])
    expectEqual(one.values, ["x"])
    subject.send("three")
    subject.send(completion: .finished)
    expectEqual(several.values, ["one", "two", "three"])
    expectEqual(one.values, ["x", "three"])
    expect(several.isFinished)
  }

  @Test("The values wait for demand, and the remaining demand goes to upstream")
  func demand() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(1, 2).record(demand: .max(1))
    expectEqual(recorder.values, [1])
    expectEqual(source.subscriberCount, 0)
    recorder.request(.max(3))
    expectEqual(recorder.values, [1, 2])
    expectEqual(source.requests, [.demand(.max(2))])
  }

  @Test("A prefix that fails ends the stream before upstream is subscribed to")
  func failure() {
    let source = ScriptedPublisher<Int, TestError>()
    let recorder = source.prepend(Fail(error: TestError())).record()
    expectEqual(recorder.failure, TestError())
    expectEqual(source.subscriberCount, 0)
  }
}
