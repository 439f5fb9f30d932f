import StreamTesting
import Streams

let reducingLaws = LawTable.laws(of: "Reducing") { laws in
  laws.same(
    "All at once, flattened", of: "collect", in: .anywhere.finishing, { $0.collect().flatMap(\.publisher) }, { $0 })
  laws.add("In arrays, flattened", of: "collect", .identity, in: .anywhere.finishing) { source, run in
    source.collect(run.pick(1, 2, 256)).flatMap(maxPublishers: .max(1), \.publisher)
  }
  laws.same("The number of all collected is count", of: "collect count", { $0.collect().map(\.count) }, { $0.count() })
  laws.same("collect(into:) is collect", of: "collect", { $0.collect(into: Array<Int>.self) }, { $0.collect() })
  laws.same("count is the sum of ones", of: "count sum", { $0.count() }, { $0.map { _ in 1 }.sum() })
  laws.same("sum is reduce", of: "sum reduce", { $0.sum() }, { $0.reduce(0, +) })
  laws.same("reduce(into:) is reduce", of: "reduce", { $0.reduce(into: 0) { $0 += $1 } }, { $0.reduce(0, +) })
  laws.same("tryReduce is reduce", of: "tryReduce", { $0.tryReduce(0) { $0 + $1 } }, { $0.reduce(0, +) })
  laws.same(
    "tryReduce(into:) is reduce(into:)", of: "tryReduce", { $0.tryReduce(into: 0) { $0 += $1 } },
    { $0.reduce(into: 0) { $0 += $1 } })
  laws.same("The least is the greatest the other way round", of: "min max", { $0.min() }, { $0.max { $0 > $1 } })
  laws.same(
    "The greatest of all is that of what is collected", of: "max", { $0.map { $0 * 7 % 11 }.max() },
    { $0.map { $0 * 7 % 11 }.collect().compactMap { $0.max() } })
  laws.same(
    "The least of all is that of what is collected", of: "min", { $0.map { $0 * 7 % 11 }.min() },
    { $0.map { $0 * 7 % 11 }.collect().compactMap { $0.min() } })
  laws.same(
    "tryMax is max", of: "tryMax", { $0.map { $0 * 7 % 11 }.tryMax { $0 < $1 } }, { $0.map { $0 * 7 % 11 }.max() })
  laws.same(
    "tryMin is min", of: "tryMin", { $0.map { $0 * 7 % 11 }.tryMin { $0 < $1 } }, { $0.map { $0 * 7 % 11 }.min() })
  laws.same(
    "tryMax is tryMin the other way round", of: "tryMax tryMin", { $0.tryMax { $0 < $1 } }, { $0.tryMin { $0 > $1 } })
  laws.same(
    "Contained is not absent from all", of: "contains allSatisfy", { $0.contains(7) },
    { $0.allSatisfy { $0 != 7 }.map { !$0 } })
  laws.same("contains is contains(where:)", of: "contains", { $0.contains(255) }, { $0.contains { $0 == 255 } })
  laws.same("tryContains is contains", of: "tryContains", { $0.tryContains { $0 == 7 } }, { $0.contains(7) })
  laws.same(
    "tryContains is not tryAllSatisfy", of: "tryContains tryAllSatisfy", { $0.tryContains { $0 == 7 } },
    { $0.tryAllSatisfy { $0 != 7 }.map { !$0 } })
  laws.same(
    "tryAllSatisfy is allSatisfy", of: "tryAllSatisfy allSatisfy", { $0.tryAllSatisfy { $0 < 200 } },
    { $0.allSatisfy { $0 < 200 } })
  laws.same(
    "Each is in the group of its key", of: "grouped", { $0.grouped { $0 % 3 }.map { $0[1] ?? [] } },
    { $0.filter { $0 % 3 == 1 }.collect() })
  laws.same(
    "The groups have all", of: "grouped", { $0.grouped { $0 % 3 }.map { $0.values.reduce(0) { $0 + $1.count } } },
    { $0.count() })
  laws.same(
    "The mean is in the statistics", of: "average statistics",
    { $0.map { Double($0 % 8) }.average().map { ($0 ?? -1).rounded() } },
    { $0.map { Double($0 % 8) }.statistics().map { ($0.mean ?? -1).rounded() } })
  laws.same(
    "The statistics count", of: "statistics", { $0.map { Double($0) }.statistics().map(\.count) }, { $0.count() })
  laws.same(
    "The mean of equal elements", of: "average", in: .anywhere.lengths(1, 2, 257),
    { $0.map { _ in 2.0 }.average().map { $0 ?? 0 } },
    { $0.map { _ in 2.0 }.collect().filter { !$0.isEmpty }.map { _ in 2.0 } })
}
