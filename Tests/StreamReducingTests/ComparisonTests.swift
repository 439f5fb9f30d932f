import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("max and min")
struct ComparisonTests {
  private struct Item: Equatable, Sendable {
    let property: Int
    var name = ""
  }

  @Test("Deliver the largest and the smallest element at the finish")
  func comparable() {
    let source = (1...10).reversed().publisher.eraseToAnyPublisher()
    expectEqual(source.min().record().events, [.subscription("Comparison"), .value(1), .finished])
    expectEqual(source.max().record().events, [.subscription("Comparison"), .value(10), .finished])
  }

  @Test("A closure orders elements that are not Comparable")
  func byProperty() {
    let subject = PassthroughSubject<Item, TestError>()
    let largest = subject.max { $0.property < $1.property }.record()
    let smallest = subject.min { $0.property < $1.property }.record()
    subject.send(Item(property: 1))
    subject.send(Item(property: 3))
    expect(largest.values.isEmpty)
    subject.send(completion: .finished)
    expectEqual(largest.values.map(\.property), [3])
    expectEqual(smallest.values.map(\.property), [1])
  }

  @Test("Of several equal elements they deliver the first, as the standard library does")
  func ties() {
    let items = [Item(property: 1, name: "a"), Item(property: 1, name: "b"), Item(property: 1, name: "c")]
    let source = items.publisher.eraseToAnyPublisher()
    let order: @Sendable (Item, Item) -> Bool = { $0.property < $1.property }
    expectEqual(source.max(by: order).record().values, [items.max(by: order)])
    expectEqual(source.min(by: order).record().values, [items.min(by: order)])
    expectEqual(source.max(by: order).record().values.map(\.name), ["a"])
    expectEqual(source.min(by: order).record().values.map(\.name), ["a"])
  }

  @Test("Of elements that are equal by Comparable they deliver the first, too")
  func naturalTies() {
    // Zeros are equal, whatever their signs.
    let source = [-0.0, 0.0].publisher.eraseToAnyPublisher()
    expectEqual(source.max().record().values.map(\.sign), [.minus])
    expectEqual(source.min().record().values.map(\.sign), [.minus])
  }

  @Test("An empty upstream finishes them without a value, and without demand")
  func noElement() {
    let recorder = Empty<Int, Never>().max().record(demand: .none)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
  }

  @Test("Their upstream and closure are public")
  func storedProperties() {
    let publisher = [1, 2].publisher.eraseToAnyPublisher().max { $0 < $1 }
    expect(publisher.areInIncreasingOrder(1, 2))
    expectEqual(publisher.upstream.record().values, [1, 2])
    let same = Publishers.Comparison(upstream: [1, 2].publisher) { $0 < $1 }
    expectEqual(same.record().values, [2])
  }

  @Test("Release downstream, closure and element, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.max { token.pass($0 < $1) } }, [])
    let upstream = PassthroughSubject<Token, TestError>()
    weak var token: Token?
    let recorder = upstream.max { _, _ in true }.record()
    do {
      let newToken = Token()
      token = newToken
      upstream.send(newToken)
    }
    expect(token != nil)
    recorder.cancel()
    expect(token == nil)
    withExtendedLifetime((upstream, recorder)) {}
  }

  @Test("tryMax and tryMin deliver the first of the largest and of the smallest elements")
  func tried() {
    let items = [(2, "a"), (1, "b"), (2, "c"), (1, "d")].map { Item(property: $0.0, name: $0.1) }
    let order: @Sendable (Item, Item) throws -> Bool = { $0.property < $1.property }
    let source = items.publisher.eraseToAnyPublisher()
    expectEqual(source.tryMax(by: order).record().values.map(\.name), ["a"])
    expectEqual(source.tryMin(by: order).record().values.map(\.name), ["b"])
    #expect(
      Fail<Item, TestError>(error: TestError("broken")).tryMax(by: order).record().failure as? TestError
        == TestError("broken"))
    expectEqual(leaks { source, token in source.tryMin { token.pass($0 < $1) } }, [])
  }
}
