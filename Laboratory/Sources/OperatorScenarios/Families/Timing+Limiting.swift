import StreamCore
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingLimiting: [Scenario] {
    Scenario(
      "prefix(for:tolerance:scheduler:options:)", ["upstream": "-a-b--c-d-|"], gives: "-a-b-|",
      example: """
        let scheduler = TestScheduler()
        let bids = PassthroughSubject<Int, Never>()
        let cancellable = bids
          .prefix(for: 30, scheduler: scheduler)
          .sink(receiveCompletion: { _ in print("Sold") }, receiveValue: { print($0) })
        bids.send(100)
        scheduler.advance(by: 30)
        bids.send(200)
        """, prints: "100\nSold",
      pitfall: "The time runs from the subscription, not from the first element: a slow start uses it up."
    ) { on in on.text.upstream.prefix(for: on.ticks("for", 5), scheduler: on.scheduler) }

    Scenario(
      "dropFirst(for:scheduler:)", ["upstream": "-a-b--c-d-|"], gives: "------c-d-|",
      example: """
        let scheduler = TestScheduler()
        let sensor = PassthroughSubject<Double, Never>()
        let cancellable = sensor
          .dropFirst(for: 10, scheduler: scheduler)
          .sink { print($0) }
        sensor.send(0.1)
        scheduler.advance(by: 10)
        sensor.send(19.5)
        """, prints: "19.5",
      pitfall: """
        The time runs from the subscription, not from the first element: a source that starts late loses none, however \
        unsettled it is.
        """
    ) { on in on.text.upstream.dropFirst(for: on.ticks("for", 5), scheduler: on.scheduler) }

    Scenario(
      "timeout(_:scheduler:options:customError:)", ["upstream": "-a--b--------c--|"], gives: "-a--b---|",
      example: """
        struct NoAnswer: Error {}
        let scheduler = TestScheduler()
        let answer = PassthroughSubject<String, NoAnswer>()
        let cancellable = answer
          .timeout(5, scheduler: scheduler, customError: { NoAnswer() })
          .replaceError(with: "No answer")
          .sink { print($0, "at", scheduler.now) }
        scheduler.advance(by: 5)
        """, prints: "No answer at 5",
      use: "Use it to stop waiting for a source that has fallen silent.",
      pitfall: """
        Without `customError` the stream finishes, as if upstream had. The interval starts again with each element: \
        it bounds the silence, not the whole stream.
        """
    ) { on in on.text.upstream.timeout(on.ticks("interval", 4), scheduler: on.scheduler) }

    Scenario(
      "timeout(_:scheduler:options:fallback:)", ["upstream": "-1-------2--3|", "other": "-a-b|"], gives: "-1----a-b|",
      example: """
        let scheduler = TestScheduler()
        let network = PassthroughSubject<String, Never>()
        let cancellable = network
          .timeout(2, scheduler: scheduler, fallback: Just("the stored article"))
          .sink { print("Show", $0) }
        scheduler.advance(by: 2)
        network.send("the new article")
        """, prints: "Show the stored article",
      pitfall: """
        Once the fallback has begun upstream is cancelled: what it would have delivered later is lost. To take the one that \
        answers first, use `race(with:)`.
        """
    ) { on in on.text.upstream.timeout(on.ticks("interval", 4), scheduler: on.scheduler, fallback: on.text.other) }

    Scenario(
      "backpressureTimeout(_:scheduler:options:customError:)", ["upstream": "-a--b--------c--|"], gives: "-a--b---|",
      demand: "2",
      example: """
        let scheduler = TestScheduler()
        let rows = ["row 1", "row 2", "row 3"].publisher
          .handleEvents(receiveCancel: { print("The file is closed.") })
        let cancellable = rows
          .backpressureTimeout(30, scheduler: scheduler)
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 60, scheduler: scheduler) }
          .sink { print("stored", $0, "at", scheduler.now) }
        scheduler.advance(by: 60)
        """, prints: "The file is closed.\nstored row 1 at 60",
      pitfall: """
        A downstream with unlimited demand, such as a `sink`, or a stage that buffers without a bound, never times \
        out. Place it directly before the stage that requests little. Without `customError` the stream finishes, as \
        if upstream had.
        """,
      listed: Listing(
        under: "For a time",
        answers: ("I want to work with time", "finish, or fail, when downstream requests nothing for too long"),
        beside: ["timeout(_:scheduler:options:customError:)"])
    ) { on in on.text.upstream.backpressureTimeout(on.ticks("interval", 4), scheduler: on.scheduler) }

    Scenario(
      "idleHeartbeat(every:scheduler:options:_:)", ["upstream": "-a--b----------c--|"], gives: "-a--b---h---h--c--|",
      fixed: "it makes the same heartbeat each time",
      example: """
        let scheduler = TestScheduler()
        let messages = PassthroughSubject<String, Never>()
        let cancellable = messages
          .map { "data: " + $0 }
          .idleHeartbeat(every: 15, scheduler: scheduler) { ": still here" }
          .sink { print($0) }
        scheduler.advance(by: 10)
        messages.send("hello")
        scheduler.advance(by: 30)
        """, prints: "data: hello\n: still here\n: still here",
      pitfall: """
        A heartbeat is an element like the others: a `prefix(_:)` or a `timeout` after it counts it, and it uses \
        demand. Make `idleHeartbeat` the last operator.
        """,
      listed: Listing(
        under: "Ticks and heartbeats",
        answers: (
          "I want to work with time",
          "send an element when upstream has been silent, so that a connection is kept open"
        ), elsewhere: [("keepAlive", "Akka, Pekko")])
    ) { on in on.text.upstream.idleHeartbeat(every: on.ticks("every", 4, in: 1...9), scheduler: on.scheduler) { "h" } }
  }
}
