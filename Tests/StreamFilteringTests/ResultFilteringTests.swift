import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Filtering a result's publisher: simple types, where they are asked for")
struct ResultFilteringTests {
  private typealias Once = Result<Int, TestError>.Publisher

  private static let results: [Result<Int, TestError>] = [.success(7), .failure(TestError("broken"))]

  @Test("What leaves the value alone is the same publisher: O-012, O-013, O-014, O-050, O-052", arguments: results)
  func unchanged(result: Result<Int, TestError>) {
    let publisher = Once(result)
    #expect(publisher.first() == publisher)
    #expect(publisher.last() == publisher)
    #expect(publisher.removeDuplicates() == publisher)
    #expect(publisher.removeDuplicates { _, _ in true } == publisher)
    #expect(publisher.replaceEmpty(with: 9) == publisher)
  }

  @Test("A predicate that could throw makes the failure any Error: O-013")
  func tried() {
    let value: Result<Int, any Error>.Publisher = Once(7).tryRemoveDuplicates { _, _ in true }
    #expect(value.record().values == [7])
    let failure: Result<Int, any Error>.Publisher = Once(TestError("broken")).tryRemoveDuplicates { _, _ in true }
    #expect(failure.record().failure as? TestError == TestError("broken"))
  }

  @Test("A closure that throws makes the failure, and is not asked about a failure")
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

  @Test("Without a type asked for, the operator is the same as on any publisher; a failure is not ignored")
  func favoursGeneral() {
    let first = Once(7).first()
    #expect(type(of: first) == Publishers.First<Once>.self)
    #expect(Once(TestError("broken")).ignoreOutput().record().failure == TestError("broken"))
  }
}
