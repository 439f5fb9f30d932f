import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("merge, zip and combineLatest as functions")
struct JoinFunctionsTests {
  private let a = [1, 2].publisher
  private let b = Just(3)

  @Test("They make what the methods of the first publisher make")
  func sameAsMethods() {
    expectEqual(Publishers.merge(a, b), a.merge(with: b))
    expectEqual(Publishers.merge(a, b, a), a.merge(with: b, a))
    expectEqual(Publishers.merge(a, b, a, b), a.merge(with: b, a, b))
    expectEqual(Publishers.merge(a, b, a, b, a), a.merge(with: b, a, b, a))
    expectEqual(Publishers.merge(a, b, a, b, a, b), a.merge(with: b, a, b, a, b))
    expectEqual(Publishers.merge(a, b, a, b, a, b, a), a.merge(with: b, a, b, a, b, a))
    expectEqual(Publishers.merge(a, b, a, b, a, b, a, b), a.merge(with: b, a, b, a, b, a, b))
    expectEqual(Publishers.zip(a, b), a.zip(b))
    expectEqual(Publishers.zip(a, b, a), a.zip(b, a))
    expectEqual(Publishers.zip(a, b, a, b), a.zip(b, a, b))
    expectEqual(Publishers.zip(a, b, a, b, a), a.zip(b, a, b, a))
    expectEqual(Publishers.zip(a, b, a, b, a, b), a.zip(b, a, b, a, b))
    expectEqual(Publishers.zip(a, b, a, b, a, b, a), a.zip(b, a, b, a, b, a))
    expectEqual(Publishers.zip(a, b, a, b, a, b, a, b), a.zip(b, a, b, a, b, a, b))
    expectEqual(Publishers.combineLatest(a, b), a.combineLatest(b))
    expectEqual(Publishers.combineLatest(a, b, a), a.combineLatest(b, a))
    expectEqual(Publishers.combineLatest(a, b, a, b), a.combineLatest(b, a, b))
    expectEqual(Publishers.combineLatest(a, b, a, b, a), a.combineLatest(b, a, b, a))
    expectEqual(Publishers.combineLatest(a, b, a, b, a, b), a.combineLatest(b, a, b, a, b))
    expectEqual(Publishers.combineLatest(a, b, a, b, a, b, a), a.combineLatest(b, a, b, a, b, a))
    expectEqual(Publishers.combineLatest(a, b, a, b, a, b, a, b), a.combineLatest(b, a, b, a, b, a, b))
  }

  @Test("They take literals")
  func literals() {
    expectEqual(Publishers.merge([1, 2].publisher, Just(3)).record().values, [1, 2, 3])
    let pairs = Publishers.zip([1, 2].publisher, ["a", "b"].publisher).record().values
    expectEqual(pairs.map { "\($0)\($1)" }, ["1a", "2b"])
    let triples = Publishers.combineLatest(Just(1), [2.5, 3.5].publisher, Just("c")).record().values
    expectEqual(triples.map { "\($0) \($1) \($2)" }, ["1 3.5 c"])
  }

  @Test("In an extension of Publishers, zip of two sequences is still Swift's")
  func sequences() {
    expectEqual(Publishers.ZipsSequences().sums([1, 2], [10, 20, 30]), [11, 22])
    expectEqual(Publishers.ZipsSequences.differences(1...2, [4, 6]), [3, 4])
  }
}

extension Publishers {
  fileprivate struct ZipsSequences {
    func sums(_ one: [Int], _ other: [Int]) -> [Int] { zip(one, other).map { $0 + $1 } }

    static func differences(_ one: ClosedRange<Int>, _ other: [Int]) -> [Int] { zip(other, one).map { $0 - $1 } }
  }
}
