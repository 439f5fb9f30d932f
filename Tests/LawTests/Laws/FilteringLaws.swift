import StreamTesting
import Streams

let filteringLaws = LawTable.laws(of: "Filtering") { laws in
  laws.same(
    "Two filters are one", of: "filter", { $0.filter { $0 % 2 == 0 }.filter { $0 % 3 == 0 } },
    { $0.filter { $0 % 6 == 0 } })
  laws.add("A filter of all", of: "filter", .identity) { $0.filter { _ in true } }
  laws.same(
    "tryFilter that throws nothing is filter", of: "tryFilter", { $0.tryFilter { $0 % 2 == 0 } },
    { $0.filter { $0 % 2 == 0 } })
  laws.add("A tryFilter of all", of: "tryFilter", .identity) { $0.tryFilter { _ in true } }
  laws.same(
    "filterMany is filter of each array", of: "filterMany", { $0.map { [$0, 1] }.filterMany { $0 > 3 } },
    { $0.map { [$0, 1].filter { $0 > 3 } } })
  laws.same("filterMany of all", of: "filterMany", { $0.map { [$0] }.filterMany { _ in true }.map { $0[0] } }, { $0 })
  laws.same(
    "A beginning and the rest, counted", of: "prefix dropFirst", in: .anywhere.cold.finishing,
    { source, run in [run.pick(0, 1, 256, .max)].map { source.prefix($0).append(source.dropFirst($0)).count() }[0] },
    { source, _ in source.count() })
  laws.same(
    "The beginning, and what is dropped, in order", of: "prefix dropFirst", in: .anywhere.cold.finishing,
    { $0.prefix(3).append($0.dropFirst(3)) }, { $0 })
  laws.add("All of it", of: "prefix output dropFirst", .identity) { $0.prefix(.max).output(in: 0...).dropFirst(0) }
  laws.same(
    "prefix(while:) and drop(while:)", of: "prefix drop", in: .anywhere.cold.finishing,
    { $0.prefix { $0 < 4 }.append($0.drop { $0 < 4 }) }, { $0 })
  laws.same("tryPrefix is prefix", of: "tryPrefix prefix", { $0.tryPrefix { $0 < 4 } }, { $0.prefix { $0 < 4 } })
  laws.add("tryPrefix of all", of: "tryPrefix", .identity) { $0.tryPrefix { _ in true } }
  laws.same("tryDrop is drop", of: "tryDrop drop", { $0.tryDrop { $0 < 4 } }, { $0.drop { $0 < 4 } })
  laws.add("tryDrop of none", of: "tryDrop", .identity) { $0.tryDrop { _ in false } }
  laws.same(
    "prefix(while:) with the last", of: "prefix", in: .anywhere.cold,
    { $0.prefix(while: { $0 < 4 }, behavior: .inclusive) }, { $0.prefix(5) })
  laws.same(
    "An element in a place is one of a prefix", of: "output", { source, run in source.output(at: run.pick(0, 1, 256)) },
    { source, run in source.dropFirst(run.pick(0, 1, 256)).first() })
  laws.same("The first is a prefix of one", of: "first prefix", { $0.first() }, { $0.prefix(1) })
  laws.same(
    "The first that passes is the first of a filter", of: "first", { $0.first { $0 > 2 } },
    { $0.filter { $0 > 2 }.first() })
  laws.same("tryFirst is first", of: "tryFirst", { $0.tryFirst { $0 > 2 } }, { $0.first { $0 > 2 } })
  laws.same("tryFirst of all is first", of: "tryFirst", { $0.tryFirst { _ in true } }, { $0.first() })
  laws.same("The last is a suffix of one", of: "last suffix", { $0.last() }, { $0.suffix(1) })
  laws.same(
    "The last that passes is the last of a filter", of: "last", { $0.last { $0 < 200 } },
    { $0.filter { $0 < 200 }.last() })
  laws.same("tryLast is last", of: "tryLast", { $0.tryLast { $0 < 200 } }, { $0.last { $0 < 200 } })
  laws.same("tryLast of all is last", of: "tryLast", { $0.tryLast { _ in true } }, { $0.last() })
  laws.same(
    "All but the end, and the end", of: "dropLast suffix", in: .anywhere.cold.finishing,
    { source, run in [run.pick(0, 1, 2, 256)].map { source.dropLast($0).append(source.suffix($0)) }[0] },
    { source, _ in source })
  laws.add("Nothing is dropped from the end", of: "dropLast", .identity) { $0.dropLast(0) }
  laws.same(
    "A suffix is what collect ends with", of: "suffix", in: .anywhere.ending,
    { source, run in source.suffix(run.pick(1, 2, 256)).collect() },
    { source, run in source.collect().map { Array($0.suffix(run.pick(1, 2, 256))) } })
  laws.same("ignoreOutput is a filter of none", of: "ignoreOutput", { $0.ignoreOutput() }, { $0.filter { _ in false } })
  laws.same(
    "ignoreOutput, and something", of: "ignoreOutput", in: .anywhere.ending,
    { $0.ignoreOutput().setOutputType(to: Int.self).append(1) }, { $0.filter { _ in false }.append(1) })
  laws.same(
    "Something in place of nothing", of: "replaceEmpty ifEmpty", in: .anywhere.ending, { $0.replaceEmpty(with: 9) },
    { $0.ifEmpty(switchTo: Just(9).setFailureType(to: TestError.self)) })
  laws.same(
    "replaceEmpty is a default of the first", of: "replaceEmpty", in: .anywhere.ending,
    { $0.filter { _ in false }.replaceEmpty(with: 9) }, { $0.ignoreOutput().setOutputType(to: Int.self).append(9) })
  laws.same(
    "What is not empty stays", of: "ifEmpty replaceEmpty",
    { $0.prepend(1).ifEmpty(switchTo: Just(2).setFailureType(to: TestError.self)) },
    { $0.prepend(1).replaceEmpty(with: 2) })
  laws.add("No duplicates are there to be removed", of: "removeDuplicates", .identity) { $0.removeDuplicates() }
  laws.same(
    "Duplicates, twice", of: "removeDuplicates", { $0.map { $0 / 3 }.removeDuplicates().removeDuplicates() },
    { $0.map { $0 / 3 }.removeDuplicates() })
  laws.same(
    "Each twice, and without duplicates", of: "removeDuplicates", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { $0.concatMap { [$0, $0].publisher }.removeDuplicates() }, { $0 })
  laws.same(
    "tryRemoveDuplicates is removeDuplicates", of: "tryRemoveDuplicates",
    { $0.map { $0 / 3 }.tryRemoveDuplicates { $0 == $1 } }, { $0.map { $0 / 3 }.removeDuplicates() })
  laws.add("tryRemoveDuplicates of what differs", of: "tryRemoveDuplicates", .identity) {
    $0.tryRemoveDuplicates { _, _ in false }
  }
  laws.same(
    "The first of each key", of: "removeAllDuplicates", { $0.removeAllDuplicates { $0 % 5 } },
    { $0.scanMap(into: Set<Int>()) { $0.insert($1 % 5).inserted ? $1 : nil }.compacted() })
  laws.add("All differ", of: "removeAllDuplicates", .identity) { source, run in
    source.removeAllDuplicates(on: { $0 }, remembering: run.pick(1, 2, .max))
  }
  laws.same(
    "Not the only one", of: "single", in: .anywhere.finishing,
    { $0.prefix(1).single().map { _ in 1 }.mapError { _ in TestError() } },
    { $0.first().map { _ in 1 }.tryReplacingEmpty() })
  laws.same(
    "The only one that passes", of: "single", in: .anywhere.cold.finishing.lengths(7, 255),
    { $0.single { $0 == 3 }.mapError { _ in TestError() } }, { $0.first { $0 == 3 } })
  laws.add("Until what never comes", of: "prefix drop", .identity) {
    $0.prefix(untilOutputFrom: Empty<Int, TestError>(completeImmediately: false)).drop(
      untilOutputFrom: Just(1).setFailureType(to: TestError.self))
  }
  laws.same(
    "All is dropped until what never comes", of: "drop",
    { $0.drop(untilOutputFrom: Empty<Int, TestError>(completeImmediately: false)) },
    { $0.filter { _ in false } })
  laws.add("A replacement that never comes", of: "prefix", .identity) {
    $0.prefix(untilReplacement: Empty<Int, TestError>())
  }
}

extension Publisher where Failure == TestError {
  /// Fails if it is empty.
  func tryReplacingEmpty() -> AnyPublisher<Output, TestError> {
    collect().tryMap { values in
      guard let value = values.first else { throw TestError() }
      return value
    }.mapError { _ in TestError() }.eraseToAnyPublisher()
  }
}
