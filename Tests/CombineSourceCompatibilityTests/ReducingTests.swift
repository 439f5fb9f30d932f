import Streams
import TestSupport
import Testing

@Suite("Combine's source: reducing")
struct ReducingSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  let numbers = Numbers()

  @Test("collect and reduce")
  func collectAndReduce() {
    let collect: Publishers.Collect<Numbers> = numbers.collect()
    expect(collect.upstream === numbers)
    let byCount: Publishers.CollectByCount<Numbers> = numbers.collect(2)
    expectEqual(byCount.count, 2)
    expectEqual(outputs([1, 2, 3].publisher.collect(2)), [[1, 2], [3]])
    let reduce: Publishers.Reduce<Numbers, String> = numbers.reduce("") { $0 + "\($1)" }
    expect(reduce.initial.isEmpty && reduce.nextPartialResult("a", 1) == "a1")
    let tryReduce: Publishers.TryReduce<Numbers, Int> = numbers.tryReduce(0) { $0 + $1 }
    expectEqual(tryReduce.initial, 0)
  }

  @Test("count, min, max")
  func mathematics() {
    let count: Publishers.Count<Numbers> = numbers.count()
    expect(count.upstream === numbers)
    let least: Publishers.Comparison<Numbers> = numbers.min()
    let greatest: Publishers.Comparison<Numbers> = numbers.max()
    expect(greatest.areInIncreasingOrder(1, 2) && least.upstream === numbers)
    let leastBy: Publishers.Comparison<Numbers> = numbers.min { $0 > $1 }
    let greatestBy: Publishers.Comparison<Numbers> = numbers.max { $0 > $1 }
    expect(leastBy.upstream === greatestBy.upstream)
    let tryLeast: Publishers.TryComparison<Numbers> = numbers.tryMin { $0 < $1 }
    let tryGreatest: Publishers.TryComparison<Numbers> = numbers.tryMax { $0 < $1 }
    expect(tryLeast.upstream === tryGreatest.upstream)
    expectEqual(outputs(people.publisher.max { $0.age < $1.age }).map(\.name), ["Emmy"])
  }

  @Test("contains and allSatisfy")
  func matching() {
    let contains: Publishers.Contains<Numbers> = numbers.contains(3)
    expectEqual(contains.output, 3)
    let containsWhere: Publishers.ContainsWhere<Numbers> = numbers.contains { $0 > 1 }
    expect(containsWhere.predicate(2))
    let tryContains: Publishers.TryContainsWhere<Numbers> = numbers.tryContains { $0 > 1 }
    expect(tryContains.upstream === numbers)
    let all: Publishers.AllSatisfy<Numbers> = numbers.allSatisfy { $0 > 1 }
    expect(all.predicate(2))
    let tryAll: Publishers.TryAllSatisfy<Numbers> = numbers.tryAllSatisfy { $0 > 1 }
    expect(tryAll.upstream === numbers)
  }

  @Test("Simple publishers keep their type where the context asks for it")
  func simple() {
    let reduced: Result<Int, Never>.Publisher = [1, 2].publisher.reduce(0, +)
    expectEqual(outputs(reduced), [3])
    let collected: Result<[Int], Never>.Publisher = [1, 2].publisher.collect()
    expectEqual(outputs(collected), [[1, 2]])
    let count: Just<Int> = [1, 2].publisher.count()
    expectEqual(count.output, 2)
    let greatest: Optional<Int>.Publisher = [1, 2].publisher.max()
    expectEqual(greatest.output, 2)
    let contains: Result<Bool, Never>.Publisher = [1, 2].publisher.contains(2)
    expectEqual(outputs(contains), [true])
    let all: Result<Bool, Never>.Publisher = [1, 2].publisher.allSatisfy { $0 > 0 }
    expectEqual(outputs(all), [true])
    let one: Just<Int> = Just(1).count()
    expectEqual(one.output, 1)
    let same: Just<Int> = Just(1).max()
    expectEqual(same.output, 1)
    let justContains: Just<Bool> = Just(1).contains(1)
    expect(justContains.output)
    let tried: Result<Int, Error>.Publisher = [1, 2].publisher.tryReduce(0) { $0 + $1 }
    expectEqual(outputs(tried), [3])
  }
}
