import StreamCore
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingQuietening: [Scenario] {
    Scenario(
      "debounce(for:scheduler:options:)", ["upstream": "-a-b-c------d-e-|"], gives: "--------c-------|",
      example: """
        let scheduler = TestScheduler()
        let query = PassthroughSubject<String, Never>()
        let cancellable = query
          .debounce(for: .milliseconds(300), scheduler: scheduler)
          .sink { print("Search for", $0) }
        for text in ["s", "sw", "swi"] {
          query.send(text)
          scheduler.advance(by: .milliseconds(100))
        }
        scheduler.advance(by: .milliseconds(200))
        """, prints: "Search for swi",
      use: "Use it to wait until somebody stops: typing, scrolling, resizing.",
      pitfall: """
        While elements keep coming it sends nothing; use `throttle` for regular updates. A pending element is dropped when \
        upstream finishes; `debounceKeepingLast` sends it.
        """
    ) { on in on.text.upstream.debounce(for: on.ticks("for", 3), scheduler: on.scheduler) }

    Scenario(
      "debounceKeepingLast(for:scheduler:options:fileID:line:)", ["upstream": "-a-b-c------d-e-|"],
      gives: "--------c-------(e|)",
      example: """
        let scheduler = TestScheduler()
        let draft = PassthroughSubject<String, Never>()
        let cancellable = draft
          .debounceKeepingLast(for: 2, scheduler: scheduler)
          .sink { print("Save:", $0) }
        draft.send("Dear")
        draft.send("Dear Ada")
        draft.send(completion: .finished)
        scheduler.advance(by: 0)
        """, prints: "Save: Dear Ada",
      pitfall: """
        While elements keep coming it sends nothing, and a failure drops the pending element: the last is kept at a \
        finish alone.
        """
    ) { on in on.text.upstream.debounceKeepingLast(for: on.ticks("for", 3), scheduler: on.scheduler) }

    Scenario(
      "throttle(for:scheduler:latest:)", ["upstream": "ab-c------d-e---|"], gives: "a---c-----d---e-|",
      example: """
        let scheduler = TestScheduler()
        let position = PassthroughSubject<Int, Never>()
        let cancellable = position
          .throttle(for: 5, scheduler: scheduler, latest: true)
          .sink { print("Position", $0, "at", scheduler.now) }
        for metre in 1...12 {
          position.send(metre)
          scheduler.advance(by: 1)
        }
        """, prints: "Position 1 at 0\nPosition 5 at 5\nPosition 10 at 10",
      use: "Use it to limit how often a fast stream is handled: positions, progress, readings.",
      pitfall: """
        It passes elements while they keep coming; to wait until they have stopped, use `debounce`. With `latest: false` the \
        oldest of an interval is sent at its end, not the newest.
        """
    ) { on in on.text.upstream.throttle(for: on.ticks("for", 4), scheduler: on.scheduler, latest: true) }

    Scenario(
      "throttleFirst(for:scheduler:fileID:line:)", ["upstream": "ab-c------d-e---|"], gives: "a---------d-----|",
      example: """
        let scheduler = TestScheduler()
        let taps = PassthroughSubject<String, Never>()
        let cancellable = taps
          .throttleFirst(for: 2, scheduler: scheduler)
          .sink { print("Order:", $0) }
        taps.send("first tap")
        scheduler.advance(by: 1)
        taps.send("impatient tap")
        scheduler.advance(by: 5)
        taps.send("later tap")
        scheduler.advance(by: 0)
        """, prints: "Order: first tap\nOrder: later tap",
      pitfall:
        "What comes in the interval is lost, even if nothing follows. If the newest value counts, use `throttle`."
    ) { on in on.text.upstream.throttleFirst(for: on.ticks("for", 4), scheduler: on.scheduler) }

    Scenario(
      "sample(every:scheduler:options:)", ["upstream": "-ab----c--d|"], gives: "---b-----c-|",
      example: """
        let scheduler = TestScheduler()
        let temperature = PassthroughSubject<Double, Never>()
        let cancellable = temperature
          .sample(every: 10, scheduler: scheduler)
          .sink { print($0, "at", scheduler.now) }
        temperature.send(20.5)
        temperature.send(20.75)
        scheduler.advance(by: 25)
        temperature.send(21.25)
        scheduler.advance(by: 10)
        """, prints: "20.75 at 10\n21.25 at 30",
      pitfall: """
        An element that waits for a tick is dropped when upstream finishes. To keep it, use `throttle` with `latest: true`.
        """
    ) { on in on.text.upstream.sample(every: on.ticks("every", 3, in: 1...9), scheduler: on.scheduler) }

    Scenario(
      "collect(_:options:)", ["upstream": "-ab----c---d|"], gives: "----A---B---(C|)",
      example: """
        let scheduler = TestScheduler()
        let visits = PassthroughSubject<String, Never>()
        let cancellable = visits
          .collect(.byTimeOrCount(scheduler, 60, 3))
          .sink { print($0, "at", scheduler.now) }
        for name in ["Ada", "Grace", "Alan", "Edsger"] { visits.send(name) }
        scheduler.advance(by: 60)
        """, prints: #"["Ada", "Grace", "Alan"] at 0\#n["Edsger"] at 60"#,
      pitfall: """
        The size of an array has no bound with `byTime`. Against a source that may be fast, use `byTimeOrCount`.
        """
    ) { on in on.text.upstream.collect(.byTime(on.scheduler, on.ticks("interval", 4, in: 1...12))) }

    Scenario(
      "collect(_:options:cost:)", ["upstream": "-3-3-3----9-2|"], gives: "-----A----(BC)--(D|)",
      example: """
        let scheduler = TestScheduler()
        let lines = PassthroughSubject<String, Never>()
        let cancellable = lines
          .collect(.byTimeOrCount(scheduler, 60, 10)) { $0.utf8.count }
          .sink { print($0, "at", scheduler.now) }
        for line in ["Ada", "Grace", "Alan", "Edsger"] { lines.send(line) }
        scheduler.advance(by: 60)
        """, prints: #"["Ada", "Grace"] at 0\#n["Alan", "Edsger"] at 0"#,
      pitfall: """
        An element that costs more than the greatest cost is an array of its own, which costs more.
        """
    ) { on in
      on.upstream.collect(
        .byTimeOrCount(on.scheduler, 60, on.number("count", 8, in: 1...20)),
        cost: on.choice("cost", as: (@Sendable (Int) -> Int).self, { $0 }, { $0 * 2 }, { 8 - $0 % 8 }))
    }
  }
}
