// Chains of 32 operators, and some short ones, with what `Beyond.swift` has no room for: operators with a form for each
// pair of failures, of which a chain has a few, and families that it does not have.

import Streams

final class Station: Sendable {}

@Sendable nonisolated func append(_ list: inout [Reading], _ reading: Reading) throws(Trouble) { list.append(reading) }
@Sendable nonisolated func join(_ one: Reading, _ other: Reading) throws(Trouble) -> Reading { one }

func further(
  readings: PassthroughSubject<Reading, Never>, failing: PassthroughSubject<Reading, Trouble>,
  numbers: PassthroughSubject<Int, Never>, flags: CurrentValueSubject<Bool, Never>, lifetime: Lifetime,
  station: Station,
  bulkhead: Bulkhead, level: Property<Int>, reading: Property<Reading>
) {
  // Mapping to publishers that cannot fail
  _ = readings.flatMapLatest { Just($0.level) }.mapToValue(Reading()).pairwise().mapToValue(Reading())
    .flatMapFirst { Just($0.level) }.mapToValue(Reading()).suffix(9).dropLast(1).enumerated().mapToValue(Reading())
    .concatMap { Just($0.level) }.mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(8).dropLast(2)
    .orderedFlatMap(maxPublishers: 4) { Just($0.level) }.mapToValue(Reading()).pairwise().mapToValue(Reading()).suffix(
      7
    )
    .dropLast(3).enumerated().mapToVoid().mapToValue(Reading()).suffix(6).dropLast(4).pairwise().mapToVoid()
    .enumerated().mapToValue(Reading()).suffix(5)
  _ = readings.flatMapRace { Just($0.level) }.mapToValue(Reading()).pairwise().mapToValue(Reading()).expand { Just($0) }
    .suffix(9).dropLast(1).enumerated().mapToValue(Reading()).pairwise().mapToVoid().mapToValue(Reading()).suffix(8)
    .flatMapRace { Just($0.level) }.mapToValue(Reading()).dropLast(2).enumerated().mapToValue(Reading())
    .expand(maxPublishers: 4) { Just($0) }.suffix(7).dropLast(3).pairwise().mapToValue(Reading()).enumerated()
    .mapToVoid().mapToValue(Reading()).suffix(6).dropLast(4).pairwise().mapToVoid().enumerated().mapToVoid()
  // Mapping to publishers that fail as upstream does
  _ = failing.flatMapLatest { _ in failing }.pairwise().mapToValue(Reading()).suffix(10)
    .flatMapFirst { _ in failing }.enumerated().mapToValue(Reading()).suffix(9).concatMap { _ in failing }.dropLast(1)
    .mapToVoid().mapToValue(Reading()).orderedFlatMap(maxPublishers: 4) { _ in failing }.suffix(8)
    .mapToVoid().mapToValue(Reading()).flatMapRace { _ in failing }.enumerated().mapToValue(Reading()).dropLast(2)
    .expand { _ in failing }.pairwise().mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(7).dropLast(3)
    .pairwise().mapToVoid().mapToValue(Reading()).enumerated().mapToVoid()
  // Mapping with a state, and to signals
  _ = readings.scanMap(into: 0) { $0 += $1.level }.mapToValue(Reading()).suffix(9).dropLast(1)
    .compactScanMap(into: Reading()) { $0 == $1 ? nil : $1 }.pairwise().mapToValue(Reading()).enumerated()
    .mapToValue(Reading?.none).compacted().suffix(8).dropLast(2).scanMap(into: Reading()) { $0 = $1 }
    .mapToValue(Reading()).enumerated().mapToValue(Reading()).mapToVoid().mapToValue(Reading?.none).compacted()
    .pairwise()
    .mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(7).dropLast(3).mapToValue(Reading?.none)
    .compacted()
    .pairwise().mapToVoid().enumerated().mapToVoid().mapToValue(Reading())
  _ = failing.withUnretained(station).mapToValue(Reading()).suffix(9).dropLast(1).mapToResult().dematerializeResults()
    .pairwise().mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(8).dropLast(2).mapToValue(failing)
    .concatenated().pairwise().mapToValue(Reading()).withUnretained(station) { $1.level }.mapToVoid()
    .mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(7).dropLast(3).mapToVoid().mapToValue(failing)
    .concatenated().suffix(6).mapToResult().dematerializeResults().dropLast(4).ignoreOutput().setOutputType(
      to: Reading.self)
  _ = failing.materialize().dematerialize().suffix(9).dropLast(1).pairwise().mapToValue(Reading()).enumerated()
    .mapToValue(Reading()).materialize(includingSubscription: true).inputs().suffix(8).dropLast(2).pairwise()
    .mapToVoid()
    .mapToValue(Reading()).enumerated().mapToValue(Reading()).suffix(7).dropLast(3).mapToVoid().mapToValue(Reading())
    .materialize().dematerialize().pairwise().mapToVoid().mapToValue(Reading()).enumerated().mapToVoid()
    .mapToValue(Reading()).suffix(6).dropLast(4).pairwise()
  // Filtering
  _ = failing.prefix(during: lifetime).suffix(12).dropLast(1).removeAllDuplicates().prefix(during: lifetime).suffix(11)
    .filter { $0.level > 0 }.dropLast(2).prefix(during: lifetime).suffix(10).removeAllDuplicates { $0.sensor }.dropLast(
      3
    )
    .prefix(during: lifetime).suffix(9).filter { $0.level > 1 }.dropLast(4).prefix(100).dropFirst(1)
    .prefix(during: lifetime).suffix(8).removeDuplicates(on: \.sensor).dropLast(5).prefix(during: lifetime).suffix(7)
    .filter { $0.level > 2 }.dropLast(6).prefix(during: lifetime).suffix(6).dropLast(7).suffix(5).single()
    .single { $0.level > 3 }
  // Combining
  _ = readings.combineLatest(readings, numbers, flags, readings).mapToValue(Reading()).zip(
    readings, numbers, flags, readings
  )
  .mapToValue(Reading()).amb(readings).race(with: readings).combineLatest(numbers, flags, numbers, flags, readings)
  .mapToValue(Reading()).amb(readings).zip(numbers, flags, numbers, flags, readings, numbers).mapToValue(Reading())
  .race(with: readings).combineLatest(numbers, flags, numbers, flags, readings, numbers, flags).mapToValue(Reading())
  .amb(readings).zip(numbers, flags, numbers, flags, readings, numbers, flags).mapToValue(Reading())
  .race(with: readings).combineLatest(readings, numbers, flags, readings).mapToValue(Reading()).amb(readings)
  .zip(readings, numbers, flags, readings).mapToValue(Reading()).combineLatest(numbers, flags, numbers, flags)
  .mapToValue(Reading()).race(with: readings).zip(numbers, flags, numbers, flags).mapToValue(Reading()).amb(readings)
  .race(with: readings)
  _ = [failing, failing].concatenate().tryZip(failing, join).mapToValue(Reading()).amb(failing).mapToVoid()
    .mapToValue(Reading()).tryCombineLatest(failing, join).mapToValue(Reading()).race(with: failing).mapToVoid()
    .mapToValue(Reading()).mapToValue(Reading()).amb(failing).mapToVoid().mapToValue(Reading()).race(with: failing)
    .mapToVoid().mapToValue(Reading()).mapToVoid().mapToValue(Reading()).amb(failing).mapToVoid().mapToValue(Reading())
    .race(with: failing).mapToVoid().mapToValue(Reading()).amb(failing).mapToVoid().mapToValue(Reading())
    .race(with: failing).mapToVoid().mapToValue(Reading()).mapToVoid()
  _ = [failing, failing].joined(separator: failing).tryCombineLatest(failing, join).tryZip(failing, join).mapToVoid()
  // ErrorHandling
  _ = failing.tryMapSkippingFailures(hotter).retry(when: { _ in numbers }).fallback(to: failing).retry(1)
    .flatMapSkippingFailures { _ in failing }.fallback(to: failing).retry(2).fallback(to: failing)
    .taggingFailures("first").mapError { _ in Trouble.lost }.retry(3).fallback(to: failing).retry(4)
    .fallback(to: failing).retry(11).fallback(to: failing).retry(5)
    .taggingFailures("second").mapError { _ in Trouble.lost }.retry(6).fallback(to: failing).retry(7)
    .fallback(to: failing).retry(12).fallback(to: failing).retry(8)
    .fallback(to: failing).retry(9).fallback(to: failing).retry(10).fallback(to: failing).ignoreFailure()
  // Resilience
  _ = failing.timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in flags }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in flags }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in flags }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in flags }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in numbers }, error: { .lost }).bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .timeout(after: { _ in flags }, error: { .lost }).bulkhead(bulkhead)
  // Reducing
  _ = readings.reduce(into: [Reading]()) { $0.append($1) }.mapToValue(Reading()).collect(into: [Reading].self)
    .mapToValue(1).sum().mapToValue(1.5).average().mapToValue(1.5).statistics().count().mapToValue(Reading())
    .grouped { $0.sensor }.mapToValue(Reading()).tryReduce(into: 0) { $0 += $1.level }.mapToValue(Reading())
    .collect(into: Set<Reading>.self).collect().mapToValue(Reading()).reduce(into: 0) { $0 += $1.level }
    .mapToValue(2.5).average().mapToValue(2.5).statistics().mapToValue(1).sum().max().min().count()
    .mapToValue(Reading()).collect(into: [Reading].self).count().max()
  _ = readings.tryReduce(into: [Reading](), append).map { $0.count }.sum().max().min().count()
  // Creating
  _ = Publishers.unfold(1) { $0 < 9 ? $0 : nil }.repeated(2).repeated { $0 < 3 }.repeated().repeated(4)
    .repeated(5).repeated { $0 < 6 }.repeated().repeated(7).repeated(8).repeated { $0 < 9 }.repeated().repeated(10)
    .repeated(11).repeated { $0 < 12 }.repeated().repeated(13).repeated(14).repeated { $0 < 15 }.repeated().repeated(16)
    .repeated(17).repeated { $0 < 18 }.repeated().repeated(19).repeated(20).repeated { $0 < 21 }.repeated().repeated(22)
    .repeated(23).repeated { $0 < 24 }.repeated()
  // Subjects
  _ = level.map { $0 + 1 }.removingDuplicates().combined(with: level).map { $0.0 }.flatMap { Property($0) }
    .map { $0 * 2 }.removingDuplicates()
  _ = reading.map { $0.parts }.map { $0.count }.removingDuplicates().combined(with: reading).map { $0.1 }
    .removingDuplicates().map { $0.level }.removingDuplicates().combined(with: level).map { $0.0 }.map {
      $0.description
    }
    .removingDuplicates().combined(with: reading).map { $0.1 }.flatMap { Property($0) }.removingDuplicates()
    .map { $0.sensor }.removingDuplicates().combined(with: level, reading).map { $0.2 }.removingDuplicates()
    .flatMap { Property($0.level) }.removingDuplicates().combined(with: reading).map { $0.1 }.map { $0.celsius }
    .removingDuplicates().combined(with: reading).map { $0.1 }.map { $0.level }.removingDuplicates().map { $0 + 1 }
}
