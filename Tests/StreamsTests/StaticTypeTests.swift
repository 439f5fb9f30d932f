import Streams
import TestSupport
import Testing

@Suite("Static types of simple publishers and chains")
struct StaticTypeTests {
  @Test("Without a context, each operator adds a type of its own")
  func withoutContext() {
    let subject = PassthroughSubject<Int, Never>()
    typealias Subject = PassthroughSubject<Int, Never>
    #expect(type(of: subject.map { $0 }.map { $0 }) == Publishers.Map<Publishers.Map<Subject, Int>, Int>.self)
    expect(
      type(of: subject.filter { $0 > 1 }.filter { $0 > 2 }) == Publishers.Filter<Publishers.Filter<Subject>>.self)
    #expect(type(of: Just(1).map { $0 }) == Publishers.Map<Just<Int>, Int>.self)
    expect(type(of: Just(1).count()) == Publishers.Count<Just<Int>>.self)
    #expect(type(of: [1].publisher.map { $0 }) == Publishers.Map<Publishers.Sequence<[Int], Never>, Int>.self)
  }

  @Test("Behind operators that keep one value, a comparison that throws fails the stream")
  func thrownBehindOneValue() {
    expectRefused(Just(1).map { $0 + 1 })
    expectRefused(Just("1").tryMap { $0.count })
    expectRefused(Just(1).scan(0) { $0 + $1 })
    expectRefused(Just(1).tryScan(0) { $0 + $1 })
    expectRefused(Just(1).setFailureType(to: Refused.self))
    expectRefused(Just(1).setFailureType(to: Refused.self).mapError { $0 })
    expectRefused(Just(1).setFailureType(to: Refused.self).replaceError(with: 2))
    expectRefused(Just(1).setFailureType(to: Refused.self).retry(1))
    expectRefused(Just(1).setFailureType(to: Refused.self).assertNoFailure())
    expectRefused(Just(1).first())
    expectRefused(Just(1).last())
    expectRefused(Just(1).removeDuplicates())
    expectRefused(Just(1).tryRemoveDuplicates { $0 == $1 })
    expectRefused(Just(1).replaceEmpty(with: 2))
    expectRefused(Just(1).allSatisfy { $0 > 0 })
    expectRefused(Just(1).tryAllSatisfy { $0 > 0 })
    expectRefused(Just(1).collect())
    expectRefused(Just(1).max())
    expectRefused(Just(1).tryMin { $0 < $1 })
    expectRefused(Just(1).contains(1))
    expectRefused(Just(1).contains { $0 > 0 })
    expectRefused(Just(1).tryContains { $0 > 0 })
    expectRefused(Just(1).count())
    expectRefused(Just(1).reduce(0) { $0 + $1 })
    expectRefused(Just(1).tryReduce(0) { $0 + $1 })
    expect(!isRefused(Just(1).filter { $0 > 0 }.tryMin { _, _ in throw Refused() }), "It may deliver none.")
  }

  private struct Refused: Error {}

  private func expectRefused<P: Publisher & SendableMetatype>(
    _ publisher: P, sourceLocation: SourceLocation = #_sourceLocation
  ) where P.Output: SendableMetatype {
    #expect(isRefused(publisher.tryMin { _, _ in throw Refused() }), sourceLocation: sourceLocation)
    #expect(isRefused(publisher.tryMax { _, _ in throw Refused() }), sourceLocation: sourceLocation)
    #expect(isRefused(publisher.tryRemoveDuplicates { _, _ in throw Refused() }), sourceLocation: sourceLocation)
  }

  private func isRefused<Output>(_ publisher: some Publisher<Output, any Error>) -> Bool {
    var isRefused = false
    // Sendable: everything happens within the call.
    nonisolated(unsafe) let mark = { isRefused = true }
    _ = publisher.sink(
      receiveCompletion: { completion in if case .failure = completion { mark() } }, receiveValue: { _ in })
    return isRefused
  }

  @Test("A stored closure gives the same types as a literal one; a function given by name the simple types")
  func closuresOfOtherOrigin() {
    func function(_ numbers: [Int]) -> [Int] { numbers }
    let variable: @Sendable ([Int]) -> [Int] = { $0 }
    typealias Once = Publishers.Map<Publishers.Sequence<[[Int]], Never>, [Int]>
    expect(type(of: [[1]].publisher.map(variable)) == Once.self)
    #expect(type(of: [[1]].publisher.map(function)) == Publishers.Sequence<[[Int]], Never>.self)
    #expect(type(of: [[1]].publisher.map(variable).map(variable)) == Publishers.Map<Once, [Int]>.self)
    #expect(type(of: Just([1]).map(variable)) == Publishers.Map<Just<[Int]>, [Int]>.self)
    typealias Twice = Publishers.Map<Publishers.Map<Publishers.Sequence<[Int], Never>, Int>, Int>
    let found = generic([1].publisher) { $0 }
    expectEqual(ObjectIdentifier(found), ObjectIdentifier(Twice.self))
  }

  private func generic<P: Publisher>(
    _ publisher: P, _ transform: @escaping @Sendable (P.Output) -> P.Output
  ) -> Any.Type {
    type(of: publisher.map(transform).map(transform))
  }

  @Test("Where the context asks for them, the simple types are chosen")
  func inContext() {
    let subject = PassthroughSubject<Int, Never>()
    let mapped: Publishers.Map<PassthroughSubject<Int, Never>, Int> = subject.map { $0 }.map { $0 }
    let filtered: Publishers.Filter<PassthroughSubject<Int, Never>> = subject.filter { $0 > 1 }.filter { $0 > 2 }
    let just: Just<Int> = Just(1).map { $0 }
    let count: Just<Int> = Just(1).count()
    let sequence: Publishers.Sequence<[Int], Never> = [1].publisher.map { $0 }
    expect(mapped.upstream === subject && filtered.upstream === subject)
    expect(just.output == 1 && count.output == 1 && sequence.sequence == [1])
  }
}
