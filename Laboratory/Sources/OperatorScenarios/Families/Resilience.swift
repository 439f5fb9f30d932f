import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamResilience
import StreamTesting

extension Family {
  static let resilience = Family("StreamResilience") {
    resilienceFailures
    resilienceCalls
    resilienceRates
    resilienceEnds
  }

  @ScenarioList static var resilienceFailures: [Scenario] {
    Scenario(
      "retry(_:scheduler:random:onRetry:)", ["upstream": "-1#"], gives: "-1--1---1#",
      example: #"""
        struct Offline: Error, CustomStringConvertible { let description = "offline" }
        let scheduler = TestScheduler()
        let policy = RetryPolicy<Offline>(
          maxAttempts: 3, backoff: .exponential(initial: .seconds(1), factor: 2, maximum: .seconds(30)), jitter: .none)
        let cancellable = Fail<Int, Offline>(error: Offline())
          .retry(policy, scheduler: scheduler) { _, failures, delay in print("failure \(failures), again in \(delay)") }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        scheduler.advance(by: .seconds(10))
        """#, prints: "failure 1, again in 1.0 seconds\nfailure 2, again in 2.0 seconds\nfailure(offline)",
      pitfall: """
        A `Future` keeps its result, and fails again at once: wrap it in `Deferred`, so that each attempt does the work anew. \
        Elements that an attempt delivered before its failure come again.
        """
    ) { on in
      let policy = RetryPolicy<MarbleFailure>(
        maxAttempts: on.number("maxAttempts", 3, in: 1...5),
        backoff: .exponential(initial: .seconds(1), factor: 2, maximum: .seconds(8)), jitter: .none)
      return on.upstream.retry(policy, scheduler: on.scheduler)
    }

    Scenario(
      "restarted(_:scheduler:random:onRestart:)", ["upstream": "-1|"], gives: "-1--1---1|",
      example: #"""
        let scheduler = TestScheduler()
        let policy = RestartPolicy<Never>(
          backoff: .exponential(initial: .seconds(1), factor: 2, maximum: .seconds(30)), jitter: .none)
        let prices = Deferred { [17, 18].publisher }
        let cancellable = prices
          .restarted(policy, scheduler: scheduler) { end, _, delay in print("\(end), again in \(delay)") }
          .sink { print($0) }
        scheduler.advance(by: .seconds(2))
        """#, prints: "17\n18\nfinished, again in 1.0 seconds\n17\n18\nfinished, again in 2.0 seconds",
      pitfall: """
        The stream does not end by itself, unless `maxRestarts` limits it or the policy's closure refuses an end: what \
        waits for a result, such as `collect()`, waits for ever.
        """,
      listed: Listing(
        under: "Retries",
        answers: ("I want to handle failures", "subscribe again after a finish, too, with backoff"),
        beside: ["retry(_:scheduler:random:onRetry:)", "repeated(_:)", "repeated(while:)"],
        elsewhere: [("RestartSource", "Akka, Pekko"), ("withBackoff", "Akka, Pekko")])
    ) { on in
      let policy = RestartPolicy<MarbleFailure>(
        maxRestarts: on.number("maxRestarts", 2, in: 0...4),
        backoff: .exponential(initial: .seconds(1), factor: 2, maximum: .seconds(8)), jitter: .none)
      return on.upstream.restarted(policy, scheduler: on.scheduler)
    }

    Scenario(
      "timeout(first:each:total:scheduler:error:)", ["upstream": "--1--2------3--|"], gives: "--1--2---#",
      fixed: "another error would be the same mark",
      example: #"""
        struct Late: Error, CustomStringConvertible { let description: String }
        let scheduler = TestScheduler()
        let lines = PassthroughSubject<String, Late>()
        let cancellable = lines
          .timeout(first: .seconds(5), each: .seconds(2), scheduler: scheduler) { Late(description: "\($0) took too long") }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        lines.send("HTTP/1.1 200 OK")
        scheduler.advance(by: .seconds(3))
        """#, prints: "HTTP/1.1 200 OK\nfailure(each took too long)",
      pitfall: """
        `each` limits the silence between elements, not the whole: a slow stream of many elements may go on for \
        hours. Set `total`, too.
        """
    ) { on in
      on.upstream.timeout(
        first: on.ticks("first", 3), each: on.ticks("each", 4), total: on.ticks("total", 20), scheduler: on.scheduler
      ) { _ in MarbleFailure() }
    }

    Scenario(
      "timeout(after:error:)", ["upstream": "--1--2-------3--|", "trigger": "----x"], gives: "--1--2---#",
      fixed: "the trigger is a timeline that can be changed, and another error would be the same mark",
      example: #"""
        struct Late: Error, CustomStringConvertible { let description = "no answer in time" }
        let scheduler = TestScheduler()
        let steps = PassthroughSubject<(name: String, limit: Int), Late>()
        let cancellable = steps
          .timeout(after: { Just(()).delay(for: .seconds($0.limit), scheduler: scheduler) }) { Late() }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.name) })
        steps.send((name: "connect", limit: 1))
        steps.send((name: "download", limit: 30))
        scheduler.advance(by: .seconds(30))
        """#, prints: "connect\ndownload\nfailure(no answer in time)",
      pitfall: """
        There is no limit before the first element. Use `timeout(first:each:total:scheduler:error:)` for that one.
        """
    ) { on in on.upstream.timeout(after: { _ in on.text.trigger.ignoreFailure() }) { MarbleFailure() } }
  }

  @ScenarioList static var resilienceCalls: [Scenario] {
    Scenario(
      "bulkhead(_:)", ["service": "--1-2|"], shows: ["call 1": "--1-2|", "call 2": "^-----1-2|", "call 3": "(^#)"],
      example: #"""
        let bulkhead = Bulkhead(maxConcurrent: 1)
        let download = PassthroughSubject<String, Never>()
        let first = download
          .bulkhead(bulkhead)
          .sink(receiveCompletion: { _ in print("downloaded") }, receiveValue: { print($0) })
        let second = Just("b.zip")
          .bulkhead(bulkhead)
          .sink(receiveCompletion: { print($0 == .failure(.full) ? "busy" : "done") }, receiveValue: { print($0) })
        download.send("a.zip")
        download.send(completion: .finished)
        """#, prints: "busy\na.zip\ndownloaded",
      pitfall: """
        A bulkhead made inside the closure that makes the call limits nothing: all calls of the service must share one.
        """
    ) { on in
      let bulkhead = Bulkhead(
        maxConcurrent: on.number("maxConcurrent", 1, in: 1...3), maxWaiting: on.number("maxWaiting", 1, in: 0...3))
      let calls = on.service.bulkhead(bulkhead)
      on.record("call 1", calls)
      on.record("call 2", calls, at: 1)
      on.record("call 3", calls, at: 2)
    }

    Scenario(
      "circuitBreaker(_:counts:)", ["failing": "-#", "working": "-1|"],
      shows: ["call 1": "-#", "call 2": "^#", "call 3": "(^#)", "call 4": "^1|", "call 5": "^1|"],
      example: #"""
        struct Offline: Error, Equatable {}
        let scheduler = TestScheduler()
        let breaker = CircuitBreaker(.init(minimumCalls: 2, openFor: .seconds(30)), scheduler: scheduler)
        let service = Fail<Int, Offline>(error: Offline()).circuitBreaker(breaker)
        for _ in 1...3 {
          let cancellable = service
            .sink(receiveCompletion: { print($0 == .failure(.open) ? "not called" : "offline") }, receiveValue: { print($0) })
        }
        """#, prints: "offline\noffline\nnot called",
      pitfall: """
        Answers such as "not found" show that the service works: leave them out with `counts:`. Share one breaker \
        among all calls of a service.
        """
    ) { on in
      let breaker = CircuitBreaker(
        .init(
          minimumCalls: on.number("minimumCalls", 2, in: 1...5), openFor: .seconds(on.number("openFor", 5, in: 0...9))),
        scheduler: on.scheduler)
      let failingCalls = on.failing.circuitBreaker(breaker)
      let workingCalls = on.working.circuitBreaker(breaker)
      on.record("call 1", failingCalls)
      on.record("call 2", failingCalls, at: 2)
      // It is open from 3 to 8.
      on.record("call 3", workingCalls, at: 5)
      // The trial, which closes it.
      on.record("call 4", workingCalls, at: 9)
      on.record("call 5", workingCalls, at: 12)
    }

    Scenario(
      "trip()", ["service": "-1|"], shows: ["call 1": "-1|", "call 2": "(^#)", "call 3": "^1|"],
      fixed: "this one only trips the breaker",
      example: #"""
        let scheduler = TestScheduler()
        let breaker = CircuitBreaker(.init(openFor: .seconds(60)), scheduler: scheduler)
        breaker.trip()
        let cancellable = Just("answer")
          .circuitBreaker(breaker)
          .catch { _ in Just("not called") }
          .sink { print($0) }
        """#, prints: "not called",
      pitfall: """
        It does not stay open: after `openFor` the next call is made, as a trial, and the breaker closes if the trials \
        succeed.
        """
    ) { on in
      let breaker = CircuitBreaker(
        .init(openFor: .seconds(on.number("openFor", 5, in: 0...9))), scheduler: on.scheduler)
      let calls = on.service.circuitBreaker(breaker)
      on.record("call 1", calls)
      on.at(3) { breaker.trip() }
      on.record("call 2", calls, at: 5)
      on.record("call 3", calls, at: 9)
    }

    Scenario(
      "reset()", ["failing": "-#", "working": "-1|"],
      shows: ["call 1": "-#", "call 2": "(^#)", "call 3": "^1|"],
      fixed: "this one only resets the breaker",
      example: #"""
        let scheduler = TestScheduler()
        let breaker = CircuitBreaker(.init(openFor: .seconds(60)), scheduler: scheduler)
        let service = Just("answer")
          .circuitBreaker(breaker)
          .catch { _ in Just("not called") }
        breaker.trip()
        let first = service.sink { print($0) }
        breaker.reset()
        let second = service.sink { print($0) }
        """#, prints: "not called\nanswer"
    ) { on in
      let breaker = CircuitBreaker(.init(minimumCalls: 1, openFor: .seconds(20)), scheduler: on.scheduler)
      on.record("call 1", on.failing.circuitBreaker(breaker))
      on.record("call 2", on.working.circuitBreaker(breaker), at: 3)
      on.at(5) { breaker.reset() }
      on.record("call 3", on.working.circuitBreaker(breaker), at: 7)
    }
  }

  @ScenarioList static var resilienceRates: [Scenario] {
    Scenario(
      "rateLimited(_:scheduler:cost:mode:fileID:line:)", ["upstream": "-(12345)-----6-|"], gives: "-(12)-3-4-5-(6|)",
      example: #"""
        let scheduler = TestScheduler()
        let cancellable = ["a", "b", "c", "d"].publisher
          .rateLimited(RateLimit(1, per: .seconds(2), burst: 2), scheduler: scheduler)
          .sink { print(scheduler.now, $0) }
        scheduler.advance(by: .seconds(10))
        """#, prints: "0 a\n0 b\n2 c\n4 d",
      pitfall: """
        Each subscription has a limiter of its own. Where several pipelines call one service, share a `RateLimiter` and use \
        `rateLimited(by:)`.
        """
    ) { on in
      on.upstream.rateLimited(
        RateLimit(1, per: .seconds(on.number("period", 2, in: 1...9)), burst: on.number("burst", 2, in: 1...5)),
        scheduler: on.scheduler)
    }

    Scenario(
      "rateLimited(by:cost:mode:fileID:line:)", ["a": "(123)-------|", "b": "-(45)------|"],
      shows: ["limited a": "(12)-3-----|", "limited b": "----4-5-|"],
      example: #"""
        let scheduler = TestScheduler()
        let limiter = RateLimiter(RateLimit(1, per: .seconds(1)), scheduler: scheduler)
        let users = ["ada", "linus"].publisher
          .rateLimited(by: limiter)
          .sink { print(scheduler.now, $0) }
        let orders = [17, 18].publisher
          .rateLimited(by: limiter)
          .sink { print(scheduler.now, "order", $0) }
        scheduler.advance(by: .seconds(5))
        """#, prints: "0 ada\n1 order 17\n2 linus\n3 order 18",
      pitfall: """
        All that use the limiter share its tokens: one pipeline that always has elements slows the others down. Give a \
        service that others must not starve a limiter of its own.
        """
    ) { on in
      let limiter = RateLimiter(
        RateLimit(1, per: .seconds(on.number("period", 2, in: 1...9)), burst: on.number("burst", 2, in: 1...5)),
        scheduler: on.scheduler)
      on.record("limited a", on.a.rateLimited(by: limiter))
      on.record("limited b", on.b.rateLimited(by: limiter))
    }

    Scenario(
      "tryAcquire(_:)", ["upstream": "-1-2-3-4-5-6-7-|"], gives: "-1-2-3---5---7-|",
      example: #"""
        let scheduler = TestScheduler()
        let limiter = RateLimiter(RateLimit(2, per: .seconds(60)), scheduler: scheduler)
        for attempt in 1...3 {
          print(attempt, limiter.tryAcquire() ? "served" : "too many requests")
        }
        """#, prints: "1 served\n2 served\n3 too many requests",
      pitfall: """
        It is `false` also while elements of a pipeline wait for tokens, which come first: on a limiter in constant \
        use it may fail each time.
        """
    ) { on in
      let limiter = RateLimiter(
        RateLimit(1, per: .seconds(on.number("period", 4, in: 1...9)), burst: 2), scheduler: on.scheduler)
      return on.upstream.filter(
        on.choice(
          "isIncluded", as: Transform<Int, Bool>.self, { _ in limiter.tryAcquire() },
          { number in number > 5 || limiter.tryAcquire() }, { number in limiter.tryAcquire(number) }))
    }
  }

  @ScenarioList static var resilienceEnds: [Scenario] {
    Scenario(
      "ended(by:)", ["a": "-1--2--3--4--|", "b": "--5---6|"],
      shows: ["ended a": "-1--2--3-#", "ended b": "--5---6|", "late": "(^#)"],
      fixed: "the switch is only thrown, at a tick that can be changed",
      example: #"""
        struct Closed: Error, CustomStringConvertible { let description = "closed" }
        let closing = KillSwitch<Closed>()
        let (prices, orders) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Closed>())
        let cancellables = [
          prices
            .ended(by: closing)
            .sink(receiveCompletion: { print("prices:", $0) }, receiveValue: { print($0) }),
          orders
            .ended(by: closing)
            .sink(receiveCompletion: { print("orders:", $0) }, receiveValue: { print($0) }),
        ]
        prices.send(17)
        orders.send("tea")
        closing.abort(Closed())
        prices.send(18)
        """#, prints: "17\ntea\nprices: failure(closed)\norders: failure(closed)",
      pitfall: """
        Stages behind it that hold elements, such as a buffer or a delay, still deliver them after a shutdown. Put a retry \
        before it: behind it, each attempt would get the same failure at once.
        """,
      listed: Listing(
        under: "Kill switches",
        answers: (
          "I want to end a stream",
          "together with others, by a finish or a failure that all receive, also those that begin later"
        ),
        beside: ["prefix(untilOutputFrom:)", "prefix(during:)"],
        elsewhere: [("KillSwitches.shared", "Akka, Pekko"), ("SharedKillSwitch", "Akka, Pekko")]),
      model: OperatorModel(asks: { _ in .asMany }) { _ in
        { signal, _ in [signal] }
      } applying: { inputs in
        inputs[0].ended(by: KillSwitch())
      }
    ) { on in
      let killSwitch = KillSwitch<MarbleFailure>()
      on.at(on.number("abort", 9, in: 1...14)) { killSwitch.abort(MarbleFailure()) }
      let endedB = on.b.ended(by: killSwitch)
      on.record("ended a", on.a.ended(by: killSwitch))
      on.record("ended b", endedB)
      on.record("late", endedB, at: 15)
    }
  }
}
