import StreamCore
import StreamSharing
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var sharingSubscriptions: [Scenario] {
    Scenario(
      "share()", ["upstream": "-1-2-3-4-|"],
      shows: ["subscriber 1": "-1-2-3-4-|", "subscriber 2": "^3-4-|", "subscriber 3": "(^|)"],
      example: """
        let scheduler = TestScheduler()
        let page = Deferred {
          print("download")
          return Just("the page").delay(for: 1, scheduler: scheduler)
        }.share()
        let title = page.sink { print("title of", $0) }
        let text = page.sink { print("text of", $0) }
        scheduler.advance(by: 1)
        """, prints: "download\ntitle of the page\ntext of the page",
      use: "Use it to run a publisher once for several subscribers: one request, one timer.",
      pitfall: """
        Later subscribers miss what came before them, and after the end they get only the completion: a publisher that \
        delivers at once serves only the first. `share(replay:)` repeats the newest elements.
        """
    ) { on in
      let shared = on.upstream.share()
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 4)
      on.record("subscriber 3", shared, at: 11)
    }

    Scenario(
      "share(replay:connect:disconnect:afterCompletion:fileID:line:)", ["upstream": "-1-2-3-4-|"],
      shows: ["subscriber 1": "-1-2-3-4-|", "subscriber 2": "(^2)3-4-|", "subscriber 3": "(^4|)"],
      example: """
        let settings = Deferred {
          print("read the file")
          return Just("dark mode")
        }.share(replay: 1)
        let window = settings.sink { print("window:", $0) }
        let menu = settings.sink { print("menu:", $0) }
        """, prints: "read the file\nwindow: dark mode\nmenu: dark mode",
      pitfall: """
        When the last subscriber cancels, the subscription to upstream ends, and the next one begins anew. To keep it, pass \
        `disconnect: .never`.
        """
    ) { on in
      let shared = on.upstream.share(replay: on.number("replay", 1, in: 0...4))
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 4)
      on.record("subscriber 3", shared, at: 11)
    }

    Scenario(
      "share(replay:connect:disconnect:expiresAfter:scheduler:fileID:line:)", ["upstream": "-1|"],
      shows: ["subscriber 1": "-1|", "subscriber 2": "(^1|)", "subscriber 3": "^1|"],
      example: #"""
        let scheduler = TestScheduler()
        let rates = Deferred {
          print("fetch the rates")
          return Just(1.08)
        }.share(replay: 1, expiresAfter: .seconds(60), scheduler: scheduler)
        let first = rates.sink { print("at \(scheduler.now):", $0) }
        scheduler.advance(by: .seconds(30))
        let second = rates.sink { print("at \(scheduler.now):", $0) }
        scheduler.advance(by: .seconds(30))
        let third = rates.sink { print("at \(scheduler.now):", $0) }
        """#, prints: "fetch the rates\nat 0: 1.08\nat 30: 1.08\nfetch the rates\nat 60: 1.08",
      pitfall: """
        The time counts from the finish. A publisher that never finishes is never out of date: take the element that \
        is wanted with `first()` above.
        """,
      listed: Listing(
        under: "One subscription for many",
        answers: (
          "I want to share one upstream among several subscribers", "with a result that is fetched anew after a time"
        ),
        beside: ["share(replay:connect:disconnect:afterCompletion:)"],
        elsewhere: [("cacheInvalidateWhen", "Reactor")])
    ) { on in
      let shared = on.upstream.share(
        replay: on.number("replay", 1, in: 0...4), expiresAfter: on.ticks("expiresAfter", 6, in: 1...20),
        scheduler: on.scheduler)
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 4)
      on.record("subscriber 3", shared, at: 12)
    }

    Scenario(
      "share(pacing:fileID:line:)", [:], shows: ["fast": "-(12)----3---(4|)", "slow": "-1----2---3---(4|)"],
      example: """
        let scheduler = TestScheduler()
        let levels = PassthroughSubject<Int, Never>()
        let shared = levels.share(pacing: .each(bufferSize: 1, whenFull: .dropOldest))
        let log = shared.sink { print("log", $0) }
        let meter = shared
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("meter", $0) }
        for level in [3, 5, 8] { levels.send(level) }
        scheduler.advance(by: 2)
        """, prints: "log 3\nlog 5\nlog 8\nmeter 3\nmeter 8",
      pitfall: """
        With `.slowest`, a subscriber that stops requesting stops all. To let the others go on, give each a queue: \
        `.each(bufferSize:whenFull:)`.
        """
    ) { on in
      let rows = (1...4).publisher.delaySubscription(for: 1, scheduler: on.scheduler)
      let shared = rows.share(pacing: .slowest(prefetch: on.number("prefetch", 1, in: 0...4)))
      on.record("fast", shared)
      on.record("slow", shared, demand: "1-----1---1---1")
    }

    Scenario(
      "distributed()", ["upstream": "-1-2-3-4-5-|"], shows: ["fast": "-1---3-4---|", "slow": "---2-----5-|"],
      example: """
        let scheduler = TestScheduler()
        let jobs = ["a", "b", "c", "d"].publisher.distributed()
        func worker(_ name: String, secondsForJob: Int) -> AnyCancellable {
          jobs
            .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: .seconds(secondsForJob), scheduler: scheduler) }
            .sink { print(name, "has done", $0) }
        }
        let workers = [worker("fast", secondsForJob: 1), worker("slow", secondsForJob: 3)]
        scheduler.advance(by: 3)
        """, prints: "fast has done a\nfast has done c\nslow has done b\nfast has done d",
      use: "Use it for workers that come and go: each element is handled once, by one of them that is free.",
      pitfall: """
        A `sink` requests unlimited demand, so it is always free: elements go to sinks in turn, however busy they are. A \
        worker must request one element at a time, as with `flatMap(maxPublishers: .max(1))` or `asyncMap`.
        """,
      listed: Listing(
        under: "One subscription for many",
        answers: (
          "I want to share one upstream among several subscribers",
          "give each element to one of them, one that is free: a queue of jobs for several workers"
        ),
        beside: ["share()", "partition(connect:_:)"],
        elsewhere: [("Balance", "Akka, Pekko"), ("PartitionHub", "Akka, Pekko")]),
      model: OperatorModel(asks: { _ in .otherwise }, traits: .shares) { _ in
        { signal, _ in [signal] }
      } applying: { inputs in
        inputs[0].distributed()
      }
    ) { on in
      let jobs = on.upstream.distributed()
      on.record("fast", jobs)
      on.record("slow", jobs, demand: "1-----1")
    }
  }
}
