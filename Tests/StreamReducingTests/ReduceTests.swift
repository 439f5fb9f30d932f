import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("reduce")
struct ReduceTests {
  @Test("Delivers the sum at the finish")
  func sum() {
    let recorder = [1, 2, 3, 4, 5].publisher.eraseToAnyPublisher().reduce(0, +).record()
    expectEqual(recorder.events, [.subscription("Reduce"), .value(15), .finished])
  }

  @Test("Joins words; a failure is delivered without a result")
  func words() {
    for completion in [.finished, .failure(TestError("broken"))] as [Subscribers.Completion<TestError>] {
      let subject = PassthroughSubject<String, TestError>()
      let recorder = subject.reduce("", +).record()
      for word in ["hello", " ", "world"] { subject.send(word) }
      expect(recorder.values.isEmpty)
      subject.send(completion: completion)
      expectEqual(recorder.values, (completion == .finished ? ["hello world"] : []))
      expectEqual(recorder.completions, [completion])
    }
  }

  @Test("Delivers the initial result for a stream without elements")
  func noElement() {
    let recorder = Empty<Int, Never>().reduce(7, +).record()
    expectEqual(recorder.values, [7])
    expect(recorder.isFinished)
  }

  @Test("Infers the type of the result from the first argument and the closure")
  func inference() {
    let numbers = (1...3).publisher.eraseToAnyPublisher()
    let same = numbers.reduce(0) { $0 + $1 }
    let text = numbers.reduce("") { $0 + "\($1)" }
    let count = ["ab", "cde"].publisher.eraseToAnyPublisher().reduce(0) { $0 + $1.count }
    #expect(type(of: same) == Publishers.Reduce<AnyPublisher<Int, Never>, Int>.self)
    #expect(type(of: text) == Publishers.Reduce<AnyPublisher<Int, Never>, String>.self)
    expectEqual(same.record().values, [6])
    expectEqual(text.record().values, ["123"])
    expectEqual(count.record().values, [5])
  }

  @Test("Each subscription has its own state (rule 8)")
  func independence() {
    let publisher = (1...3).publisher.eraseToAnyPublisher().reduce(0, +)
    expectEqual(publisher.record().values, [6])
    expectEqual(publisher.record().values, [6])
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.reduce(0) { token.pass($0 + $1) } }, [])
    expectEqual(leaks { source, token in source.reduce(token) { token, _ in token } }, [])
  }

  @Test("Very many elements do not grow the stack")
  func manyElements() {
    let recorder = (1...manyTimes).publisher.eraseToAnyPublisher().reduce(0, +).record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes * (manyTimes + 1) / 2])
  }
}
