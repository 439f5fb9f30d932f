// Chains of 32 operators with closures that wait, and with what no other chain has: publishers that a function makes,
// collections of publishers, and connections. The operators whose closures wait have a second form for an upstream that
// cannot fail, where each of them doubles the time: eight take 0.2 s, ten 1 s. So such chains have eight at most, or
// begin with `setFailureType`, after which one form is left. `asyncFlatMap`, whose failure is that of a publisher still
// to be found out, does it everywhere.

import Streams

@Sendable nonisolated func measured(_ reading: Reading) async -> Reading { reading }
@Sendable nonisolated func isHot(_ reading: Reading) async -> Bool { reading.celsius > 30 }
@Sendable nonisolated func hotOrNone(_ reading: Reading) async -> Reading? { reading.celsius > 30 ? reading : nil }
@Sendable nonisolated func checked(_ reading: Reading) async throws(Trouble) -> Reading { reading }

func waiting(readings: PassthroughSubject<Reading, Never>, failing: PassthroughSubject<Reading, Trouble>) {
  // Concurrency
  _ = readings.asyncMap { await measured($0) }.suffix(9).dropLast(1).pairwise().mapToValue(Reading())
    .asyncFilter { await isHot($0) }.suffix(8).dropLast(2).enumerated().mapToValue(Reading()).pairwise().mapToVoid()
    .mapToValue(Reading()).asyncCompactMap { await measured($0) }.suffix(7).dropLast(3).pairwise().mapToValue(Reading())
    .asyncMapLatest { await measured($0) }.enumerated().mapToValue(Reading()).suffix(6).dropLast(4).pairwise()
    .mapToVoid().mapToValue(Reading()).suffix(5).dropLast(5).enumerated().mapToVoid().mapToValue(Reading())
    .pairwise()
  _ = readings.asyncFlatMap { Just(await measured($0)) }.suffix(9).dropLast(1).pairwise().mapToValue(Reading())
    .asyncMapUnordered(maxConcurrent: 4) { await measured($0) }.suffix(8).dropLast(2).enumerated().mapToValue(Reading())
    .pairwise().mapToVoid().mapToValue(Reading()).asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }.suffix(7)
    .dropLast(3).pairwise().mapToValue(Reading()).asyncCompactMapUnordered(maxConcurrent: 4) { await measured($0) }
    .enumerated().mapToValue(Reading()).suffix(6).dropLast(4).pairwise().mapToVoid().mapToValue(Reading()).suffix(5)
    .dropLast(5).enumerated().mapToVoid().mapToValue(Reading()).pairwise()
  _ = readings.asyncConcatMap { Just(await measured($0)) }.suffix(9).dropLast(1).pairwise().mapToValue(Reading())
    .asyncMap { await measured($0) }.suffix(8).dropLast(2).enumerated().mapToValue(Reading()).pairwise().mapToVoid()
    .mapToValue(Reading()).asyncFilter { await isHot($0) }.suffix(7).dropLast(3).pairwise().mapToValue(Reading())
    .asyncMapLatest { await measured($0) }.enumerated().mapToValue(Reading()).suffix(6).dropLast(4).pairwise()
    .mapToVoid().mapToValue(Reading()).suffix(5).dropLast(5).enumerated().mapToVoid().mapToValue(Reading())
  // Concurrency, with failures
  _ = failing.asyncMap(checked).asyncFilter { await isHot($0) }.suffix(9).dropLast(1).pairwise().mapToValue(Reading())
    .asyncCompactMap(checked).asyncMapLatest(checked).suffix(8).dropLast(2).enumerated().mapToValue(Reading())
    .pairwise().mapToVoid().mapToValue(Reading()).asyncFlatMap { _ in failing }.suffix(7).dropLast(3).pairwise()
    .mapToValue(Reading()).asyncMapUnordered(maxConcurrent: 4, checked).enumerated().mapToValue(Reading()).suffix(6)
    .dropLast(4).pairwise().mapToVoid().mapToValue(Reading()).suffix(5).enumerated().mapToVoid()
    .mapToValue(Reading())
  _ = failing.asyncConcatMap { _ in failing }.suffix(9).dropLast(1).pairwise().mapToValue(Reading()).suffix(8)
    .enumerated().mapToVoid().mapToValue(Reading())
  // Nothing but closures that wait
  _ = readings.asyncMap { await measured($0) }.asyncFilter { await isHot($0) }.asyncCompactMap { await measured($0) }
    .asyncMapLatest { await measured($0) }.asyncMap { await measured($0) }.asyncFilter { await isHot($0) }
    .asyncMap { await measured($0) }.asyncFilter { await isHot($0) }
  _ = failing.asyncMap(checked).asyncFilter { await isHot($0) }.asyncCompactMap(checked).asyncMapLatest(checked)
    .asyncMapUnordered(maxConcurrent: 4, checked).asyncMap(checked).asyncFilter { await isHot($0) }.asyncMap(checked)
    .asyncMap(checked).asyncFilter { await isHot($0) }.asyncCompactMap(checked).asyncMapLatest(checked)
  // Nothing but closures that wait, 32 of them: from an upstream that may fail
  _ = failing.asyncMap { x in await measured(x) }.asyncFilter { x in await isHot(x) }
    .asyncCompactMap { await hotOrNone($0) }.asyncMapLatest { x in await measured(x) }
    .asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }
  // The same, of one that cannot fail
  _ = readings.setFailureType(to: Trouble.self).asyncMap { x in await measured(x) }.asyncFilter { x in await isHot(x) }
    .asyncCompactMap { await hotOrNone($0) }.asyncMapLatest { x in await measured(x) }
    .asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
    .asyncMap { x async throws(Trouble) in try await checked(x) }.asyncMap { x in await measured(x) }
    .asyncFilter { x in await isHot(x) }.asyncCompactMap { await hotOrNone($0) }
    .asyncMapLatest { x in await measured(x) }.asyncMapUnordered(maxConcurrent: 4) { await measured($0) }
    .asyncFilterUnordered(maxConcurrent: 4) { await isHot($0) }
    .asyncCompactMapUnordered(maxConcurrent: 4) { await hotOrNone($0) }
}

func made(
  readings: PassthroughSubject<Reading, Never>, failing: PassthroughSubject<Reading, Trouble>,
  flags: CurrentValueSubject<Bool, Never>, clock: ClockScheduler<ContinuousClock>
) {
  // Collections of publishers
  _ = [readings, readings].merge(maxPublishers: 2).map { $0.parts }.compactMapMany { $0.parts.first }
    .mapToValue(Reading()).partition { $0.level > 1 }.matches.suffix(9).dropLast(1).pairwise().mapToValue(Reading())
    .partition { $0.level > 2 }.nonMatches.suffix(8).dropLast(2).enumerated().mapToValue([flags, flags].allLatest())
    .flatMap { $0 }.negate().mapToValue([flags, flags].anyLatest()).flatMap { $0 }.and(flags).pairwise()
    .mapToValue([readings, readings].flatMapBatches(of: 2)).flatMap { $0 }.compactMapMany { $0.parts.first }
    .mapToValue(Reading()).suffix(7).dropLast(3).enumerated().mapToVoid().mapToValue(Reading()).suffix(6)
    .dropLast(4).pairwise().mapToVoid().mapToValue(Reading()).materialize().mapToVoid()
  // Signals
  _ = failing.materialize().failures().suffix(9).mapToVoid()
  // Publishers that a function makes, and connections
  _ = Publishers.generate(Reading()) { $0 }.suffix(9).dropLast(1).multicast { PassthroughSubject() }.referenceCounted()
    .pairwise().mapToValue(Reading()).makeConnectable().autoconnect(disconnectAfter: .seconds(1), scheduler: clock)
    .suffix(8).dropLast(2).enumerated().mapToValue(Publishers.interval(.seconds(1), scheduler: clock)).switchToLatest()
    .pairwise().mapToValue(Reading()).makeConnectable()
    .autoconnect(minimumSubscribers: 2, disconnectAfter: .seconds(1), scheduler: clock).suffix(7).dropLast(3)
    .multicast { PassthroughSubject() }.referenceCounted().enumerated().mapToValue(Reading()).pairwise().mapToVoid()
    .mapToValue(Reading()).suffix(6).dropLast(4).enumerated().mapToVoid().mapToValue(Reading()).pairwise()
  _ = AnyPublisher<Reading, Trouble>.create { emitter in
    emitter.send(Reading())
    return AnyCancellable {}
  }
  .suffix(9).dropLast(1).pairwise().mapToValue(Reading())
}
