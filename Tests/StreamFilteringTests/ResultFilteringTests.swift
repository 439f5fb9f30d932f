import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Filtering a result's publisher: simple types where the context asks for them")
struct ResultFilteringTests {
  private typealias Once = Result<Int, TestError>.Publisher

  private static let results: [Result<Int, TestError>] = [.success(7), .failure(TestError("broken"))]

  @Test("Operators that cannot change the value give the same publisher", arguments: results)
  func unchanged(result: Result<Int, TestError>) {
    let publisher = Once(result)
    expectEqual(publisher.first(), publisher)
    expectEqual(publisher.last(), publisher)
    expectEqual(publisher.removeDuplicates(), publisher)
    expectEqual(publisher.removeDuplicates { _, _ in true }, publisher)
    expectEqual(publisher.replaceEmpty(with: 9), publisher)
  }

  @Test("A closure that may throw makes the failure type any Error")
  func tried() {
    let value: Result<Int, any Error>.Publisher = Once(7).tryRemoveDuplicates { _, _ in true }
    expectEqual(value.record().values, [7])
    let failure: Result<Int, any Error>.Publisher = Once(TestError("broken")).tryRemoveDuplicates { _, _ in true }
    expectEqual(failure.record().failure as? TestError, TestError("broken"))
  }

  @Test("An error that the closure throws is the failure; the closure is not called for a failure")
  func thrownError() {
    let asked = Box<[[Int]]>([])
    let refuse: (Int, Int) throws -> Bool = { first, second in
      asked.update { $0.append([first, second]) }
      throw TestError("thrown")
    }
    let value: Result<Int, any Error>.Publisher = Once(7).tryRemoveDuplicates(by: refuse)
    expectEqual(value.record(demand: .none).failure as? TestError, TestError("thrown"))
    let failure: Result<Int, any Error>.Publisher = Once(TestError("broken")).tryRemoveDuplicates(by: refuse)
    expectEqual(failure.record().failure as? TestError, TestError("broken"))
    expectEqual(asked.value, [[7, 7]])
  }

  @Test("Without a type from the context, the operator is the same as on any publisher, and ignores no failure")
  func favoursGeneral() {
    let first = Once(7).first()
    expect(type(of: first) == Publishers.First<Once>.self)
    expectEqual(Once(TestError("broken")).ignoreOutput().record().failure, TestError("broken"))
  }
}
