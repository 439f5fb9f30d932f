import StreamCore
import StreamSharing
import StreamSubscribing
import StreamTesting

extension Family {
  static let sharing = Family("StreamSharing") {
    sharingConnections
    sharingSubscriptions
    sharingPace
  }

  @ScenarioList private static var sharingConnections: [Scenario] {
    Scenario(
      "multicast(_:)", ["upstream": "-1-2-3-4-|"],
      shows: ["subscriber 1": "---1-2-3-4-|", "subscriber 2": "^2-3-4-|"],
      fixed: "the picture is about one subject that both subscribers share",
      example: """
        let numbers = [4, 9, 2].publisher
          .multicast { PassthroughSubject<Int, Never>() }
        let sum = numbers.reduce(0, +).sink { print("sum", $0) }
        let largest = numbers.max().sink { print("largest", $0) }
        let connection = numbers.connect()
        """, prints: "sum 15\nlargest 9",
      pitfall: """
        Nothing is delivered before `connect()`, and the connection ends when what `connect()` returns is released: keep it. \
        To connect with the first subscriber, add `autoconnect()`.
        """
    ) { on in
      let shared = on.upstream.multicast { PassthroughSubject<Int, MarbleFailure>() }
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 4)
      on.at(2) { on.cancellables.insert(shared.connect()) }
    }

    Scenario(
      "multicast(subject:)", ["upstream": "-1-2-3-4-|"],
      shows: ["subscriber 1": "0--1-2-3-4-|", "subscriber 2": "(^1)2-3-4-|"],
      fixed: "this one only connects, when one has subscribed and the other has not",
      example: """
        let progress = [25, 50, 100].publisher
          .multicast(subject: CurrentValueSubject<Int, Never>(0))
        let cancellable = progress.sink { print($0, "%") }
        let connection = progress.connect()
        """, prints: "0 %\n25 %\n50 %\n100 %",
      use: """
        Use it to add all subscribers before `connect()` starts upstream, or to choose the subject that \
        serves them.
        """,
      pitfall: """
        The subject serves one connection: once upstream has completed, later subscribers get only the completion. For a \
        new subject with each connection, use `share()`.
        """
    ) { on in
      let shared = on.upstream.multicast(subject: CurrentValueSubject<Int, MarbleFailure>(0))
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 4)
      on.at(2) { on.cancellables.insert(shared.connect()) }
    }

    Scenario(
      "makeConnectable()", ["upstream": "-1-2-3-|"],
      shows: ["subscriber 1": "----1-2-3-|", "subscriber 2": "^-1-2-3-|"],
      fixed: "this one only connects, when both have subscribed",
      example: """
        let ticket = Just("ticket 17").makeConnectable()
        let screen = ticket.sink { print("screen:", $0) }
        let printer = ticket.sink { print("printer:", $0) }
        print("both are ready")
        let connection = ticket.connect()
        """, prints: "both are ready\nscreen: ticket 17\nprinter: ticket 17",
      pitfall: "A publisher that may fail has no such method: handle its failure before, or use `multicast`."
    ) { on in
      let shared = on.infallible.upstream.makeConnectable()
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 2)
      on.at(3) { on.cancellables.insert(shared.connect()) }
    }

    Scenario(
      "autoconnect()", ["upstream": "-1-2-3-4-5-|"],
      shows: ["subscriber 1": "-1-2-3!", "subscriber 2": "^2-3-4!", "subscriber 3": "^1-2-3-4-5-|"],
      fixed: "this one only makes the subject that the subscribers share",
      example: """
        let scheduler = TestScheduler()
        let clock = scheduler.timerPublisher(every: 1).autoconnect()
        let first = clock.sink { print("first:", $0) }
        scheduler.advance(by: 1)
        let second = clock.sink { print("second:", $0) }
        scheduler.advance(by: 1)
        """, prints: "first: 1\nfirst: 2\nsecond: 2",
      use: "Use it where the first subscriber is to start a connectable publisher, such as a timer.",
      pitfall: """
        It connects with the first subscriber: what upstream delivers immediately, the second subscriber misses. If all must \
        see it, call `connect()` yourself, or use `autoconnect(minimumSubscribers:)`.
        """
    ) { on in
      let shared = on.upstream.multicast { PassthroughSubject<Int, MarbleFailure>() }.autoconnect()
      on.record("subscriber 1", shared, cancelAt: 6)
      on.record("subscriber 2", shared, at: 2, cancelAt: 8)
      on.record("subscriber 3", shared, at: 10)
    }

    Scenario(
      "referenceCounted()", ["upstream": "-1-2-3|"],
      shows: ["subscriber 1": "-1-2-3|", "subscriber 2": "^2-3|", "subscriber 3": "^1-2-3|"],
      fixed: "this one only makes the subject that the subscribers share",
      example: """
        let page = Deferred {
          print("fetching")
          return Just("page")
        }.multicast { PassthroughSubject<String, Never>() }.referenceCounted()
        let first = page.sink { print("first:", $0) }
        let second = page.sink { print("second:", $0) }
        """, prints: "fetching\nfirst: page\nfetching\nsecond: page",
      pitfall: """
        Who subscribes after the end runs upstream again, with its side effects. With `autoconnect()` it gets what the subject \
        keeps: the completion.
        """
    ) { on in
      let shared = on.upstream.multicast { PassthroughSubject<Int, MarbleFailure>() }.referenceCounted()
      on.record("subscriber 1", shared)
      on.record("subscriber 2", shared, at: 2)
      on.record("subscriber 3", shared, at: 8)
    }

    Scenario(
      "autoconnect(minimumSubscribers:)", ["upstream": "-1-2-3-4-5-|"],
      shows: ["subscriber 1": "----1-2-!", "subscriber 2": "^1-2-3-!"],
      fixed: "this one only makes the subject that the subscribers share",
      example: """
        let welcome = ["Hello", "Goodbye"].publisher
          .makeConnectable()
          .autoconnect(minimumSubscribers: 2)
        let ada = welcome.sink { print("Ada hears", $0) }
        print("one is not enough")
        let grace = welcome.sink { print("Grace hears", $0) }
        """,
      prints: """
        one is not enough
        Ada hears Hello
        Grace hears Hello
        Ada hears Goodbye
        Grace hears Goodbye
        """,
      pitfall: """
        While too few have subscribed, they wait without an end. The number is for the connection: once it is there, \
        one subscriber keeps it.
        """
    ) { on in
      let shared = on.upstream
        .multicast { PassthroughSubject<Int, MarbleFailure>() }
        .autoconnect(minimumSubscribers: on.number("minimumSubscribers", 2, in: 0...3))
      on.record("subscriber 1", shared, cancelAt: 8)
      on.record("subscriber 2", shared, at: 3, cancelAt: 10)
    }
  }
}
