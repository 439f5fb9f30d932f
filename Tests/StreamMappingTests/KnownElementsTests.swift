import StreamCore
import StreamMapping
import StreamTesting
import TestSupport
import Testing

private struct Item: Equatable, Sendable {
  var price = 1
}

private typealias Source<Output> = PassthroughSubject<Output, Never>

@Suite("Forms for elements of Int, Double and String")
struct KnownElementsTests {
  @Test("Without a context, the types are those of the general forms, whatever the elements are")
  func typesOfStages() {
    #expect(type(of: Source<Int>().map { $0 + 1 }) == Publishers.Map<Source<Int>, Int>.self)
    #expect(type(of: Source<Double>().map { $0 > 0 }) == Publishers.Map<Source<Double>, Bool>.self)
    #expect(type(of: Source<String>().compactMap { Int($0) }) == Publishers.CompactMap<Source<String>, Int>.self)
    #expect(type(of: Source<Item>().map { $0.price }) == Publishers.Map<Source<Item>, Int>.self)
    #expect(type(of: Source<Item>().scan(0) { $0 + $1.price }) == Publishers.Scan<Source<Item>, Int>.self)
  }

  @Test("Without a context, operators on simple publishers and two maps in a row keep all their stages")
  func typesOfValuesAtHand() {
    #expect(type(of: Just(1).map { $0 + 1 }) == Publishers.Map<Just<Int>, Int>.self)
    #expect(type(of: Just(Item()).map { $0.price }) == Publishers.Map<Just<Item>, Int>.self)
    #expect(type(of: [Item()].publisher.map { $0 }) == Publishers.Map<Publishers.Sequence<[Item], Never>, Item>.self)
    #expect(
      type(of: [Item()].publisher.compactMap { Optional($0.price) })
        == Publishers.CompactMap<Publishers.Sequence<[Item], Never>, Int>.self)
    let twice = Source<Item>().map { $0 }.map { $0.price }
    #expect(type(of: twice) == Publishers.Map<Publishers.Map<Source<Item>, Item>, Int>.self)
    let pair = Source<Int>().map { ($0, $0) }.map { $0.0 + $0.1 }
    #expect(type(of: pair) == Publishers.Map<Publishers.Map<Source<Int>, (Int, Int)>, Int>.self)
  }

  @Test("Simple types are chosen where the context asks for them")
  func simpleTypes() {
    let just: Just<Int> = Just(1).map { $0 + 1 }
    expectEqual(just, Just(2))
    let item: Just<Int> = Just(Item()).map { $0.price }
    expectEqual(item, Just(1))
    let sequence: Publishers.Sequence<[Int], Never> = [1, 2].publisher.map { $0 * 2 }
    expectEqual(sequence.sequence, [2, 4])
    let once: Publishers.Map<Source<Int>, String> = Source<Int>().map { $0 + 1 }.map { "\($0)" }
    expectEqual(once.transform(1), "2")
  }

  @Test("A literal that a closure returns has its default type, on elements of Double as well")
  func literals() {
    #expect(type(of: Source<Double>().map { _ in 1 }) == Publishers.Map<Source<Double>, Int>.self)
    #expect(type(of: Source<Double>().map { $0 > 0 ? 1 : -1 }) == Publishers.Map<Source<Double>, Int>.self)
    expect(type(of: Source<Bool>().map { $0 ? 1 : 0 }.map { $0 + 1 }.map { $0 }).Output.self == Int.self)
    #expect(type(of: Source<Int?>().map { $0 ?? 0 }) == Publishers.Map<Source<Int?>, Int>.self)
  }

  @Test("flatMap to a Just adapts the failure type of the Just, and only where upstream may fail")
  func flatMapOfJust() {
    #expect(type(of: Source<Int>().flatMap { Just($0) }) == Publishers.FlatMap<Just<Int>, Source<Int>>.self)
    #expect(type(of: Source<Item>().flatMap { Just($0) }) == Publishers.FlatMap<Just<Item>, Source<Item>>.self)
    typealias Failing<Output> = PassthroughSubject<Output, TestError>
    let numbers = Failing<Int>()
    let texts = numbers.flatMap { Just("\($0)") }
    #expect(
      type(of: texts) == Publishers.FlatMap<Publishers.SetFailureType<Just<String>, TestError>, Failing<Int>>.self)
    #expect(
      type(of: Failing<Item>().flatMap { Just($0) })
        == Publishers.FlatMap<Publishers.SetFailureType<Just<Item>, TestError>, Failing<Item>>.self)
    let recorder = texts.record()
    numbers.send(1)
    numbers.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.values, ["1"])
    expectEqual(recorder.failure, TestError("broken"))
  }
}
