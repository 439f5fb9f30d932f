import StreamCombining
import StreamCore
import StreamCreating
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var mappingFlattening: [Scenario] {
    Scenario(
      "flatMap(maxPublishers:_:)", ["upstream": "-a--b-------|", "a": "--1--2--3|", "b": "-4--5|"],
      gives: "---1-42-53--|",
      example: #"""
        let cancellable = ["Ada", "Grace"].publisher
          .flatMap { name in ["Hello, \(name)", "Bye, \(name)"].publisher }
          .sink { print($0) }
        """#, prints: "Hello, Ada\nBye, Ada\nHello, Grace\nBye, Grace",
      use: """
        Use it when each element starts work that is itself a publisher, such as a request, and every result counts.
        """,
      pitfall: """
        Without a bound, every element starts a publisher at once: a burst of a thousand makes a thousand requests. Pass \
        `maxPublishers: .max(4)`; use `flatMapLatest` if only the newest counts, `concatMap` if the order does.
        """
    ) { on in
      on.text.upstream.flatMap(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "concatMap(bufferSize:whenFull:_:fileID:line:)",
      ["upstream": "-a--b-------|", "a": "--1--2--3|", "b": "-4--5|"], gives: "---1--2--3-4--5|",
      example: #"""
        let scheduler = TestScheduler()
        let cancellable = ["report.pdf", "photo.png"].publisher
          .concatMap { file in Just("\(file) uploaded").delay(for: .seconds(2), scheduler: scheduler) }
          .sink { print(scheduler.now, $0) }
        scheduler.advance(by: .seconds(10))
        """#, prints: "2 report.pdf uploaded\n4 photo.png uploaded",
      pitfall: """
        A publisher that never finishes keeps all later elements waiting. Bound it, for instance with `prefix` or `timeout`.
        """
    ) { on in
      on.text.upstream.concatMap(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "concatenated(bufferSize:whenFull:fileID:line:)",
      ["upstream": "-a--b-------|", "a": "--1--2--3|", "b": "-4--5|"], gives: "---1--2--3-4--5|",
      example: """
        let chapters = [["one", "two"].publisher, ["three"].publisher]
        let cancellable = chapters.publisher
          .concatenated()
          .sink { print($0) }
        """, prints: "one\ntwo\nthree",
      pitfall: """
        A publisher that never finishes keeps all later ones waiting: each is subscribed to only in its turn. Use \
        `flatMap { $0 }` where all run at once.
        """
    ) { on in
      on.text.upstream.map(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b })
      ).concatenated()
    }

    Scenario(
      "flatMapDelayingFailures(maxPublishers:_:)", ["upstream": "-a--b-------|", "a": "--1--2#", "b": "-4--5|"],
      gives: "---1-42-5---#",
      example: #"""
        enum LoadError: Error { case missing(String) }
        func load(_ name: String) -> Result<String, LoadError>.Publisher {
          name == "b" ? .init(.missing(name)) : .init("contents of \(name)")
        }
        let cancellable = ["a", "b", "c"].publisher
          .flatMapDelayingFailures { load($0) }
          .sink { completion in
            if case .failure(let error) = completion { print("failed:", error) }
          } receiveValue: {
            print($0)
          }
        """#, prints: "contents of a\ncontents of c\nfailed: missing(\"b\")",
      pitfall: """
        A publisher that never ends delays the failure for ever. To receive each failure as it occurs, use \
        `flatMapSkippingFailures`.
        """
    ) { on in
      on.text.upstream.flatMapDelayingFailures(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "concatMapDelayingFailures(bufferSize:_:fileID:line:)",
      ["upstream": "-a--b-------|", "a": "--1--2#", "b": "-4--5|"], gives: "---1--2-4--5#",
      example: #"""
        struct Rejected: Error {
          let file: String
        }
        func upload(_ file: String) -> Result<String, Rejected>.Publisher {
          file.hasSuffix(".exe") ? .init(Rejected(file: file)) : .init("\(file) uploaded")
        }
        let cancellable = ["setup.exe", "report.pdf", "game.exe"].publisher
          .concatMapDelayingFailures { upload($0) }
          .sink { completion in
            if case .failure(let error) = completion { print("rejected:", error.failures.map(\.file)) }
          } receiveValue: {
            print($0)
          }
        """#, prints: "report.pdf uploaded\nrejected: [\"setup.exe\", \"game.exe\"]",
      pitfall: """
        A failure is not seen before all have ended, and does not keep the next publisher from starting. Use `concatMap` \
        where a step may only follow one that has succeeded.
        """
    ) { on in
      on.text.upstream.concatMapDelayingFailures(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "flatMapLatest(_:)", ["upstream": "-a--b-------|", "a": "--1--2--3|", "b": "-4--5|"], gives: "---1-4--5---|",
      example: #"""
        let scheduler = TestScheduler()
        let query = PassthroughSubject<String, Never>()
        let cancellable = query
          .flatMapLatest { text in Just("results for \(text)").delay(for: .seconds(2), scheduler: scheduler) }
          .sink { print($0) }
        query.send("sw")
        scheduler.advance(by: .seconds(1))
        query.send("swift")
        scheduler.advance(by: .seconds(2))
        """#, prints: "results for swift",
      pitfall: """
        A new element cancels what runs: do not use it for work that must be done, such as saving. `concatMap` keeps \
        every element.
        """
    ) { on in
      on.text.upstream.flatMapLatest(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "flatMapFirst(_:)", ["upstream": "-a--b-------b----|", "a": "--1--2--3|", "b": "-4--5|"],
      gives: "---1--2--3---4--5|",
      example: #"""
        let scheduler = TestScheduler()
        let taps = PassthroughSubject<Int, Never>()
        let cancellable = taps
          .flatMapFirst { tap in Just("saved after tap \(tap)").delay(for: .seconds(2), scheduler: scheduler) }
          .sink { print($0) }
        taps.send(1)
        taps.send(2)
        scheduler.advance(by: .seconds(2))
        taps.send(3)
        scheduler.advance(by: .seconds(2))
        """#, prints: "saved after tap 1\nsaved after tap 3",
      pitfall: """
        The state at the end may be older than the newest element, since elements that arrive meanwhile are left out. Use \
        `flatMapLatest` for what follows an input.
        """
    ) { on in
      on.text.upstream.flatMapFirst(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)",
      ["upstream": "-a--b-------|", "a": "--1--2--3|", "b": "-4--5|"], gives: "---1--2--3(45)-|",
      example: #"""
        let scheduler = TestScheduler()
        let cancellable = [3, 1, 2].publisher
          .orderedFlatMap(maxPublishers: 3) { page in
            Just("page \(page)").delay(for: .seconds(page), scheduler: scheduler)
          }
          .sink { print(scheduler.now, $0) }
        scheduler.advance(by: .seconds(5))
        """#, prints: "3 page 3\n3 page 1\n3 page 2",
      pitfall: """
        One slow publisher holds up the results of all after it. Use `flatMap(maxPublishers:)` if the order does not matter.
        """
    ) { on in
      on.text.upstream.orderedFlatMap(
        maxPublishers: on.number("maxPublishers", 2, in: 2...4),
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.b }))
    }

    Scenario(
      "flatMapRace(maxPublishers:_:)", ["upstream": "-a--b-------|", "a": "------1--2|", "b": "-4--5|"],
      gives: "-----4--5|",
      example: #"""
        let scheduler = TestScheduler()
        let delays = ["far": 3, "near": 1]
        let cancellable = ["far", "near"].publisher
          .flatMapRace { mirror in
            Just("answer of \(mirror)").delay(for: .seconds(delays[mirror] ?? 9), scheduler: scheduler)
          }
          .sink { print($0) }
        scheduler.advance(by: .seconds(5))
        """#, prints: "answer of near",
      pitfall: """
        A publisher that fails, or finishes without a value, wins as well. `catch { _ in Empty(completeImmediately: false) }` \
        keeps one that fails from winning.
        """
    ) { on in
      on.text.upstream.flatMapRace(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<Int, MarbleFailure>>.self,
          { name in name == "a" ? on.a : on.b }, { name in name == "a" ? on.b : on.a }, { _ in on.a }))
    }

    Scenario(
      "merge(maxPublishers:)", ["a": "--1---2|", "b": "-3---4|", "c": "-5-6|"], gives: "-31--425-6|",
      example: #"""
        let scheduler = TestScheduler()
        let downloads = ["a.zip", "b.zip", "c.zip"].map { Just($0).delay(for: .seconds(2), scheduler: scheduler) }
        let cancellable = downloads
          .merge(maxPublishers: 2)
          .sink { print(scheduler.now, $0) }
        scheduler.advance(by: .seconds(10))
        """#, prints: "2 a.zip\n2 b.zip\n4 c.zip",
      pitfall: """
        A publisher that never finishes keeps its place: with as many of them as `maxPublishers` the others never \
        start.
        """
    ) { on in [on.a, on.b, on.c].merge(maxPublishers: on.number("maxPublishers", 2, in: 1...3)) }

    Scenario(
      "expand(maxPublishers:maxPending:whenFull:_:fileID:line:)", ["upstream": "1|", "children": "-01|"],
      gives: "123-45-67|",
      example: """
        let folders = ["/": ["/etc", "/home"], "/home": ["/home/ada"]]
        let cancellable = Just("/")
          .expand { (folders[$0] ?? []).publisher }
          .sink { print($0) }
        """, prints: "/\n/etc\n/home\n/home/ada",
      pitfall: """
        If every element has a successor, the stream never ends: return an empty publisher where a branch stops, and mind cycles.
        """
    ) { on in
      on.upstream.expand(
        on.choice(
          "next", as: Transform<Int, AnyPublisher<Int, MarbleFailure>>.self,
          { number in
            number < 4 ? on.children.map { number * 2 + $0 }.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
          },
          { number in
            number < 4 ? on.children.map { number + 1 + $0 }.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
          },
          { number in
            number < 2 ? on.children.map { number + 1 + $0 }.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
          }))
    }
  }
}
