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
    #expect(publisher.first() == publisher)
    #expect(publisher.last() == publisher)
    #expect(publisher.removeDuplicates() == publisher)
    #expect(publisher.removeDuplicates { _, _ in true } == publisher)
    #expect(publisher.replaceEmpty(with: 9) == publisher)
  }

  @Test("A closure that may throw makes the failure type any Error")
  func tried() {
    let value: Result<Int, any Error>.Publisher = Once(7).tryRemoveDuplicates { _, _ in true }
    #expect(value.record().values == [7])
    let failure: Result<Int, any Error>.Publisher = Once(TestError("broken")).tryRemoveDuplicates { _, _ in true }
    #expect(failure.record().failure as? TestError == TestError("broken"))
  }

  @Test("An error that the closure throws is the failure; the closure is not called for a failure")
  func thrownError() {
    let asked = Box<[[Int]]>([])
    let refuse: (Int, Int) throws -> Bool = { first, second in
      asked.update { $0.append([first, second]) }
      throw TestError("thrown")
    }
    let value: Result<Int, any Error>.Publisher = Once(7).tryRemoveDuplicates(by: refuse)
    #expect(value.record(demand: .none).failure as? TestError == TestError("thrown"))
    let failure: Result<Int, any Error>.Publisher = Once(TestError("broken")).tryRemoveDuplicates(by: refuse)
    #expect(failure.record().failure as? TestError == TestError("broken"))
    #expect(asked.value == [[7, 7]])
  }

  @Test("Without a type from the context, the operator is the same as on any publisher, and ignores no failure")
  func favoursGeneral() {
    let first = Once(7).first()
    #expect(type(of: first) == Publishers.First<Once>.self)
    #expect(Once(TestError("broken")).ignoreOutput().record().failure == TestError("broken"))
  }
}
