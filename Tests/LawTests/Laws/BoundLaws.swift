import StreamTesting
import Streams

/// What has a bound is never above it, and never below it while there is work.
let boundLaws = LawTable.laws(of: "Bounds") { laws in
  laws.addBound("Mapping.flatMap", .permutation()) { source, limit, crew in
    source.flatMap(maxPublishers: .max(limit)) { crew.member($0) }
  }
  laws.addBound("Mapping.flatMap", .identity, limits: [1]) { source, _, crew in
    source.flatMap(maxPublishers: 1) { crew.member($0) }
  }
  laws.addBound("Mapping.concatMap", .identity, limits: [1]) { source, _, crew in source.concatMap { crew.member($0) } }
  laws.addBound("Mapping.orderedFlatMap", .identity) { source, limit, crew in
    source.orderedFlatMap(maxPublishers: limit, bufferSize: 1) { crew.member($0) }
  }
  // `expand` starts only what is asked for, so everything is.
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
  laws.addBound("Concurrency.asyncFlatMap", .permutation(), in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncFlatMap(maxConcurrent: limit) { Result<Int, TestError>.Publisher(await crew.work($0)) }
  }
  laws.addBound("Concurrency.asyncConcatMap", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncConcatMap(maxConcurrent: limit) { Result<Int, TestError>.Publisher(await crew.work($0)) }
  }
  laws.addBound("Concurrency.asyncFilter", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncFilter(maxConcurrent: limit) { await crew.work($0) >= 0 }
  }
  laws.addBound("Concurrency.asyncCompactMap", .identity, in: .inTasks.eager.uncut.finishing) { source, limit, crew in
    source.asyncCompactMap(maxConcurrent: limit) { Optional(await crew.work($0)) }
  }
  laws.addBound("Concurrency.asyncFilterUnordered", .permutation(), in: .inTasks.eager.uncut.finishing) {
    source, limit, crew in source.asyncFilterUnordered(maxConcurrent: limit) { await crew.work($0) >= 0 }
  }
  laws.addBound("Concurrency.asyncCompactMapUnordered", .permutation(), in: .inTasks.eager.uncut.finishing) {
    source, limit, crew in
    source.asyncCompactMapUnordered(maxConcurrent: limit) { Optional(await crew.work($0)) }
  }
  laws.add(
    "A rate limit lets come what it may", of: "Resilience.rateLimited",
    LawRelation { outcome in
      let late = outcome.outputTimes.enumerated().first { $1 > VirtualTime(.seconds($0 / 3)) }
      return late.map { "Element \($0) came at \($1)." }
    }, in: .timed.eager.cold
  ) { $0.rateLimited(RateLimit(3, per: .seconds(1)), scheduler: $1.scheduler) }
}

extension LawTable {
  /// Adds two laws of an operator that lets at most so many members of a crew run at a time: for any source, that there
  /// are never more; and for arrays, which drop nothing that is not asked for, that there are never fewer.
  fileprivate func addBound<P: Publisher>(
    _ name: String, _ relation: LawRelation, limits: [Int] = [1, 2, 7],
    in space: LawSpace = .everywhere.ending.upTo(257),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, Int, Crew) -> P
  ) {
    let operation = name.drop { $0 != "." }.dropFirst()
    let bound = limits.count == 1 ? "one" : "as many"
    for (words, space) in [("never more than \(bound)", space), ("\(bound), while there is work,", space.cold)] {
      add(
        "\(operation) has \(words) at a time", of: name, relation.unlessOvertaken, in: space, fileID: fileID,
        filePath: filePath, line: line, column: column
      ) { source, run in
        let choice = run.pick(0, 1, 2)
        let limit = limits[choice % limits.count]
        let crew = Crew(limit, isAtOnce: run.pick(false, true), run)
        return pipeline(crew.counting(source).eraseToAnyPublisher(), limit, crew)
      }
    }
  }
}

/// A law of an operator that lets one more run than it may, or one fewer.
func brokenBound(_ more: Int) -> Law {
  Law("flatMap with another bound", .permutation(), in: .all.cold.uncut.finishing.upTo(7)) { source, run in
    let crew = Crew(2, isAtOnce: false, run)
    return crew.counting(source).flatMap(maxPublishers: .max(2 + more)) { crew.member($0) }
  }
}
