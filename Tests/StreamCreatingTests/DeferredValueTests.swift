import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("DeferredValue and DeferredTryValue")
struct DeferredValueTests {
  @Test("The closure runs for each subscriber, who gets a value of its own")
  func computesForEach() {
    let runs = Box(0)
    let publisher = DeferredValue { runs.increment() }
    expectEqual(publisher.record().events, [.subscription("DeferredValue"), .value(1), .finished])
    expectEqual(publisher.record().events, [.subscription("DeferredValue"), .value(2), .finished])
  }

  @Test("The failure type is Never by default")
  func failureTypes() {
    let never = DeferredValue { 3 }
    let said = DeferredValue(failure: TestError.self) { 3 }
    let expected: AnyPublisher<Int, TestError> = DeferredValue { 3 }.eraseToAnyPublisher()
    #expect(type(of: never) == DeferredValue<Int, Never>.self)
    #expect(type(of: said) == DeferredValue<Int, TestError>.self)
    expectEqual(never.record().values + said.record().values + expected.record().values, [3, 3, 3])
    #expect(DeferredValue<Int, Never> { 4 }.record().values == [4])
  }

  @Test("An optional value is a value, even nil")
  func optionalValue() {
    let publisher = DeferredValue { Int?.none }
    expectEqual(publisher.record().events, [.subscription("DeferredValue"), .value(nil), .finished])
  }

  @Test("An error that DeferredTryValue's closure throws is the failure")
  func throwing() {
    let runs = Box(0)
    let publisher = DeferredTryValue { () throws -> Int in
      let run = runs.increment()
      if run > 1 { throw TestError("run \(run)") }
      return run
    }
    let first = publisher.record()
    expectEqual(first.values, [1])
    expect(first.isFinished)
    let second = publisher.record(demand: .max(1))
    expect(second.values.isEmpty)
    expectEqual(second.failure as? TestError, TestError("run 2"))
  }
}
