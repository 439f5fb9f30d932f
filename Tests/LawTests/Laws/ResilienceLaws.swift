import StreamTesting
import Streams

let resilienceLaws = LawTable.laws(of: "Resilience") { laws in
  laws.add("A bulkhead with a place", of: "bulkhead", .identity) {
    $0.bulkhead(Bulkhead(maxConcurrent: 1)).mapError { _ in TestError() }
  }
  laws.add(
    "Calls that wait for a place", of: "bulkhead", .permutation().unlessOvertaken, in: .everywhere.cold.upTo(257)
  ) { source, run in
    let bulkhead = Bulkhead(maxConcurrent: run.pick(1, 2, 7), maxWaiting: .max)
    return source.flatMap {
      Just($0).setFailureType(to: TestError.self).receive(on: run.scheduler).bulkhead(bulkhead).mapError { _ in
        TestError()
      }
    }
  }
  laws.same(
    "A call that is cancelled while it starts has its place until it has started", of: "bulkhead", in: .timed.upTo(7),
    { $0.map(callsBesideOneCancelled) }, { $0.map { _ in 0 } })
  laws.add("A breaker that stays closed", of: "circuitBreaker", .identity, in: .everywhere.finishing) {
    $0.circuitBreaker(CircuitBreaker(.init(), scheduler: $1.scheduler)).mapError { _ in TestError() }
  }
  laws.add("Two calls of a breaker that stays closed", of: "circuitBreaker", .identity, in: .everywhere.finishing) {
    source, run in
    let breaker = CircuitBreaker(.init(), scheduler: run.scheduler)
    return source.circuitBreaker(breaker).mapError { _ in TestError() }.circuitBreaker(breaker).mapError { _ in
      TestError()
    }
  }
  laws.add("A rate limit shapes, and loses nothing", of: "rateLimited", .identity, in: .everywhere) { source, run in
    source.rateLimited(
      RateLimit(run.pick(1, 2, 7), per: .seconds(1)), scheduler: run.scheduler,
      mode: .shape(bufferSize: run.pick(0, 1, 256), whenFull: .suspend))
  }
  laws.add("A shared rate limit shapes, and loses nothing", of: "rateLimited", .identity, in: .everywhere) {
    $0.rateLimited(by: RateLimiter(RateLimit(9, per: .seconds(1)), scheduler: $1.scheduler))
  }
  laws.add(
    "Never more in a second than the limit", of: "rateLimited",
    LawRelation { outcome in
      let times = outcome.outputTimes
      return zip(times, times.dropFirst(6)).first { $0.distance(to: $1) < .seconds(1) }.map {
        "Seven came from \($0) to \($1)."
      }
    }, in: .timed.eager
  ) { $0.rateLimited(RateLimit(3, per: .seconds(1)), scheduler: $1.scheduler) }
  laws.add("A rate limit that drops does not reorder", of: "rateLimited", .subsequence, in: .everywhere) {
    $0.rateLimited(RateLimit(3, per: .seconds(1)), scheduler: $1.scheduler, mode: .drop)
  }
  laws.add("Nothing is to be retried", of: "retry", .identity, in: .everywhere.finishing) {
    $0.retry(RetryPolicy(), scheduler: $1.scheduler)
  }
  laws.same(
    "A policy without pauses is retry", of: "retry", in: .everywhere.cold,
    { $0.retry(RetryPolicy(maxAttempts: 2, backoff: .none), scheduler: $1.scheduler).mapError { _ in TestError() } },
    { source, _ in source.retry(1) })
  laws.add("Nothing is to be restarted", of: "restarted", .identity, in: .everywhere) {
    $0.restarted(RestartPolicy(maxRestarts: 0), scheduler: $1.scheduler)
  }
  laws.same(
    "A run that is restarted without pauses is repeated", of: "restarted Creating.repeated",
    in: .everywhere.cold.finishing,
    { $0.restarted(RestartPolicy(maxRestarts: 2, backoff: .none, resetAfter: nil), scheduler: $1.scheduler) },
    { source, _ in source.repeated(3) })
  laws.same(
    "A restart after a failure alone is a retry", of: "restarted retry", in: .everywhere.cold,
    { source, run in
      source.restarted(
        RestartPolicy(maxRestarts: 2, backoff: .none, resetAfter: nil) { $0 != .finished }, scheduler: run.scheduler)
    }, { $0.retry(RetryPolicy(maxAttempts: 3, backoff: .none), scheduler: $1.scheduler) })
  laws.same(
    "A switch that is thrown inside the delivery of an element makes a prefix of a stream",
    of: "ended Filtering.prefix", { source, run in thrown(source, at: run.pick(1, 2, 7, 256), by: { $0.shutdown() }) },
    { source, run in source.prefix(run.pick(1, 2, 7, 256)) })
  laws.same(
    "A failure of a switch that is caught leaves a prefix", of: "ended",
    { source, run in
      thrown(source, at: run.pick(1, 2, 7, 256), by: { $0.abort(TestError("thrown")) }).catch { _ in Empty<Int, Never>()
      }
    }, { source, run in source.prefix(run.pick(1, 2, 7, 256)).catch { _ in Empty<Int, Never>() } })
  laws.add("Streams of one switch, one behind the other", of: "ended", .identity, in: .everywhere) { source, _ in
    let killSwitch = KillSwitch<TestError>()
    return source.ended(by: killSwitch).ended(by: killSwitch)
  }
  laws.add("No stage is too late", of: "timeout", .identity, in: .everywhere.uncut.ending) {
    $0.timeout(first: 1_000_000, each: 1_000_000, total: 1_000_000, scheduler: $1.scheduler) { _ in TestError("timeout")
    }
  }
  laws.add("No time limit comes", of: "timeout", .identity) {
    $0.timeout(after: { _ in Empty<Int, Never>(completeImmediately: false) }) { TestError("timeout") }
  }
}

/// A stream whose switch is thrown inside the delivery of an element, of which this is the number.
private func thrown(
  _ source: Law.Upstream, at number: Int, by throwing: @escaping @Sendable (KillSwitch<TestError>) -> Void
) -> some Publisher<Int, TestError> {
  let killSwitch = KillSwitch<TestError>()
  return source.ended(by: killSwitch).enumerated(startingAt: 1).map { element in
    if element.offset == number { throwing(killSwitch) }
    return element.element
  }
}
