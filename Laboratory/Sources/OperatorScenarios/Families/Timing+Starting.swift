import StreamCore
import StreamFiltering
import StreamMapping
import StreamSchedulers
import StreamSharing
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingStarting: [Scenario] {
    Scenario(
      "after(_:_:scheduler:)", [:], gives: "---(a|)",
      example: """
        let scheduler = TestScheduler()
        let cancellable = Publishers.after(3, "Tea is ready", scheduler: scheduler)
          .sink { print($0, "at", scheduler.now) }
        scheduler.advance(by: 5)
        """, prints: "Tea is ready at 3",
      pitfall: """
        The time runs from each subscription: a second subscriber, or a `retry`, waits anew. Add `share()` where all \
        are meant to have one time.
        """
    ) { on in Publishers.after(on.ticks("delay", 3), "a", scheduler: on.scheduler) }

    Scenario(
      "after(_:scheduler:)", ["upstream": "-1-2-3-4-5-|"], gives: "-1-2-|",
      example: """
        let scheduler = TestScheduler()
        let cancellable = Publishers.after(3, scheduler: scheduler)
          .sink { print("Time is up at", scheduler.now) }
        scheduler.advance(by: 5)
        """, prints: "Time is up at 3",
      pitfall: """
        The time runs from the subscription, so that of a pipeline built now and subscribed to later starts later. For \
        a fixed time use `at`.
        """
    ) { on in
      on.upstream.prefix(
        untilOutputFrom: Publishers.after(on.ticks("delay", 5), scheduler: on.scheduler))
    }

    Scenario(
      "at(_:scheduler:)", [:], shows: ["subscriber 1": "------(x|)", "subscriber 2": "^--(x|)"],
      fixed: "this one only makes a mark of the time",
      example: """
        let scheduler = TestScheduler()
        let cancellable = Publishers.at(8, scheduler: scheduler)
          .sink { print("The shop opens at", scheduler.now) }
        scheduler.advance(to: 10)
        """, prints: "The shop opens at 8",
      pitfall: """
        Each subscription waits for the same time, and a time that is past is over at once. For a time from the subscription \
        on, use `after`.
        """
    ) { on in
      let bell = Publishers.at(VirtualTime(on.ticks("time", 6)), scheduler: on.scheduler).map { "x" }
      on.record("subscriber 1", bell)
      on.record("subscriber 2", bell, at: 3)
    }

    Scenario(
      "interval(_:after:tolerance:scheduler:options:fileID:line:)", [:], gives: "-0--1--2--3--4", limit: 14,
      example: """
        let scheduler = TestScheduler()
        let cancellable = Publishers.interval(60, scheduler: scheduler)
          .map { "Reading \\($0) at \\(scheduler.now)" }
          .sink { print($0) }
        scheduler.advance(by: 150)
        """, prints: "Reading 0 at 60\nReading 1 at 120",
      pitfall: """
        Each subscription has a timer and counts from 0. Put `share()` behind it if several subscribers must see the same \
        ticks.
        """
    ) { on in
      Publishers.interval(
        on.ticks("interval", 3, in: 1...9), after: on.ticks("after", 1, in: 0...9), scheduler: on.scheduler)
    }

    Scenario(
      "timerPublisher(every:tolerance:options:)", [:], gives: "---3--6--9---", limit: 11,
      example: """
        let scheduler = TestScheduler()
        let cancellable = scheduler.timerPublisher(every: 60)
          .autoconnect()
          .sink { print("Backup at", $0) }
        scheduler.advance(by: 130)
        """, prints: "Backup at 60\nBackup at 120",
      pitfall:
        "Nothing happens until it is connected: add `autoconnect()`, or call `connect()` and keep what it returns."
    ) { on in on.scheduler.timerPublisher(every: on.ticks("every", 3, in: 1...9)).autoconnect() }

    Scenario(
      "autoconnect(minimumSubscribers:disconnectAfter:scheduler:)", ["upstream": "-1-2-3-4-5-6-7-8-"],
      shows: ["subscriber 1": "-1-2!", "subscriber 2": "^4-5!"],
      fixed: "this one only makes the subject that the subscribers share",
      example: """
        let scheduler = TestScheduler()
        let feed = scheduler.timerPublisher(every: 2)
          .autoconnect(disconnectAfter: 5, scheduler: scheduler)
        let first = feed.sink { print("first:", $0) }
        scheduler.advance(to: 3)
        first.cancel()
        scheduler.advance(to: 7)
        let second = feed.sink { print("second:", $0) }
        scheduler.advance(to: 9)
        """, prints: "first: 2\nsecond: 8",
      pitfall: """
        After the last cancel upstream runs on for the time, and what it sends then is lost. A scheduler that nobody \
        advances, or that is blocked, never disconnects it.
        """
    ) { on in
      let shared = on.upstream
        .multicast { PassthroughSubject<Int, MarbleFailure>() }
        .autoconnect(disconnectAfter: on.ticks("disconnectAfter", 4), scheduler: on.scheduler)
      on.record("subscriber 1", shared, at: 1, cancelAt: 5)
      on.record("subscriber 2", shared, at: 7, cancelAt: 11)
    }
  }
}
