import StreamTesting
import Streams

private let none = Empty<Int, TestError>()
private let endless = Empty<Int, TestError>(completeImmediately: false)
private let numbers = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<2_000)
private let one = Result<Int, TestError>.Publisher(1)

let combiningLaws = LawTable.laws(of: "Combining") { laws in
  laws.add("Nothing is appended or prepended", of: "append prepend", .identity) { $0.append(none).prepend(none) }
  laws.same(
    "Appended to is prepended", of: "append prepend", in: .anywhere.finishing, { $0.append(1, 2) },
    { Publishers.Sequence<[Int], TestError>(sequence: [1, 2]).prepend($0) })
  laws.same(
    "Appended twice", of: "append", in: .anywhere.finishing, { $0.append([1]).append([2]) }, { $0.append([1, 2]) })
  laws.add("Merged with nothing", of: "merge", .identity.unlessOvertaken) { $0.merge(with: none) }
  laws.same(
    "Merged with itself, each is there twice", of: "merge", by: .permutation(), in: .anywhere.cold.finishing,
    { $0.merge(with: $0) }, { $0.append($0) })
  laws.same(
    "Parts, merged again", of: "merge", by: .permutation(key: { $0.number.map { $0 % 2 } }),
    in: .everywhere.cold.finishing,
    { source, run in source.filter { $0 % 2 == 0 }.receive(on: run.scheduler).merge(with: source.filter { $0 % 2 == 1 })
    }, { source, _ in source })
  laws.add("Merged with nothing, a failure overtakes nothing", of: "mergeDelayingFailures", .identity) {
    $0.mergeDelayingFailures(with: none).mapError { $0.failures[0] }
  }
  laws.same(
    "Merged with one that fails, the failure comes last", of: "mergeDelayingFailures", in: .anywhere.finishing,
    { Fail(error: TestError("kept")).mergeDelayingFailures(with: $0).mapError { $0.failures[0] } },
    { $0.append(Fail(error: TestError("kept"))) })
  laws.same(
    "The first of each pair is a prefix", of: "zip", by: .identity.unlessOvertaken, { $0.zip(numbers).map { $0.0 } },
    { $0 })
  laws.same(
    "Pairs of both are pairs the other way round", of: "zip", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { $0.zip($0.map { -$0 }) { $0 * 10 + $1 } }, { $0.map { $0 * 9 } })
  laws.add("zip with a bound", of: "zip", .identity.unlessOvertaken, in: .anywhere.cold) { source, run in
    source.zip(numbers, bufferSize: run.pick(1, 2, 256), whenFull: .suspend).map { $0.0 }
  }
  laws.same(
    "tryZip is zip", of: "tryZip", in: .anywhere.finishing, { $0.tryZip(numbers) { $0 + $1 } },
    { $0.zip(numbers) { $0 + $1 } })
  laws.same(
    "tryZip of the first", of: "tryZip", by: .identity.unlessOvertaken, { $0.tryZip(numbers) { value, _ in value } },
    { $0 })
  laws.same(
    "The longest has all of the longer", of: "zipLongest", in: .anywhere.cold.finishing,
    { source, run in source.zipLongest(one, padding: -1, otherPadding: -2, bufferSize: run.pick(1, 2, 256)).map { $0.0 }
    }, { source, _ in source.replaceEmpty(with: -1) })
  laws.same(
    "zipLongest with as many is zip", of: "zipLongest zip", in: .anywhere.cold.finishing,
    { $0.zipLongest($0, padding: -1, otherPadding: -1).map { $0.0 + $0.1 } }, { $0.zip($0) { $0 + $1 } })
  laws.same("The latest of both, after one", of: "combineLatest", { one.combineLatest($0).map { $0.1 } }, { $0 })
  laws.same(
    "The latest of both, after one, and no failure overtakes it", of: "combineLatestDelayingFailures",
    { one.combineLatestDelayingFailures($0).map { $0.1 }.mapError { $0.failures[0] } }, { $0 })
  laws.same(
    "The latest of one that has failed stays, and its failure comes last", of: "combineLatestDelayingFailures",
    in: .anywhere.finishing,
    { source in
      one.append(Fail(error: TestError("kept"))).combineLatestDelayingFailures(source.prepend(0)).map { $0.0 + $0.1 }
        .mapError { $0.failures[0] }
    }, { $0.prepend(0).map { $0 + 1 }.append(Fail(error: TestError("kept"))) })
  laws.same(
    "combineLatest with a closure is map", of: "combineLatest", { one.combineLatest($0) { $0 + $1 } },
    { one.combineLatest($0).map { $0.0 + $0.1 } })
  laws.same(
    "tryCombineLatest is combineLatest", of: "tryCombineLatest", { one.tryCombineLatest($0) { $0 + $1 } },
    { one.combineLatest($0) { $0 + $1 } })
  laws.same("tryCombineLatest of the second", of: "tryCombineLatest", { one.tryCombineLatest($0) { $1 } }, { $0 })
  laws.same(
    "And with true", of: "and", { Just(true).setFailureType(to: TestError.self).and($0.map { $0 % 2 == 0 }) },
    { $0.map { $0 % 2 == 0 } })
  laws.same(
    "Not both is one of not", of: "and or",
    { Just(true).setFailureType(to: TestError.self).and($0.map { $0 % 2 == 0 }).map { !$0 } },
    { Just(false).setFailureType(to: TestError.self).or($0.map { $0 % 2 != 0 }) })
  laws.same(
    "Or with false", of: "or", { Just(false).setFailureType(to: TestError.self).or($0.map { $0 % 2 == 0 }) },
    { $0.map { $0 % 2 == 0 } })
  laws.same(
    "The last of each", of: "forkJoin", { $0.forkJoin(one).map { "\($0)" } }, { $0.last().map { "(\($0), 1)" } })
  laws.same(
    "forkJoin with itself", of: "forkJoin", in: .anywhere.cold, { source in source.forkJoin(source).map { "\($0)" } },
    { $0.last().map { "(\($0), \($0))" } })
  laws.add("A gate that is open", of: "gate", .identity.unlessOvertaken) { source, run in
    source.gate(Just(true), whileClosed: run.pick(.suspend, .drop, .keepLatest, .queue(2, .suspend)))
  }
  laws.add("A gate that opens and closes, and holds up", of: "gate", .identity.unlessOvertaken, in: .everywhere.cold) {
    source, run in
    source.gate(
      Publishers.interval(1, scheduler: run.scheduler).prefix(5).map { $0 % 2 == 0 }.append(true), initiallyOpen: false,
      whileClosed: run.pick(.suspend, .queue(2, .suspend)))
  }
  laws.add("A gate that opens, and drops", of: "gate", .subsequence, in: .everywhere) { source, run in
    source.gate(
      // A late tick skips numbers, so that the last of five may be odd, and leave the gate closed.
      Publishers.interval(1, scheduler: run.scheduler).prefix(5).map { $0 % 2 == 0 }.append(true),
      whileClosed: run.pick(.drop, .keepLatest, .queue(2, .dropOldest)))
  }
  laws.add("A race with nothing that comes", of: "race amb", .identity) { $0.race(with: endless).amb(endless) }
  laws.same("A race is symmetric", of: "race amb", { endless.race(with: $0) }, { endless.amb($0) })
  laws.same(
    "Sampled by nothing", of: "sample", in: .anywhere.finishing, { $0.sample(on: none) }, { $0.filter { _ in false } })
  laws.add("Sampled, some come", of: "sample", .subsequence, in: .everywhere) { source, run in
    source.sample(on: Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self))
  }
  laws.same(
    "Equal to itself", of: "sequenceEqual", in: .anywhere.cold.finishing,
    { source, run in source.sequenceEqual(source, bufferSize: run.pick(1, 2, 32)) },
    { source, _ in source.count().map { _ in true } })
  laws.same(
    "Not equal with one more", of: "sequenceEqual", in: .anywhere.cold.finishing,
    { source, run in source.sequenceEqual(source.append(1), bufferSize: run.pick(1, 2, 32)) },
    { source, _ in source.count().map { _ in false } })
  laws.add("The latest of one", of: "switchToLatest", .identity, in: .anywhere.cold) { source in
    Result<_, TestError>.Publisher(source).switchToLatest()
  }
  laws.same(
    "The latest of what is there at once", of: "switchToLatest", in: .anywhere.eager,
    { $0.map { Just($0) }.switchToLatest() }, { $0 })
  laws.same(
    "then is ignoreOutput and append", of: "then", in: .anywhere.cold,
    { source, run in source.then(maxDemand: run.pick(.max(1), .max(2), .unlimited)) { numbers } },
    { source, _ in source.ignoreOutput().setOutputType(to: Int.self).append(numbers) })
  laws.add("Nothing, then the source", of: "then", .identity) { source in none.then { source } }
  laws.add("With the latest of what is there", of: "withLatestFrom withLatest", .identity) {
    $0.withLatestFrom(one).map { $0.0 }.withLatest(from: one).map { $0.0 }
  }
  laws.same(
    "With the latest and a closure", of: "withLatestFrom withLatest", { $0.withLatestFrom(one) { $0 + $1 } },
    { $0.withLatest(from: one) { $0 + $1 } })
  for law in mergesOfMany { laws.add(law.name, of: "merge", .identity.unlessOvertaken) { source in law.make(source) } }
  for (index, latest) in latestOfMany.enumerated() {
    let numbers = (0..<index + 2).map { "\($0)" }.joined(separator: " ")
    laws.same("The latest of \(index + 3)", of: "combineLatest", { latest($0) }, { $0.map { "\(numbers) \($0)" } })
  }
  for (index, row) in rowsOfMany.enumerated() {
    laws.same(
      "Rows of \(index + 3)", of: "zip", by: .identity.unlessOvertaken, in: .anywhere.upTo(257), { row($0) },
      {
        $0.enumerated().map { row in
          "\(row.element) " + (0..<index + 2).map { "\(row.offset + $0)" }.joined(separator: " ")
        }
      })
  }
}

let collectionLaws = LawTable.laws(of: "Collections") { laws in
  laws.add("A collection of one", of: "merge concatenate race amb", .identity.unlessOvertaken, in: .anywhere.cold) {
    source in [[[[source].merge()].concatenate()].race()].amb()
  }
  laws.add("A collection of one, merged", of: "mergeDelayingFailures", .identity, in: .anywhere.cold) { source in
    [source].mergeDelayingFailures().mapError { $0.failures[0] }
  }
  laws.same(
    "Of a collection, the failure of the first comes last", of: "mergeDelayingFailures", in: .anywhere.cold.finishing,
    {
      [Fail(error: TestError("kept")).eraseToAnyPublisher(), $0].mergeDelayingFailures().mapError { $0.failures[0] }
    }, { $0.append(Fail(error: TestError("kept"))) })
  laws.same(
    "A collection of one, in arrays", of: "zipMany combineLatest", in: .anywhere.cold,
    { [[$0].zipMany().map { $0[0] }.eraseToAnyPublisher()].combineLatest().map { $0[0] } }, { $0 })
  laws.same(
    "A batch of one", of: "flatMapBatches", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { [$0].flatMapBatches(of: 1).map { $0[0] } }, { $0 })
  laws.same(
    "Batches of one are concatenated", of: "flatMapBatches concatenate", in: .anywhere.cold.finishing,
    { [$0, $0].flatMapBatches(of: 1).map { $0[0] } }, { [$0, $0].concatenate() })
  laws.same(
    "The last of each of a collection", of: "forkJoin", in: .anywhere.cold, { [$0, $0].forkJoin().map { $0[0] } },
    { $0.last() })
  laws.same(
    "forkJoin of one", of: "forkJoin", in: .anywhere.cold, { [$0.count()].forkJoin() }, { $0.count().map { [$0] } })
  laws.same(
    "Joined by nothing", of: "joined concatenate", in: .anywhere.cold.finishing, { [$0, $0].joined(separator: none) },
    { [$0, $0].concatenate() })
  laws.same("Joined, one has no separator", of: "joined", in: .anywhere.cold, { [$0].joined(separator: one) }, { $0 })
  laws.same(
    "Merged is appended, in some order", of: "merge", by: .permutation(), in: .anywhere.cold.finishing,
    { source, run in [source, source.map { $0 + 5_000 }.eraseToAnyPublisher()].merge(maxPublishers: run.pick(1, 2, 7))
    }, { source, _ in source.append(source.map { $0 + 5_000 }) })
  laws.same(
    "zipMany is zip", of: "zipMany", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { [$0, $0].zipMany().map { $0[0] + $0[1] } }, { $0.map { $0 * 2 } })
  laws.same(
    "The latest of a collection", of: "combineLatest", in: .anywhere.cold,
    { [one.eraseToAnyPublisher(), $0].combineLatest().map { $0[1] } }, { $0 })
  laws.same(
    "A race of a collection", of: "race amb", { [endless.eraseToAnyPublisher(), $0].race() },
    { [endless.eraseToAnyPublisher(), $0].amb() })
  laws.same(
    "allLatest of true and a source is the source", of: "allLatest",
    { [yes, $0.map { $0 % 2 == 0 }.eraseToAnyPublisher()].allLatest() },
    { $0.map { $0 % 2 == 0 } })
  laws.same(
    "anyLatest of true and a source is true", of: "anyLatest",
    { [yes, $0.map { $0 % 2 == 0 }.eraseToAnyPublisher()].anyLatest() },
    { $0.map { _ in true } })
  laws.same(
    "All, or not any", of: "allLatest anyLatest", { [$0.map { $0 % 2 == 0 }].allLatest() },
    { [$0.map { $0 % 2 != 0 }].anyLatest().map { !$0 } })
}

private let yes = one.map { _ in true }.eraseToAnyPublisher()

/// A pipeline by its name.
private typealias NamedPipeline = (name: String, make: @Sendable (Law.Upstream) -> Law.Upstream)

private let mergesOfMany: [NamedPipeline] = [
  ("Merged with two that are empty", { $0.merge(with: none, none).eraseToAnyPublisher() }),
  ("Merged with three that are empty", { $0.merge(with: none, none, none).eraseToAnyPublisher() }),
  ("Merged with four that are empty", { none.merge(with: $0, none, none, none).eraseToAnyPublisher() }),
  ("Merged with five that are empty", { none.merge(with: none, $0, none, none, none).eraseToAnyPublisher() }),
  ("Merged with six that are empty", { none.merge(with: none, none, $0, none, none, none).eraseToAnyPublisher() }),
  (
    "Merged with seven that are empty",
    { none.merge(with: none, none, none, none, none, none, $0).eraseToAnyPublisher() }
  ),
]

/// A number at once.
private func at(_ number: Int) -> Result<Int, TestError>.Publisher { Result.Publisher(number) }

/// Three hundred numbers.
private func counting(from number: Int) -> Publishers.Sequence<Range<Int>, TestError> {
  Publishers.Sequence(sequence: number..<number + 300)
}

private typealias TextPipeline = @Sendable (Law.Upstream) -> AnyPublisher<String, TestError>

/// The source in the last place, and a number in each of the others.
private let latestOfMany: [TextPipeline] = [
  { at(0).combineLatest(at(1), $0).map { "\($0) \($1) \($2)" }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), $0).map { "\($0) \($1) \($2) \($3)" }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), at(3), $0).map { joined($0) }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), at(3), at(4), $0).map { joined($0) }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), at(3), at(4), at(5), $0).map { joined($0) }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), at(3), at(4), at(5), at(6), $0).map { joined($0) }.eraseToAnyPublisher() },
  { at(0).combineLatest(at(1), at(2), at(3), at(4), at(5), at(6), at(7), $0).map { joined($0) }.eraseToAnyPublisher() },
]

/// The source, zipped with sequences that start at 0, 1, 2 and so on.
private let rowsOfMany: [TextPipeline] = [
  { $0.zip(counting(from: 0), counting(from: 1)).map { joined($0) }.eraseToAnyPublisher() },
  { $0.zip(counting(from: 0), counting(from: 1), counting(from: 2)).map { joined($0) }.eraseToAnyPublisher() },
  {
    $0.zip(counting(from: 0), counting(from: 1), counting(from: 2), counting(from: 3)).map { joined($0) }
      .eraseToAnyPublisher()
  },
  {
    $0.zip(counting(from: 0), counting(from: 1), counting(from: 2), counting(from: 3), counting(from: 4)).map {
      joined($0)
    }.eraseToAnyPublisher()
  },
  {
    $0.zip(
      counting(from: 0), counting(from: 1), counting(from: 2), counting(from: 3), counting(from: 4), counting(from: 5)
    ).map { joined($0) }.eraseToAnyPublisher()
  },
  {
    $0.zip(
      counting(from: 0), counting(from: 1), counting(from: 2), counting(from: 3), counting(from: 4), counting(from: 5),
      counting(from: 6)
    ).map { joined($0) }.eraseToAnyPublisher()
  },
  {
    $0.zip(
      counting(from: 0), counting(from: 1), counting(from: 2), counting(from: 3), counting(from: 4), counting(from: 5),
      counting(from: 6), counting(from: 7)
    ).map { joined($0) }
      .eraseToAnyPublisher()
  },
]

/// The elements of a tuple of numbers.
private func joined<Tuple>(_ tuple: Tuple) -> String {
  Mirror(reflecting: tuple).children.map { "\($0.value)" }.joined(separator: " ")
}
