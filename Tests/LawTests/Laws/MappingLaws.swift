import Foundation
import StreamTesting
import Streams

let mappingLaws = LawTable.laws(of: "Mapping") { laws in
  laws.same("Two maps are one", of: "map", { $0.map { $0 + 1 }.map { $0 * 2 } }, { $0.map { ($0 + 1) * 2 } })
  laws.same("A key path is its closure", of: "map", { $0.map(\.description) }, { $0.map { $0.description } })
  laws.same("tryMap that throws nothing is map", of: "tryMap map", { $0.tryMap { $0 * 3 } }, { $0.map { $0 * 3 } })
  laws.same(
    "tryMap that throws ends before the element", of: "tryMap", in: .anywhere.eager, { $0.tryMap { try small($0) } },
    { $0.tryPrefix { try small($0) >= 0 } })
  laws.add("Materialized and back", of: "materialize dematerialize", .identity) { $0.materialize().dematerialize() }
  laws.same(
    "All that is materialized counts one more", of: "materialize", { $0.materialize().count() },
    { $0.materialize().map { _ in 0 }.scan(0) { a, _ in a + 1 }.last() })
  laws.add("As results and back", of: "mapToResult dematerializeResults", .identity) {
    $0.mapToResult().dematerializeResults()
  }
  laws.add("As results, and what they hold", of: "mapToResult", .identity) { $0.mapToResult().tryMap { try $0.get() } }
  laws.same(
    "Results without the failures", of: "dematerializeResults",
    {
      $0.map { Result<Int, TestError>.success($0) }.catch { _ in Empty<Result<Int, TestError>, Never>() }
        .dematerializeResults()
    }, { $0.catch { _ in Empty<Int, TestError>() } })
  laws.same(
    "Signals of signals", of: "dematerialize", { $0.materialize().materialize().dematerialize().dematerialize() },
    { $0 })
  laws.same(
    "compactMap of some is filter", of: "compactMap", { $0.compactMap { $0 % 2 == 0 ? $0 : nil } },
    { $0.filter { $0 % 2 == 0 } })
  laws.add("compactMap that leaves out nothing", of: "compactMap", .identity) { $0.compactMap { $0 } }
  laws.same(
    "tryCompactMap that throws nothing is compactMap", of: "tryCompactMap",
    { $0.tryCompactMap { $0 % 3 == 0 ? $0 : nil } }, { $0.compactMap { $0 % 3 == 0 ? $0 : nil } })
  laws.add("tryCompactMap that leaves out nothing", of: "tryCompactMap", .identity) {
    $0.tryCompactMap { Optional($0) }
  }
  laws.same(
    "compacted is compactMap of what is there", of: "compacted compactMap",
    { $0.map { $0 % 2 == 0 ? $0 : nil }.compacted() }, { $0.compactMap { $0 % 2 == 0 ? $0 : nil } })
  laws.add("Nothing that is there is compacted away", of: "compacted", .identity) {
    $0.map { Optional($0) }.compacted()
  }
  laws.same(
    "scanMap that returns its state is scan", of: "scanMap scan",
    {
      $0.scanMap(into: 0) {
        $0 += $1; return $0
      }
    }, { $0.scan(0, +) })
  laws.same(
    "compactScanMap is scanMap, compacted", of: "compactScanMap scanMap",
    {
      $0.compactScanMap(into: 0) {
        $0 += $1; return $0 % 2 == 0 ? $0 : nil
      }
    },
    {
      $0.scanMap(into: 0) {
        $0 += $1; return $0 % 2 == 0 ? $0 : nil
      }.compacted()
    })
  laws.add("compactScanMap of the element", of: "compactScanMap", .identity) {
    $0.compactScanMap(into: 0) { _, new in new }
  }
  laws.same(
    "The last of scan is reduce", of: "scan Reducing.reduce", { $0.prepend(0).scan(0, +).last() }, { $0.reduce(0, +) })
  laws.same("scan(into:) is scan", of: "scan", { $0.scan(into: 0) { $0 += $1 } }, { $0.scan(0, +) })
  laws.same("tryScan that throws nothing is scan", of: "tryScan", { $0.tryScan(0) { $0 + $1 } }, { $0.scan(0, +) })
  laws.add("tryScan of the new element", of: "tryScan", .identity) { $0.tryScan(0) { _, new in new } }
  laws.same("mapMany of one is map", of: "mapMany", { $0.map { [$0] }.mapMany { $0 + 1 } }, { $0.map { [$0 + 1] } })
  laws.same(
    "mapMany, flattened, is map", of: "mapMany", { $0.map { [$0, $0] }.mapMany { $0 + 1 }.map(\.count) },
    { $0.map { _ in 2 } })
  laws.same(
    "compactMapMany of what is there is mapMany", of: "compactMapMany mapMany",
    { $0.map { [$0] }.compactMapMany { Optional($0 * 2) } }, { $0.map { [$0] }.mapMany { $0 * 2 } })
  laws.same(
    "compactMapMany of nothing is empty arrays", of: "compactMapMany",
    { $0.map { [$0] }.compactMapMany { _ in nil as Int? }.map(\.count) }, { $0.map { _ in 0 } })
  laws.add("concatMap of one element each", of: "concatMap", .identity.unlessOvertaken) { source, run in
    source.concatMap(bufferSize: run.pick(0, 1, 32)) { Just($0) }
  }
  laws.add("concatMap of one element each, later", of: "concatMap", .identity.unlessOvertaken, in: .everywhere.cold) {
    source, run in
    source.concatMap(bufferSize: run.pick(0, 1, 32)) { Just($0).receive(on: run.scheduler) }
  }
  laws.same(
    "concatMap is flatMap, one at a time", of: "concatMap flatMap", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { $0.concatMap { [$0, $0 + 1].publisher } }, { $0.flatMap(maxPublishers: .max(1)) { [$0, $0 + 1].publisher } })
  laws.add("No failure overtakes an element that waits", of: "concatMapDelayingFailures", .identity) { source, run in
    source.concatMapDelayingFailures(bufferSize: run.pick(0, 1, 32)) { Just($0) }.mapError { $0.failures[0] }
  }
  laws.same(
    "concatMapDelayingFailures is concatMap, if none fails", of: "concatMapDelayingFailures concatMap",
    in: .anywhere.cold.finishing,
    { $0.concatMapDelayingFailures { [$0, -$0].publisher }.mapError { $0.failures[0] } },
    { $0.concatMap { [$0, -$0].publisher } })
  laws.add("No failure overtakes an element", of: "flatMapDelayingFailures", .identity) { source, run in
    source.flatMapDelayingFailures(maxPublishers: run.pick(.max(1), .max(2), .unlimited)) { Just($0) }
      .mapError { $0.failures[0] }
  }
  laws.same(
    "Publishers that fail take no element of others along", of: "flatMapDelayingFailures", in: .anywhere.finishing,
    {
      $0.flatMapDelayingFailures {
        $0 % 2 == 0 ? Result<Int, TestError>.Publisher($0) : Result<Int, TestError>.Publisher(TestError())
      }.catch { _ in Empty<Int, TestError>() }
    }, { $0.filter { $0 % 2 == 0 } })
  laws.add("Publishers of one element, concatenated", of: "concatenated", .identity.unlessOvertaken) {
    $0.map { Just($0).setFailureType(to: TestError.self) }.concatenated()
  }
  laws.same(
    "concatenated is concatMap of itself", of: "concatenated concatMap", by: .identity.unlessOvertaken,
    in: .anywhere.cold, { $0.map { [$0, -$0].publisher.setFailureType(to: TestError.self) }.concatenated() },
    { $0.concatMap { [$0, -$0].publisher } })
  laws.add("Encoded and decoded", of: "encode decode", .identity, in: .anywhere.upTo(257)) {
    $0.map { [$0] }.encode(encoder: JSONEncoder()).decode(type: [Int].self, decoder: JSONDecoder()).map { $0[0] }
  }
  laws.same(
    "An encoder is a tryMap", of: "encode", in: .anywhere.upTo(257),
    { $0.map { [$0] }.encode(encoder: JSONEncoder()).map(\.count) },
    { $0.tryMap { try JSONEncoder().encode([$0]).count } })
  laws.same(
    "A decoder is a tryMap", of: "decode", in: .anywhere.upTo(257),
    { $0.map { Data("[\($0)]".utf8) }.decode(type: [Int].self, decoder: JSONDecoder()).map { $0[0] } },
    { $0.tryMap { try JSONDecoder().decode([Int].self, from: Data("[\($0)]".utf8))[0] } })
  laws.same(
    "Numbers from a first one", of: "enumerated",
    { source, run in source.enumerated(startingAt: run.pick(0, 5)).map(\.offset) },
    { source, run in source.map { _ in 1 }.scan(run.pick(0, 5) - 1, +) })
  laws.add("Numbered elements are the elements", of: "enumerated", .identity) { $0.enumerated().map(\.element) }
  laws.add("Nothing is expanded", of: "expand", .identity) { source, run in
    source.expand(maxPublishers: run.pick(1, 2, 100), maxPending: run.pick(1, 2, 1_024)) { _ in Empty<Int, TestError>()
    }
  }
  laws.same(
    "Each element is expanded once", of: "expand",
    by: .permutation(key: { $0.number.map { $0 % 100_000_000 } }).unlessOvertaken, in: .anywhere.cold,
    { source, run in
      source.expand(maxPublishers: run.pick(1, 2, 100), maxPending: run.pick(1, 2, 1_024)) {
        $0 < 100_000_000 ? Optional.Publisher($0 + 100_000_000).eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
      }
    }, { source, _ in source.flatMap { [$0, $0 + 100_000_000].publisher } })
  laws.same(
    "The failures that are materialized", of: "failures", in: .anywhere.ending, { $0.materialize().failures() },
    { $0.filter { _ in false }.map { _ in TestError() }.catch { Just($0) } })
  laws.same(
    "A stream without failures has none", of: "failures", { $0.ignoreFailure().materialize().failures().count() },
    { $0.ignoreFailure().filter { _ in false }.count() })
  laws.same(
    "The elements that are materialized", of: "inputs", { $0.materialize().inputs() },
    { $0.catch { _ in Empty<Int, Never>() } })
  laws.same(
    "The values that are materialized, mapped after or before", of: "values",
    { $0.materialize().values().map { $0 + 1 } }, { $0.map { $0 + 1 }.materialize().values() })
  laws.same(
    "values and inputs are the same", of: "inputs values", { $0.materialize().values() }, { $0.materialize().inputs() })
  laws.add("flatMap of one element each", of: "flatMap", .identity.unlessOvertaken) { source, run in
    source.flatMap(maxPublishers: run.pick(.max(1), .max(2), .unlimited)) { Just($0) }
  }
  laws.add("flatMap of one element each, later", of: "flatMap", .permutation().unlessOvertaken, in: .everywhere.cold) {
    source, run in
    source.flatMap(maxPublishers: run.pick(.max(1), .max(2), .unlimited)) { Just($0).receive(on: run.scheduler) }
  }
  laws.same(
    "flatMap loses nothing, and keeps the order of each", of: "flatMap",
    by: .permutation(key: { $0.number.map { $0 % 100_000_000 } }).unlessOvertaken, in: .anywhere.cold,
    { source, run in
      source.flatMap(maxPublishers: run.pick(.max(1), .max(2), .unlimited)) { [$0, $0 + 100_000_000].publisher }
    }, { source, _ in source.concatMap { [$0, $0 + 100_000_000].publisher } })
  laws.add("flatMapFirst of what is there at once", of: "flatMapFirst", .identity, in: .anywhere.eager) {
    $0.flatMapFirst { Just($0) }
  }
  laws.add("flatMapFirst leaves out, and does not reorder", of: "flatMapFirst", .subsequence, in: .everywhere) {
    source, run in source.flatMapFirst { Just($0).delay(for: 2, scheduler: run.scheduler) }
  }
  laws.same(
    "flatMapLatest of what is there at once is concatMap", of: "flatMapLatest", in: .anywhere.eager,
    { $0.flatMapLatest { [$0, -$0].publisher } }, { $0.concatMap { [$0, -$0].publisher } })
  laws.same(
    "flatMapLatest is map and switchToLatest", of: "flatMapLatest Combining.switchToLatest", in: .anywhere.eager,
    { $0.flatMapLatest { Just($0) } }, { $0.map { Just($0) }.switchToLatest() })
  laws.same(
    "A race of what is there at once is the first", of: "flatMapRace", in: .anywhere.eager.cold,
    { source, run in source.flatMapRace(maxPublishers: run.pick(.max(1), .max(32))) { [$0, -$0].publisher } },
    { source, _ in source.first().flatMap { [$0, -$0].publisher } })
  laws.same(
    "A race is won by the first that signals", of: "flatMapRace", in: .anywhere.eager.cold.lengths(7, 20),
    {
      $0.flatMapRace {
        $0 == 3 ? Just($0).eraseToAnyPublisher() : Empty(completeImmediately: false).eraseToAnyPublisher()
      }
    }, { $0.first { $0 == 3 } })
  laws.add("What is interspersed, left out again", of: "interspersed", .identity) { source, run in
    source.interspersed(every: run.pick(1, 2, 300), with: -1).filter { $0 >= 0 }
  }
  laws.same(
    "Each but the last has a separator", of: "interspersed", in: .anywhere.finishing,
    { $0.interspersed(with: -1).filter { $0 < 0 }.count() }, { $0.count().map { Swift.max(0, $0 - 1) } })
  laws.same("mapToValue is map", of: "mapToValue", { $0.mapToValue(7) }, { $0.map { _ in 7 } })
  laws.same(
    "As many values as elements", of: "mapToValue mapToVoid", { $0.mapToValue("a").count() }, { $0.mapToVoid().count() }
  )
  laws.same("mapToVoid is map", of: "mapToVoid", { $0.mapToVoid() }, { $0.map { _ in () } })
  laws.same(
    "Toggled twice", of: "toggle negate", { $0.map { $0 % 2 == 0 }.toggle().negate() }, { $0.map { $0 % 2 == 0 } })
  laws.same(
    "toggle and negate are the same", of: "toggle negate", { $0.map { $0 % 3 == 0 }.toggle() },
    { $0.map { $0 % 3 == 0 }.negate() })
  laws.same("Windows of one, flattened", of: "windows", { $0.windows(ofCount: 1).map { $0[0] } }, { $0 })
  laws.same(
    "Pairs are windows of two", of: "nwise pairwise windows", { $0.nwise(2).map { $0[0] + $0[1] } },
    { $0.pairwise().map { $0.0 + $0.1 } })
  laws.same(
    "nwise is windows", of: "nwise windows", { source, run in source.nwise(run.pick(1, 3, 256)).map { Array($0) } },
    { source, run in source.windows(ofCount: run.pick(1, 3, 256)).map { Array($0) } })
  laws.same("The second of each pair", of: "pairwise", { $0.pairwise().map { $0.1 } }, { $0.dropFirst() })
  laws.add("The second of each pair from a first one", of: "pairwise", .identity) {
    $0.pairwise(startingWith: -1).map { $0.1 }
  }
  laws.add("orderedFlatMap of one element each", of: "orderedFlatMap", .identity.unlessOvertaken) { source, run in
    source.orderedFlatMap(maxPublishers: run.pick(1, 2, 300), bufferSize: run.pick(1, 2, 32)) { Just($0) }
  }
  laws.add(
    "orderedFlatMap of one element each, later", of: "orderedFlatMap", .identity.unlessOvertaken, in: .everywhere.cold
  ) {
    source, run in
    source.orderedFlatMap(maxPublishers: run.pick(1, 2, 300), bufferSize: run.pick(1, 2, 32)) {
      Just($0).receive(on: run.scheduler)
    }
  }
  laws.same(
    "orderedFlatMap is concatMap", of: "orderedFlatMap", by: .identity.unlessOvertaken, in: .everywhere.cold,
    { source, run in
      source.orderedFlatMap(maxPublishers: run.pick(1, 2, 300), bufferSize: run.pick(1, 2, 32)) {
        [$0, -$0, 7].publisher
      }
    }, { source, _ in source.concatMap { [$0, -$0, 7].publisher } })
  laws.add("replaceNil where there is none", of: "replaceNil", .identity) {
    $0.map { Optional($0) }.replaceNil(with: -1)
  }
  laws.same(
    "replaceNil is map", of: "replaceNil", { $0.map { $0 % 2 == 0 ? $0 : nil }.replaceNil(with: -1) },
    { $0.map { $0 % 2 == 0 ? $0 : -1 } })
  laws.same(
    "setFailureType changes nothing", of: "setFailureType",
    { $0.catch { _ in Empty<Int, Never>() }.setFailureType(to: TestError.self) },
    { $0.catch { _ in Empty<Int, TestError>() } })
  laws.same(
    "setFailureType, and catch", of: "setFailureType",
    { $0.catch { _ in Just(-1) }.setFailureType(to: TestError.self).catch { _ in Just(-2) } },
    { $0.catch { _ in Just(-1) } })
  laws.same(
    "setOutputType of nothing", of: "setOutputType", { $0.ignoreOutput().setOutputType(to: Int.self) },
    { $0.filter { _ in false } })
  laws.same(
    "setOutputType and append", of: "setOutputType", in: .anywhere.ending,
    { $0.ignoreOutput().setOutputType(to: Int.self).append(4) }, { $0.filter { _ in false }.append(4) })
  laws.add("With an object that lives", of: "withUnretained", .identity) {
    $0.withUnretained(Living.object).map { $0.1 }
  }
  laws.same(
    "withUnretained is map", of: "withUnretained", { $0.withUnretained(Living.object) { $1 * 2 } },
    { $0.map { $0 * 2 } })
}

@Sendable func small(_ value: Int) throws -> Int {
  if value == 5 { throw TestError("five") }
  return value
}

final class Living: Sendable {
  static let object = Living()
}
