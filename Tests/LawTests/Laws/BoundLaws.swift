import StreamTesting
import Streams

/// Operators with a limit never run more than it, and never fewer while elements wait.
let boundLaws = LawTable.laws(of: "Bounds") { laws in
  laws.addBound("Mapping.flatMap", .permutation()) { source, limit, barrier in
    source.flatMap(maxPublishers: .max(limit)) { barrier.member($0) }
  }
  laws.addBound("Mapping.flatMap", .identity, limits: [1]) { source, _, barrier in
    source.flatMap(maxPublishers: 1) { barrier.member($0) }
  }
  laws.addBound("Mapping.concatMap", .identity, limits: [1]) { source, _, barrier in
    source.concatMap { barrier.member($0) }
  }
  laws.addBound("Mapping.flatMapDelayingFailures", .permutation()) { source, limit, barrier in
    source.flatMapDelayingFailures(maxPublishers: .max(limit)) { barrier.member($0) }.mapError { $0.failures[0] }
  }
  laws.addBound("Mapping.concatMapDelayingFailures", .identity, limits: [1]) { source, _, barrier in
    source.concatMapDelayingFailures { barrier.member($0) }.mapError { $0.failures[0] }
  }
  laws.addBound("Mapping.orderedFlatMap", .identity) { source, limit, barrier in
    source.orderedFlatMap(maxPublishers: limit, bufferSize: 1) { barrier.member($0) }
  }
  // `expand` starts a publisher only on demand, so everything is requested.
  laws.addBound("Mapping.expand", .permutation(), in: .everywhere.ending.eager.upTo(257)) { source, limit, barrier in
    source.expand(maxPublishers: limit, maxPending: .max) { value in
      value < 100_000_000
        ? barrier.member(value + 100_000_000).eraseToAnyPublisher() : Empty<Int, TestError>().eraseToAnyPublisher()
    }.filter { $0 >= 100_000_000 }.map { $0 - 100_000_000 }
  }
  laws.addBound("ErrorHandling.flatMapSkippingFailures", .permutation()) { source, limit, barrier in
    source.flatMapSkippingFailures(maxPublishers: .max(limit)) { barrier.member($0) }
  }
  // Uncut: a cancelled call frees its place while its end may be in flight on another thread.
  laws.addBound("Resilience.bulkhead", .permutation(), in: .everywhere.uncut.finishing.upTo(257)) {
    source, limit, barrier in
    let bulkhead = Bulkhead(maxConcurrent: limit, maxWaiting: .max)
    return source.flatMap { value in
      barrier.member(value).bulkhead(bulkhead).mapError { _ in TestError() }
    }
  }
  laws.addBound("Collections.merge", .permutation(), in: .everywhere.cold.uncut.finishing.upTo(257)) {
    source, limit, barrier in
    source.collect().flatMap { values in values.map { barrier.member($0) }.merge(maxPublishers: limit) }
  }
  laws.addBound("Concurrency.asyncMap", .identity, in: .allInTasks) { source, limit, barrier in
    source.asyncMap(maxConcurrent: limit) { await barrier.work($0) }
  }
  laws.addBound("Concurrency.asyncMap", form: ", in order by a key,", .identity, in: .allInTasks) {
    source, limit, barrier in
    source.enumerated().asyncMap(maxConcurrent: limit, inOrderBy: { $0.0 }) { await barrier.work($0.1) }
  }
  laws.addBound("Concurrency.asyncMapUnordered", .permutation(), in: .allInTasks) {
    source, limit, barrier in
    source.asyncMapUnordered(maxConcurrent: limit) { await barrier.work($0) }
  }
  laws.addBound("Concurrency.asyncFlatMap", .permutation(), in: .allInTasks) {
    source, limit, barrier in
    source.asyncFlatMap(maxConcurrent: limit) { Result<Int, TestError>.Publisher(await barrier.work($0)) }
  }
  laws.addBound("Concurrency.asyncConcatMap", .identity, in: .allInTasks) { source, limit, barrier in
    source.asyncConcatMap(maxConcurrent: limit) { Result<Int, TestError>.Publisher(await barrier.work($0)) }
  }
  laws.addBound("Concurrency.asyncFilter", .identity, in: .allInTasks) { source, limit, barrier in
    source.asyncFilter(maxConcurrent: limit) { await barrier.work($0) >= 0 }
  }
  laws.addBound("Concurrency.asyncCompactMap", .identity, in: .allInTasks) {
    source, limit, barrier in
    source.asyncCompactMap(maxConcurrent: limit) { Optional(await barrier.work($0)) }
  }
  laws.addBound("Concurrency.asyncFilterUnordered", .permutation(), in: .allInTasks) {
    source, limit, barrier in source.asyncFilterUnordered(maxConcurrent: limit) { await barrier.work($0) >= 0 }
  }
  laws.addBound("Concurrency.asyncCompactMapUnordered", .permutation(), in: .allInTasks) {
    source, limit, barrier in
    source.asyncCompactMapUnordered(maxConcurrent: limit) { Optional(await barrier.work($0)) }
  }
  laws.add(
    "A rate limit delays no element longer than it must", of: "Resilience.rateLimited",
    LawRelation { outcome in
      let late = outcome.outputTimes.enumerated().first { $1 > VirtualTime(.seconds($0 / 3)) }
      return late.map { "Element \($0) came at \($1)." }
    }, in: .timed.eager.cold
  ) { $0.rateLimited(RateLimit(3, per: .seconds(1)), scheduler: $1.scheduler) }
}

extension LawSpace {
  /// All elements are asked for, and come from tasks.
  fileprivate static let allInTasks = LawSpace.inTasks.eager.uncut.finishing
}

extension LawTable {
  /// Adds two laws of an operator with a limit: over all sources, that it never runs more; over arrays, that it never
  /// runs fewer. A subject drops what is not requested, so that too small a request would go unnoticed.
  fileprivate func addBound<P: Publisher>(
    _ name: String, form: String = "", _ relation: LawRelation, limits: [Int] = [1, 2, 7],
    in space: LawSpace = .everywhere.ending.upTo(257),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, Int, Barrier) -> P
  ) {
    let operation = name.drop { $0 != "." }.dropFirst()
    let bound = limits.count == 1 ? "one" : "its limit"
    for (words, space) in [("never runs more than \(bound)", space), ("runs \(bound) while elements wait", space.cold)]
    {
      add(
        "\(operation)\(form) \(words)", of: name, relation.unlessOvertaken, in: space, fileID: fileID,
        filePath: filePath, line: line, column: column
      ) { source, run in
        let choice = run.pick(0, 1, 2)
        let limit = limits[choice % limits.count]
        let barrier = Barrier(limit, releasesInline: run.pick(false, true), run)
        return pipeline(barrier.countingElements(of: source).eraseToAnyPublisher(), limit, barrier)
      }
    }
  }
}

/// A law that holds only for a difference of zero between the limit of `flatMap` and that of its members.
func flatMapBoundLaw(offBy difference: Int) -> Law {
  Law("flatMap runs its limit", .permutation(), in: .all.cold.uncut.finishing.upTo(7)) { source, run in
    let barrier = Barrier(2, releasesInline: false, run)
    return barrier.countingElements(of: source).flatMap(maxPublishers: .max(2 + difference)) { barrier.member($0) }
  }
}
