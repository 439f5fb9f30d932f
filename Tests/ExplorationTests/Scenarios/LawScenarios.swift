#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Laws of operators with a hop, a queue or several sources: two threads send, one requests, one cancels.
  @Suite("Explored: laws")
  struct LawScenarios {
    private static let laws = [
      Law("receive(on:) changes nothing", .identity) { $0.receive(on: $1.scheduler) },
      Law("A delay changes nothing", .identity) { $0.delay(for: 1, scheduler: $1.scheduler) },
      Law("A buffer loses nothing", .identity) { source, _ in source.buffer(size: 1, whenFull: .suspend) },
      Law("Windows, one after the other", .identity.unlessOvertaken) {
        $0.window(every: 1, scheduler: $1.scheduler, bufferSize: 1).flatMap(maxPublishers: .max(1)) { $0 }
      },
      Law("Groups, flattened again", .permutation().unlessOvertaken) { source, _ in
        source.groupBy(bufferSize: 2) { $0 % 2 }.flatMap { $0 }
      },
      Law("flatMap to what comes later", .permutation().unlessOvertaken) { source, run in
        source.flatMap(maxPublishers: .max(2)) { Just($0).receive(on: run.scheduler) }
      },
      Law("orderedFlatMap to what comes later", .identity.unlessOvertaken) { source, run in
        source.orderedFlatMap(maxPublishers: 2) { Just($0).receive(on: run.scheduler) }
      },
      Law("concatMap to what comes later", .identity.unlessOvertaken) { source, run in
        source.concatMap { Just($0).receive(on: run.scheduler) }
      },
      Law("A rate limit loses nothing", .identity) {
        $0.rateLimited(RateLimit(1, per: .seconds(1)), scheduler: $1.scheduler)
      },
      Law("Shared at the pace of one", .identity) { source, _ in source.share(pacing: .slowest(prefetch: 1)) },
      Law("debounce does not reorder", .subsequence) { $0.debounce(for: 1, scheduler: $1.scheduler) },
      Law("throttle does not reorder", .subsequence) { $0.throttle(for: 1, scheduler: $1.scheduler, latest: true) },
      Law("lazyMap does not reorder", .subsequence) { $0.lazyMap(on: $1.scheduler) { $0 } },
    ]

    private static let cases = [
      LawCase(.threads(2), length: 3),
      LawCase(.threads(2), length: 3, demand: .outside(1)),
      LawCase(.threads(2), length: 3, demand: .oneAtATime, end: .cancelOutside(after: 0)),
      LawCase(.subject, length: 3, demand: .outside(1), end: .failure),
    ]

    @Test("Each law holds, whatever thread goes on", arguments: laws)
    func holds(law: Law) {
      for lawCase in Self.cases { exploring("\(law), \(lawCase)") { $0.run(law, in: lawCase) } }
    }
  }
#endif
