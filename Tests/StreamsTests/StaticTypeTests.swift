import Streams
import Testing

@Suite("Static types of simple publishers and chains")
struct StaticTypeTests {
  @Test("Without a context, each operator adds a type of its own")
  func withoutContext() {
    let subject = PassthroughSubject<Int, Never>()
    typealias Subject = PassthroughSubject<Int, Never>
    #expect(type(of: subject.map { $0 }.map { $0 }) == Publishers.Map<Publishers.Map<Subject, Int>, Int>.self)
    #expect(
      type(of: subject.filter { $0 > 1 }.filter { $0 > 2 }) == Publishers.Filter<Publishers.Filter<Subject>>.self)
    #expect(type(of: Just(1).map { $0 }) == Publishers.Map<Just<Int>, Int>.self)
    #expect(type(of: Just(1).count()) == Publishers.Count<Just<Int>>.self)
    #expect(type(of: [1].publisher.map { $0 }) == Publishers.Map<Publishers.Sequence<[Int], Never>, Int>.self)
  }

  @Test("Behind operators that keep to one value, a comparison that throws fails the stream")
  func thrownBehindOneValue() {
    struct Refused: Error {}
    let refuse: @Sendable (Int, Int) throws -> Bool = { _, _ in throw Refused() }
    #expect(isRefused(Just(1).map { $0 + 1 }.tryMin(by: refuse)))
    #expect(isRefused(Just(1).map { $0 + 1 }.setFailureType(to: Refused.self).tryMax(by: refuse)))
    #expect(isRefused(Just("1").tryMap { $0.count }.mapError { $0 }.tryRemoveDuplicates(by: refuse)))
    #expect(isRefused(Just(1).scan(0) { $0 + $1 }.first().count().tryMin(by: refuse)))
    #expect(!isRefused(Just(1).filter { $0 > 0 }.tryMin(by: refuse)), "An optional value has no such form.")
  }

  private func isRefused<Output>(_ publisher: some Publisher<Output, any Error>) -> Bool {
    var isRefused = false
    // Sendable: everything happens within the call.
    nonisolated(unsafe) let mark = { isRefused = true }
    _ = publisher.sink(
      receiveCompletion: { completion in if case .failure = completion { mark() } }, receiveValue: { _ in })
    return isRefused
  }

  @Test("A closure in a variable has the types of one that is written out; a function by name has the simple ones")
  func closuresOfOtherOrigin() {
    func function(_ numbers: [Int]) -> [Int] { numbers }
    let variable: @Sendable ([Int]) -> [Int] = { $0 }
    typealias Once = Publishers.Map<Publishers.Sequence<[[Int]], Never>, [Int]>
    #expect(type(of: [[1]].publisher.map(variable)) == Once.self)
    #expect(type(of: [[1]].publisher.map(function)) == Publishers.Sequence<[[Int]], Never>.self)
    #expect(type(of: [[1]].publisher.map(variable).map(variable)) == Publishers.Map<Once, [Int]>.self)
    #expect(type(of: Just([1]).map(variable)) == Publishers.Map<Just<[Int]>, [Int]>.self)
    typealias Twice = Publishers.Map<Publishers.Map<Publishers.Sequence<[Int], Never>, Int>, Int>
    let found = generic([1].publisher) { $0 }
    #expect(ObjectIdentifier(found) == ObjectIdentifier(Twice.self))
  }

  private func generic<P: Publisher>(
    _ publisher: P, _ transform: @escaping @Sendable (P.Output) -> P.Output
  ) -> Any.Type {
    type(of: publisher.map(transform).map(transform))
  }

  @Test("Where the context asks for it, they are the simple types")
  func inContext() {
    let subject = PassthroughSubject<Int, Never>()
    let mapped: Publishers.Map<PassthroughSubject<Int, Never>, Int> = subject.map { $0 }.map { $0 }
    let filtered: Publishers.Filter<PassthroughSubject<Int, Never>> = subject.filter { $0 > 1 }.filter { $0 > 2 }
    let just: Just<Int> = Just(1).map { $0 }
    let count: Just<Int> = Just(1).count()
    let sequence: Publishers.Sequence<[Int], Never> = [1].publisher.map { $0 }
    #expect(mapped.upstream === subject && filtered.upstream === subject)
    #expect(just.output == 1 && count.output == 1 && sequence.sequence == [1])
  }
}
