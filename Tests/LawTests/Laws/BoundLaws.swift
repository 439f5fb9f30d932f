import StreamTesting
import Streams

/// What has a bound is never above it, and never below it while there is work.
let boundLaws = LawTable.laws(of: "Bounds") { laws in
  laws.addBound("Mapping.flatMap", .permutation()) { source, limit, crew in
    source.flatMap(maxPublishers: .max(limit)) { crew.member($0) }
  }
  laws.addBound("Mapping.flatMap", .identity, limits: 1) { source, _, crew in
    source.flatMap(maxPublishers: 1) { crew.member($0) }
  }
  laws.addBound("Mapping.concatMap", .identity, limits: 1) { source, _, crew in source.concatMap { crew.member($0) } }
  laws.addBound("Mapping.orderedFlatMap", .identity) { source, limit, crew in
    source.orderedFlatMap(maxPublishers: limit, bufferSize: 1) { crew.member($0) }
  }
  // As many run as have been asked for.
  laws.addBound("Mapping.expand", .permutation(), in: .everywhere.ending.eager.upTo(257)) { source, limit, crew in
    source.expand(maxPublishers: limit, maxPending: .max) { value in
      value < 100_000_000
        ? crew.member(value + 100_000_000).eraseToAnyPublisher() : Empty<Int, TestError>().eraseToAnyPublisher()
    }.filter { $0 >= 100_000_000 }.map { $0 - 100_000_000 }
  }
  laws.addBound("ErrorHandling.flatMapSkippingFailures", .permutation()) { source, limit, crew in
    source.flatMapSkippingFailures(maxPublishers: .max(limit)) { crew.member($0) }
  }
  // A cancelled call gives its place back while its end may be on its way on another thread.
  laws.addBound("Resilience.bulkhead", .permutation(), in: .everywhere.uncut.finishing.upTo(257)) {
    source, limit, crew in
    let bulkhead = Bulkhead(maxConcurrent: limit, maxWaiting: .max)
    return source.flatMap { value in
      crew.member(value).bulkhead(bulkhead).mapError { _ in TestError() }
    }
  }
  laws.addBound("Collections.merge", .permutation(), in: .everywhere.cold.uncut.finishing.upTo(257)) {
    source, limit, crew in
    source.collect().flatMap { values in values.map { crew.member($0) }.merge(maxPublishers: limit) }
  }
  laws.addBound("Concurrency.asyncMap", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncMap(maxConcurrent: limit) { await crew.work($0) }
  }
  laws.addBound("Concurrency.asyncMapUnordered", .permutation(), in: .inTasks.eager.uncut.finishing) {
    source, limit, crew in
    source.asyncMapUnordered(maxConcurrent: limit) { await crew.work($0) }
  }
  laws.addBound("Concurrency.asyncFilter", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncFilter(maxConcurrent: limit) { await crew.work($0) >= 0 }
  }
  laws.addBound("Concurrency.asyncCompactMap", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncCompactMap(maxConcurrent: limit) { Optional(await crew.work($0)) }
  }
}

extension LawTable {
  /// Adds a law of an operator that lets at most so many members of a crew run at a time.
  fileprivate func addBound<P: Publisher>(
    _ name: String, _ relation: LawRelation, limits: Int..., in space: LawSpace = .everywhere.ending.upTo(257),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, Int, Crew) -> P
  ) {
    let limits = limits.isEmpty ? [1, 2, 7] : limits
    add(
      "\(name.drop { $0 != "." }.dropFirst()) has as many at a time as it may", of: name, relation.unlessOvertaken,
      in: space, fileID: fileID,
      filePath: filePath, line: line, column: column
    ) { source, run in
      let choice = run.pick(0, 1, 2)
      let limit = limits[choice % limits.count]
      let crew = Crew(limit, isAtOnce: run.pick(false, true), run)
      return pipeline(crew.counting(source).eraseToAnyPublisher(), limit, crew)
    }
  }
}
