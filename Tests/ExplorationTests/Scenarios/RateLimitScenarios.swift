#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: rateLimited")
  struct RateLimitScenarios {
    /// Elements, requests and a cancel that cross.
    private func cross(_ name: String, mode: StreamRateLimitMode<Never>, loses: Bool) {
      for (cancels, width) in [(true, 1), (false, 1), (false, 2)] {
        crossing(
          "rateLimited, \(name), a queue of \(width)", cancels: cancels, width: width,
          isWhole: { loses || $0.count == 3 }
        ) { scenario, source, queue in
          let token = scenario.token("The closure of the cost")
          return source.rateLimited(
            RateLimit(1, per: .microseconds(2), burst: 1), scheduler: queue, cost: { _ in token.pass(1) }, mode: mode)
        }
      }
    }

    @Test("A queue loses nothing that it has room for")
    func shape() {
      cross("shaped", mode: .shape(bufferSize: 3, whenFull: .dropNewest), loses: false)
    }

    @Test("A full queue keeps the order")
    func full() {
      cross("full", mode: .shape(bufferSize: 1, whenFull: .dropOldest), loses: true)
    }

    @Test("RateLimiter, used by three threads, gives no token twice")
    func limiter() {
      exploring("RateLimiter, used by three threads") { scenario in
        let queue = scenario.queue("queue", width: 1)
        let limiter = RateLimiter(RateLimit(4, per: .seconds(1)), scheduler: queue)
        let recorder = scenario.recorder(of: Int.self)
        [1].publisher.rateLimited(by: limiter).subscribe(recorder)
        scenario.keep(recorder)
        let source = PassthroughSubject<Int, Never>()
        let taken = scenario.recorder(of: Int.self)
        source.subscribe(taken)
        scenario.keep(taken)
        for name in ["one", "another"] {
          scenario.thread(name) {
            for value in 1...3 where limiter.tryAcquire() { source.send(value) }
          }
        }
        scenario.atEnd {
          scenario.check(taken.values.count + recorder.values.count <= 5, "\(taken.values.count) are too many.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }
  }
#endif
