import Streams
import TestSupport
import Testing

@Suite("Combine's source: filtering")
struct FilteringSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  let numbers = Numbers()

  @Test("filter, removeDuplicates, replaceEmpty, ignoreOutput")
  func filters() {
    let filter: Publishers.Filter<Numbers> = numbers.filter { $0 > 1 }
    expect(filter.upstream === numbers && filter.isIncluded(2))
    let fused: Publishers.Filter<Numbers> = numbers.filter { $0 > 1 }.filter { $0 < 4 }
    expect(fused.isIncluded(2) && !fused.isIncluded(5))
    let tryFilter: Publishers.TryFilter<Numbers> = numbers.tryFilter { $0 > 1 }
    expect(tryFilter.upstream === numbers)
    let unique: Publishers.RemoveDuplicates<Numbers> = numbers.removeDuplicates()
    expect(unique.predicate(1, 1))
    let uniqueBy: Publishers.RemoveDuplicates<Numbers> = numbers.removeDuplicates { $0 == -$1 }
    expect(uniqueBy.predicate(1, -1))
    let tryUnique: Publishers.TryRemoveDuplicates<Numbers> = numbers.tryRemoveDuplicates { $0 == $1 }
    expect(tryUnique.upstream === numbers)
    let replaced: Publishers.ReplaceEmpty<Numbers> = numbers.replaceEmpty(with: 9)
    expectEqual(replaced.output, 9)
    let ignored: Publishers.IgnoreOutput<Numbers> = numbers.ignoreOutput()
    expect(ignored.upstream === numbers)
    expectEqual(completion([1, 2].publisher.ignoreOutput()), .finished)
  }

  @Test("first and last")
  func firstAndLast() {
    let first: Publishers.First<Numbers> = numbers.first()
    expect(first.upstream === numbers)
    let firstWhere: Publishers.FirstWhere<Numbers> = numbers.first { $0 > 1 }
    expect(firstWhere.predicate(2))
    let tryFirst: Publishers.TryFirstWhere<Numbers> = numbers.tryFirst { $0 > 1 }
    expect(tryFirst.upstream === numbers)
    let last: Publishers.Last<Numbers> = numbers.last()
    expect(last.upstream === numbers)
    let lastWhere: Publishers.LastWhere<Numbers> = numbers.last(where: { $0 > 1 })
    expect(lastWhere.predicate(2))
    let tryLast: Publishers.TryLastWhere<Numbers> = numbers.tryLast { $0 > 1 }
    expect(tryLast.upstream === numbers)
  }

  @Test("drop")
  func drop() {
    let dropFirst: Publishers.Drop<Numbers> = numbers.dropFirst()
    expectEqual(dropFirst.count, 1)
    let fused: Publishers.Drop<Numbers> = numbers.dropFirst(2).dropFirst(3)
    expectEqual(fused.count, 5)
    let dropWhile: Publishers.DropWhile<Numbers> = numbers.drop { $0 < 2 }
    expect(dropWhile.predicate(1))
    let tryDrop: Publishers.TryDropWhile<Numbers> = numbers.tryDrop { $0 < 2 }
    expect(tryDrop.upstream === numbers)
    let trigger = PassthroughSubject<String, Never>()
    let until: Publishers.DropUntilOutput<Numbers, PassthroughSubject<String, Never>> = numbers.drop(
      untilOutputFrom: trigger)
    expect(until.other === trigger)
  }

  @Test("prefix and output")
  func prefix() {
    let prefix: Publishers.Output<Numbers> = numbers.prefix(2)
    expectEqual(prefix.range, 0..<2)
    let prefixWhile: Publishers.PrefixWhile<Numbers> = numbers.prefix { $0 < 2 }
    expect(prefixWhile.predicate(1))
    let tryPrefix: Publishers.TryPrefixWhile<Numbers> = numbers.tryPrefix { $0 < 2 }
    expect(tryPrefix.upstream === numbers)
    let trigger = PassthroughSubject<String, Fault>()
    let until: Publishers.PrefixUntilOutput<Numbers, PassthroughSubject<String, Fault>> = numbers.prefix(
      untilOutputFrom: trigger)
    expect(until.other === trigger)
    expectEqual(outputs((1...9).publisher.output(at: 3)), [4])
    expectEqual(outputs((1...9).publisher.output(in: 2...3)), [3, 4])
    expectEqual(outputs((1...9).publisher.output(in: 7...)), [8, 9])
    expectEqual(outputs((1...9).publisher.output(in: ..<2)), [1, 2])
    let output: Publishers.Output<Numbers> = numbers.output(in: 1..<4)
    expectEqual(output.range, 1..<4)
  }

  @Test("Simple publishers keep their type where the context asks for it")
  func simple() {
    let filtered: Publishers.Sequence<[Int], Never> = [1, 2, 3].publisher.filter { $0 > 1 }
    expectEqual(filtered.sequence, [2, 3])
    let kept: Optional<Int>.Publisher = Just(1).filter { $0 > 1 }
    expect(kept.output == nil)
    let first: Optional<Int>.Publisher = [1, 2].publisher.first { $0 > 1 }
    expectEqual(first.output, 2)
    let dropped: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = [1, 2].publisher.dropFirst()
    expectEqual(outputs(dropped), [2])
    let prefixed: Publishers.Sequence<PrefixSequence<[Int]>, Never> = [1, 2].publisher.prefix(1)
    expectEqual(outputs(prefixed), [1])
    let unique: Publishers.Sequence<[Int], Never> = [1, 1].publisher.removeDuplicates()
    expectEqual(unique.sequence, [1])
    let one: Just<Int> = Just(1).first()
    expectEqual(one.output, 1)
    let position: Optional<Int>.Publisher = Just(1).output(at: 0)
    expectEqual(position.output, 1)
  }
}
