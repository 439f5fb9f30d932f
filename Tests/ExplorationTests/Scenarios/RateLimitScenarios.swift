#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: rateLimited")
  struct RateLimitScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    /// Elements, requests and a cancel that cross: values come in order, and the end after them.
    private func cross(_ name: String, mode: StreamRateLimitMode<Never>, loses: Bool) {
      for (cancels, width) in [(true, 1), (false, 1), (false, 2)] {
        exploring("rateLimited, \(name), a queue of \(width)\(cancels ? ", cancelled" : "")") { scenario in
          let (queue, source) = (scenario.queue("queue", width: width), Source())
          let recorder = scenario.recorder(of: Int.self, demand: .max(1))
          let token = scenario.token("The closure of the cost")
          source.rateLimited(
            RateLimit(1, per: .microseconds(2), burst: 1), scheduler: queue, cost: { _ in token.pass(1) }, mode: mode
          ).subscribe(recorder)
          scenario.keep(recorder)
          scenario.keep(source)
          scenario.thread("sender") {
            for value in 1...3 { source.send(value) }
            source.send(completion: .finished)
          }
          scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectOrder(recorder.values, of: [1, 2, 3])
            scenario.check(cancels || loses || recorder.values.count == 3, "\(recorder.values) lacks values.")
            scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
          }
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
