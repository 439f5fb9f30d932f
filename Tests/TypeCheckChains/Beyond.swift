// A chain of 32 operators for each family, most of which Combine lacks.

import Streams

struct Reading: Hashable, Sendable {
  var sensor = ""
  var celsius = 0.0
  var level = 0
  var parts: [Reading] { [] }
}

enum Trouble: Error {
  case lost
}

@Sendable nonisolated func hotter(_ reading: Reading) throws(Trouble) -> Reading { reading }
@Sendable nonisolated func isWarm(_ reading: Reading) throws(Trouble) -> Bool { reading.celsius > 20 }
@Sendable nonisolated func isEqual(_ old: Reading, _ new: Reading) throws(Trouble) -> Bool { old == new }
@Sendable nonisolated func add(_ sum: Reading, _ reading: Reading) throws(Trouble) -> Reading { reading }

func beyond(
  numbers: PassthroughSubject<Int, Never>, readings: PassthroughSubject<Reading, Never>,
  flags: CurrentValueSubject<Bool, Never>, failing: PassthroughSubject<Reading, Trouble>,
  clock: ClockScheduler<ContinuousClock>,
  breaker: CircuitBreaker<ClockScheduler<ContinuousClock>>, bulkhead: Bulkhead
) {
  // Mapping
  _ = readings.pairwise().map { $0.current }.enumerated().map { $0.element }.scan(into: [Reading]()) { $0.append($1) }
    .mapMany { $0.level }.map { $0.count }.mapToValue(Reading()).windows(ofCount: 2).mapToValue(Reading())
    .pairwise(startingWith: Reading()).map { $0.current }.interspersed(with: Reading()).enumerated().map { $0.element }
    .mapToResult().compactMap { try? $0.get() }.mapToVoid().mapToValue(Reading()).nwise(3).mapToValue(Reading())
    .interspersed(every: 2, with: Reading()).enumerated().map { $0.element.level }.mapToVoid().mapToValue(true).toggle()
    .negate().enumerated().map { $0.element }.pairwise().mapToVoid().enumerated()
  // Filtering
  _ = readings.removeAllDuplicates().filter { $0.level > 0 }.removeDuplicates(on: \.sensor).dropLast(1).suffix(100)
    .prefix(while: { $0.level < 99 }, behavior: .inclusive).removeAllDuplicates { $0.sensor }.map { $0.parts }
    .filterMany { $0.level > 1 }.compactMap { $0.first }.ifEmpty(switchTo: Just(Reading())).dropLast(2).map { $0.level }
    .removeAllDuplicates().filter { $0 > 2 }.suffix(10).dropLast(1).prefix(while: { $0 < 50 }, behavior: .exclusive)
    .removeDuplicates().prefix(untilReplacement: Empty<Int, Never>()).dropFirst(1).map { [$0] }.filterMany { $0 > 3 }
    .compactMap { $0.last }.removeAllDuplicates().suffix(5).ifEmpty(switchTo: Just(1)).filter { $0 < 9 }.dropLast(1)
    .removeDuplicates().prefix(10).suffix(2)
  // Combining
  _ = readings.withLatestFrom(flags).mapToValue(Reading()).race(with: readings).withLatest(from: numbers).map { $0.0 }
    .gate(flags, whileClosed: .keepLatest).merge(with: readings).zip(numbers, bufferSize: 4, whenFull: .dropOldest)
    .map { $0.0 }.zipLongest(numbers).compactMap { $0.0 }.amb(readings).sample(on: numbers).gate(
      flags, whileClosed: .drop
    )
    .race(with: readings).gate(flags, whileClosed: .suspend).race(with: readings).amb(readings)
    .gate(flags, whileClosed: .keepLatest).amb(readings).forkJoin(numbers).mapToValue(Reading()).race(with: readings)
    .gate(flags, whileClosed: .drop).amb(readings).race(with: readings).gate(flags, whileClosed: .suspend).amb(readings)
    .sequenceEqual(readings).and(flags).or(flags).negate()
  // Joins of five, eight and ten, of other chains and with closures
  _ = numbers.map { $0 + 1 }.combineLatest(
    readings.map { $0.level }, flags.filter { $0 }, numbers.map { $0 * 2 }, readings.map { $0.level }
  ) { $2 ? $0 + $1 : $4 }.map { $0 * 2 }.removeDuplicates()
  _ = numbers.map { $0 + 1 }.zip(
    readings.map { $0.level }, flags.filter { $0 }, numbers.map { $0 * 2 }, readings.map { $0.celsius },
    numbers.filter { $0 > 1 }, readings.map { $0.sensor }, flags.map { !$0 }
  ) { "\($0) \($1) \($2) \($3) \($4) \($5) \($6) \($7)" }.map { $0.count }.removeDuplicates()
  _ = numbers.map { $0 + 1 }.combineLatest(
    readings.map { $0.level }, flags.filter { $0 }, numbers, readings.map { $0.celsius }, numbers, readings, flags,
    numbers, numbers.dropFirst()
  ) { "\($0) \($1) \($2) \($3) \($4) \($5) \($6) \($7) \($8) \($9)" }.map { $0.count }.removeDuplicates()
  _ = numbers.combineLatest(readings, flags, numbers, readings).map { $0.0 + $0.1.level }
    .zip(numbers, flags, readings, numbers, numbers, readings).map { $0.0 + $0.1 }.removeDuplicates()
  // Grouping
  _ = readings.chunked(on: \.sensor).mapToValue(Reading()).chunked { $0.sensor == $1.sensor }.mapToValue(Reading())
    .collect(until: flags).mapToValue(Reading()).chunked(on: \.level).mapToValue(Reading()).window(size: 5)
    .flatMap { $0 }
    .collect(until: numbers).mapToValue(Reading()).window(boundary: flags).mapToValue(Reading()).chunked(on: \.sensor)
    .mapToValue(Reading()).collect(while: { $0.count < 3 }).mapToValue(Reading())
    .window(every: .seconds(1), scheduler: clock).mapToValue(Reading()).collect(until: numbers).mapToValue(Reading())
    .chunked(on: \.level).mapToValue(Reading()).collect(until: flags).mapToValue(Reading()).chunked(on: \.level)
    .mapToValue(Reading()).collect(until: numbers).mapToValue(Reading()).groupBy { $0.sensor }.mapToVoid()
  // ErrorHandling
  _ = failing.retry(2, if: { _, attempt in attempt < 2 }).fallback(to: failing).taggingFailures("first").mapError { _ in
    Trouble.lost
  }
  .retry(1).fallback(to: failing).retry(3, if: { _, _ in true }).taggingFailures("second").mapError { _ in Trouble.lost
  }
  .fallback(to: failing).retry(2).retry(4, if: { _, _ in false }).fallback(to: failing).retry(5).taggingFailures(
    "third"
  )
  .mapError { _ in Trouble.lost }.fallback(to: failing).retry(6).retry(2, if: { _, _ in true }).fallback(to: failing)
  .taggingFailures("fourth").mapError { _ in Trouble.lost }.retry(7).fallback(to: failing).retry(8).fallback(
    to: failing
  )
  .retry(9, if: { _, _ in true }).fallback(to: failing).retry(10).fallback(to: failing).retry(11).ignoreFailure()
  // Resilience
  _ = failing.retry(RetryPolicy(maxAttempts: 3), scheduler: clock).circuitBreaker(breaker)
    .mapError { _ in Trouble.lost }.bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .rateLimited(RateLimit(3, per: .seconds(1)), scheduler: clock)
    .timeout(first: .seconds(1), scheduler: clock) { _ in .lost }
    .retry(RetryPolicy(maxAttempts: 3), scheduler: clock).circuitBreaker(breaker)
    .mapError { _ in Trouble.lost }.bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .rateLimited(RateLimit(3, per: .seconds(1)), scheduler: clock)
    .timeout(first: .seconds(1), scheduler: clock) { _ in .lost }
    .retry(RetryPolicy(maxAttempts: 3), scheduler: clock).circuitBreaker(breaker)
    .mapError { _ in Trouble.lost }.bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .rateLimited(RateLimit(3, per: .seconds(1)), scheduler: clock)
    .timeout(first: .seconds(1), scheduler: clock) { _ in .lost }
    .retry(RetryPolicy(maxAttempts: 3), scheduler: clock).circuitBreaker(breaker)
    .mapError { _ in Trouble.lost }.bulkhead(bulkhead).mapError { _ in Trouble.lost }
    .rateLimited(RateLimit(3, per: .seconds(1)), scheduler: clock)
    .timeout(first: .seconds(1), scheduler: clock) { _ in .lost }
    .retry(RetryPolicy(maxAttempts: 3), scheduler: clock).circuitBreaker(breaker).mapError { _ in Trouble.lost }
    .retry(RetryPolicy(maxAttempts: 2), scheduler: clock)
  // Timing
  _ = readings.timestamped(by: clock).map { $0.value }.withInterval(by: clock).map { $0.value }
    .sample(every: .seconds(1), scheduler: clock).delaySubscription(for: .seconds(1), scheduler: clock)
    .prefix(for: .seconds(9), scheduler: clock).dropFirst(for: .seconds(1), scheduler: clock)
    .timeout(.seconds(3), scheduler: clock, fallback: readings).cancel(on: clock).lazyMap(on: clock) { $0.level }
    .mapToValue(Reading()).debounce(for: .seconds(1), scheduler: clock).timestamped(by: clock).map { $0.value }
    .throttleFirst(for: .seconds(1), scheduler: clock).withInterval(by: clock).map { $0.value }.cancel(on: clock)
    .debounceKeepingLast(for: .seconds(1), scheduler: clock).delaySubscription(until: readings).sample(
      every: .seconds(2), scheduler: clock
    )
    .prefix(for: .seconds(8), scheduler: clock).lazyMap(on: clock) { $0.sensor }.dropFirst(
      for: .seconds(1), scheduler: clock
    )
    .cancel(on: clock).timestamped(by: clock).map { $0.value }.delay(for: .seconds(1), scheduler: clock).receive(
      on: clock
    )
    .subscribe(on: clock).timeout(.seconds(9), scheduler: clock)
  // Typed failures, case XA-226
  _ = readings.tryMap(hotter).tryFilter(isWarm).tryMap(hotter).tryCompactMap(hotter).tryDrop(while: isWarm)
    .tryPrefix(while: isWarm).tryRemoveDuplicates(by: isEqual).tryScan(Reading(), add).tryMap(hotter).tryFilter(isWarm)
    .tryMap { reading throws(Trouble) in try hotter(reading) }.tryFilter { reading throws(Trouble) in
      try isWarm(reading)
    }
    .tryCompactMap(hotter).tryDrop(while: isWarm).tryPrefix(while: isWarm).tryRemoveDuplicates(by: isEqual)
    .tryScan(Reading(), add).tryMap(hotter).tryFilter(isWarm).tryMap(hotter).tryCompactMap(hotter).tryDrop(
      while: isWarm
    )
    .tryPrefix(while: isWarm).tryRemoveDuplicates(by: isEqual).tryScan(Reading()) { (sum, reading) throws(Trouble) in
      try add(sum, reading)
    }
    .tryMap(hotter).tryFilter(isWarm).tryMap(hotter).tryMax(by: isEqual).tryReduce(Reading(), add)
    .tryFirst(where: isWarm).tryMap(hotter)
  // Sharing
  _ = readings.share(replay: 1).conflate().batch(max: 3).mapToValue(Reading()).share(pacing: .slowest()).conflate()
    .buffer(size: 3, whenFull: .suspend).share(replay: 2).batch(max: 2).mapToValue(Reading()).conflate().share()
    .share(replay: 1).conflate().share(pacing: .slowest(prefetch: 4)).conflate().batch(max: 4).mapToValue(Reading())
    .share(replay: 3).buffer(size: 3, whenFull: .dropOldest).conflate().share(pacing: .slowest()).share().batch(max: 8)
    .mapToValue(Reading()).conflate().share(replay: 1).buffer(size: 9, whenFull: .dropNewest).conflate().share(
      replay: 2
    )
    .conflate().share()
}
