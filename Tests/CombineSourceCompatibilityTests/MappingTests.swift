import Foundation
import Streams
import TestSupport
import Testing

@Suite("Combine's source: mapping")
struct MappingSourceTests {
  let numbers = PassthroughSubject<Int, Never>()
  let faulty = PassthroughSubject<Int, Fault>()

  @Test("map")
  func map() {
    let map: Publishers.Map<PassthroughSubject<Int, Never>, String> = numbers.map { "\($0)" }
    expect(map.upstream === numbers && map.transform(1) == "1")
    let tryMap: Publishers.TryMap<PassthroughSubject<Int, Never>, Int> = numbers.tryMap { $0 }
    expect(tryMap.upstream === numbers)
    let one: Publishers.MapKeyPath<Publishers.Sequence<[Person], Never>, String> = people.publisher.map(\.name)
    expectEqual(outputs(one), ["Ada", "Emmy"])
    let two: Publishers.MapKeyPath2<Publishers.Sequence<[Person], Never>, String, Int> = people.publisher.map(
      \.name, \.age)
    expectEqual(outputs(two).map(\.1), [36, 53])
    let three: Publishers.MapKeyPath3<Publishers.Sequence<[Person], Never>, String, Int, String> = people.publisher.map(
      \.name, \.age, \.city)
    expectEqual(outputs(three).map(\.2), ["London", "Erlangen"])
    let fused: Publishers.Map<PassthroughSubject<Int, Never>, Int> = numbers.map { $0 + 1 }.map { $0 * 2 }
    expect(fused.upstream === numbers && fused.transform(1) == 4)
    let fusedTry: Publishers.TryMap<PassthroughSubject<Int, Never>, Int> = numbers.tryMap { $0 }.map { $0 }
    expect(fusedTry.upstream === numbers)
    expectEqual(outputs(Publishers.Map(upstream: Just(1)) { $0 + 1 }), [2])
  }

  @Test("flatMap, in each combination of failure types")
  func flatMap() {
    let same: Publishers.FlatMap<Just<Int>, PassthroughSubject<Int, Never>> = numbers.flatMap { Just($0) }
    expect(same.maxPublishers == .unlimited && same.upstream === numbers)
    let inner: Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, Fault>, PassthroughSubject<Int, Fault>> =
      faulty.flatMap(maxPublishers: .max(2)) { Just($0) }
    expectEqual(inner.maxPublishers, .max(2))
    let outer: Publishers.FlatMap<Fail<Int, Fault>, Publishers.SetFailureType<PassthroughSubject<Int, Never>, Fault>> =
      numbers.flatMap { _ in Fail(error: .first) }
    expect(outer.upstream.upstream === numbers)
    expectEqual(outputs([[1, 2], [3]].publisher.flatMap { $0.publisher }), [1, 2, 3])
  }

  @Test("scan, setFailureType, replaceNil, compactMap")
  func others() {
    let scan: Publishers.Scan<PassthroughSubject<Int, Never>, String> = numbers.scan("") { $0 + "\($1)" }
    expect(scan.initialResult.isEmpty && scan.nextPartialResult("a", 1) == "a1")
    expectEqual(outputs([1, 2, 3].publisher.scan(0) { $0 + $1 }), [1, 3, 6])
    let tryScan: Publishers.TryScan<PassthroughSubject<Int, Never>, Int> = numbers.tryScan(0) { $0 + $1 }
    expectEqual(tryScan.initialResult, 0)
    let failing: Publishers.SetFailureType<PassthroughSubject<Int, Never>, Fault> = numbers.setFailureType(
      to: Fault.self)
    expect(failing.upstream === numbers)
    let replaced: Publishers.Map<Publishers.Sequence<[Int?], Never>, Int> = [1, nil].publisher.replaceNil(with: 0)
    expectEqual(outputs(replaced), [1, 0])
    let compact: Publishers.CompactMap<PassthroughSubject<Int, Never>, String> = numbers.compactMap {
      $0 > 0 ? "\($0)" : nil
    }
    expectEqual(compact.transform(1), "1")
    let fused: Publishers.CompactMap<PassthroughSubject<Int, Never>, Int> = numbers.compactMap { Optional($0) }.map {
      $0 + 1
    }
    expect(fused.upstream === numbers)
    let tryCompact: Publishers.TryCompactMap<PassthroughSubject<Int, Never>, Int> = numbers.tryCompactMap { $0 }
    expect(tryCompact.upstream === numbers)
  }

  @Test("encode and decode")
  func coding() throws {
    let encoded: Publishers.Encode<Just<Person>, JSONEncoder> = Just(people[0]).encode(encoder: JSONEncoder())
    let data = try #require(outputs(encoded).first)
    let decoded: Publishers.Decode<Just<Data>, Person, JSONDecoder> = Just(data).decode(
      type: Person.self, decoder: JSONDecoder())
    expectEqual(outputs(decoded), [people[0]])
    func twice<E: TopLevelEncoder>(_ encoder: E) throws -> [E.Output] {
      [try encoder.encode(1), try encoder.encode(2)]
    }
    #expect(try twice(JSONEncoder()).count == 2)
    func read<D: TopLevelDecoder>(_ decoder: D, _ input: D.Input) throws -> Int {
      try decoder.decode(Int.self, from: input)
    }
    #expect(try read(JSONDecoder(), Data("7".utf8)) == 7)
  }

  @Test("Simple publishers keep their type where the context asks for it")
  func simple() {
    let just: Just<Int> = Just(1).map { $0 + 1 }
    expectEqual(just.output, 2)
    let tried: Result<Int, Error>.Publisher = Just(1).tryMap { $0 }
    expectEqual(outputs(tried), [1])
    let optional: Optional<Int>.Publisher = Just(1).compactMap { $0 > 1 ? $0 : nil }
    expect(optional.output == nil)
    let sequence: Publishers.Sequence<[Int], Never> = [1, 2].publisher.map { $0 * 2 }
    expectEqual(sequence.sequence, [2, 4])
    let compacted: Publishers.Sequence<[Int], Never> = [1, 2].publisher.compactMap { $0 > 1 ? $0 : nil }
    expectEqual(compacted.sequence, [2])
    let result: Result<String, Fault>.Publisher = Result<Int, Fault>.Publisher(1).map { "\($0)" }
    expectEqual(outputs(result), ["1"])
    let failing: Result<Int, Fault>.Publisher = Just(1).setFailureType(to: Fault.self)
    expectEqual(outputs(failing), [1])
    let opt: Optional<Int>.Publisher = Optional(1).publisher.map { $0 + 1 }
    expectEqual(opt.output, 2)
    let scanned: Publishers.Sequence<[Int], Never> = [1, 2].publisher.scan(0, +)
    expectEqual(scanned.sequence, [1, 3])
  }
}
