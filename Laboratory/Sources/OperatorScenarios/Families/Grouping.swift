import StreamCore
import StreamGrouping
import StreamMapping
import StreamTesting

extension Family {
  static let grouping = Family("StreamGrouping") {
    groupingChunks
    groupingStreams
  }

  @ScenarioList static var groupingChunks: [Scenario] {
    Scenario(
      "chunked(maxLength:by:)", ["upstream": "--1--1--2--3--3--|"], gives: "--------A--B-----(C|)",
      example: """
        let cancellable = [1, 2, 3, 7, 8].publisher
          .chunked { $1 == $0 + 1 }
          .sink { print($0) }
        """, prints: "[1, 2, 3]\n[7, 8]",
      pitfall: """
        A chunk is delivered when the next one begins, so the last elements wait while upstream is silent. Use \
        `collect(.byTime(…))` where time is to end a chunk.
        """
    ) { on in
      on.upstream.chunked(
        maxLength: on.number("maxLength", 9, in: 1...9),
        by: on.choice("belongsWith", as: Combination<Int, Bool>.self, ==, { $0 <= $1 }, { $1 == $0 + 1 }))
    }

    Scenario(
      "chunked(maxLength:on:)", ["upstream": "--1--3--2--5--7--|"], gives: "--------A--B-----(C|)",
      example: #"""
        let log = ["mon 9:00", "mon 9:30", "tue 8:15"].publisher
        let cancellable = log
          .chunked(on: { $0.prefix(3) })
          .sink { day, lines in print(day, lines) }
        """#, prints: #"mon ["mon 9:00", "mon 9:30"]\#ntue ["tue 8:15"]"#,
      pitfall: """
        A key that comes back opens a new chunk: only neighbours are put together. Use `groupBy` to gather all elements of a key.
        """
    ) { on in
      on.upstream.chunked(
        on: on.choice(
          "key", as: Transform<Int, String>.self, { $0.isMultiple(of: 2) ? "even" : "odd" },
          { $0 < 4 ? "small" : "large" }))
    }

    Scenario(
      "collect(until:maxLength:fileID:line:)",
      ["upstream": "--1--2-----3--4--|", "boundary": "------x--x--------"], gives: "------A--B-------(C|)",
      example: """
        let edits = PassthroughSubject<String, Never>()
        let save = PassthroughSubject<Void, Never>()
        let cancellable = edits
          .collect(until: save)
          .sink { print("saving", $0) }
        edits.send("title")
        edits.send("text")
        save.send()
        """, prints: #"saving ["title", "text"]"#,
      pitfall: """
        Two boundaries in a row deliver an empty array. Add `filter { !$0.isEmpty }` if there is nothing to be done then.
        """
    ) { on in on.upstream.collect(until: on.text.boundary, maxLength: on.number("maxLength", 9, in: 1...9)) }

    Scenario(
      "collect(maxLength:while:)", ["upstream": "--2--5--4--9--1--|"], gives: "--------A--B-----(C|)",
      example: """
        let cancellable = ["Hello", "world.", "How", "are", "you?"].publisher
          .collect(while: { ![".", "?"].contains($0.last?.last) })
          .sink { print($0.joined(separator: " ")) }
        """, prints: "Hello world.\nHow are you?",
      pitfall: """
        The closure receives the whole chunk at each element: to look through it each time takes time in proportion to \
        the square of its length. Look at its last element, or use `chunked(by:)`.
        """
    ) { on in
      on.upstream.collect(
        while: on.choice("predicate", as: Transform<[Int], Bool>.self, { $0.reduce(0, +) < 9 }, { $0.count < 3 }))
    }

    Scenario(
      "collect(weight:maxWeight:)", ["upstream": "--3--3--3--9--2--|"], gives: "--------A--(BC)-----(D|)",
      example: """
        let cancellable = ["to", "be", "or", "not to be"].publisher
          .collect(weight: { $0.utf8.count }, maxWeight: 5)
          .sink { print($0) }
        """, prints: #"["to", "be"]\#n["or"]\#n["not to be"]"#,
      pitfall: """
        A batch that is not full waits for the element that does not fit, or for the finish. Use \
        `collect(weight:maxWeight:orAfter:scheduler:)` where it must not wait for long.
        """,
      listed: Listing(
        under: "Chunks",
        answers: ("I want to cut a stream into groups or windows", "arrays of a total size, in bytes say"),
        beside: ["collect(_:)", "collect(_:options:cost:)"],
        elsewhere: [("groupedWeighted", "Akka, Pekko")]),
      model: .collectByWeight
    ) { on in
      on.upstream.collect(
        weight: on.choice("weight", as: Transform<Int, Int>.self, { $0 }, { $0 / 2 }),
        maxWeight: on.number("maxWeight", 8, in: 1...20))
    }

    Scenario(
      "collect(weight:maxWeight:orAfter:scheduler:)", ["upstream": "-3-3-3----9---2------|"],
      gives: "-----A---BC-------D--|",
      example: #"""
        let scheduler = TestScheduler()
        let lines = PassthroughSubject<String, Never>()
        let cancellable = lines
          .collect(weight: { $0.utf8.count }, maxWeight: 10, orAfter: .seconds(5), scheduler: scheduler)
          .sink { print("at \(scheduler.now):", $0) }
        lines.send("GET /")
        scheduler.advance(by: .seconds(5))
        lines.send("GET /help")
        lines.send("GET /")
        scheduler.advance(by: .seconds(5))
        """#, prints: #"at 5: ["GET /"]\#nat 5: ["GET /help"]\#nat 10: ["GET /"]"#,
      pitfall: """
        A subject drops what it sends while nothing is asked of it: here, while a batch waits for demand. Put a \
        `buffer` above, or use `collect(_:options:cost:)`, which takes all that upstream sends.
        """,
      listed: Listing(
        under: "Chunks",
        answers: (
          "I want to cut a stream into groups or windows",
          "arrays of a total size, or of a time that begins with their first element"
        ),
        beside: ["collect(_:options:cost:)", "collect(_:options:)", "batch(max:whenFull:)"],
        elsewhere: [("groupedWeightedWithin", "Akka, Pekko")])
    ) { on in
      on.upstream.collect(
        weight: on.choice("weight", as: Transform<Int, Int>.self, { $0 }, { _ in 1 }),
        maxWeight: on.number("maxWeight", 8, in: 1...20), orAfter: on.ticks("orAfter", 4, in: 1...20),
        scheduler: on.scheduler)
    }
  }

  @ScenarioList static var groupingStreams: [Scenario] {
    Scenario(
      "groupBy(maxGroups:bufferSize:whenFull:whenIdle:fileID:line:_:)", ["upstream": "--1--2--3--4--5--|"],
      shows: ["keys": "--A--B-----------|", "odd": "(^1)-----3-----5--|", "even": "(^2)-----4-----|"],
      example: #"""
        let sales = [("tea", 3), ("milk", 1), ("tea", 4)].publisher
        let cancellable = sales
          .groupBy { $0.0 }
          .flatMap { group in group.map(\.1).scan(0, +).map { "\(group.key): \($0)" } }
          .sink { print($0) }
        """#, prints: "tea: 3\nmilk: 1\ntea: 7",
      pitfall: """
        A group that nobody reads fills the buffer that all share, and then stops the others. Subscribe to each group when it \
        arrives, with a `flatMap` without a bound, or cancel those that are not wanted.
        """
    ) { on in
      let groups = on.upstream.groupBy(
        on.choice(
          "key", as: Transform<Int, String>.self, { $0.isMultiple(of: 2) ? "even" : "odd" },
          { $0 < 3 ? "small" : "large" }, { "\($0)" }))
      let keys = groups.map { group in
        on.record(group.key, group)
        return group.key
      }
      on.record("keys", keys)
    }

    Scenario(
      "partition(connect:_:)", ["upstream": "--1--2--3--4--5--|"],
      shows: ["even": "-----2-----4-----|", "odd": "--1-----3-----5--|"],
      example: """
        let (passed, failed) = [81, 35, 67].publisher.partition { $0 >= 50 }
        let first = passed.sink { print("passed:", $0) }
        let second = failed.sink { print("failed:", $0) }
        """, prints: "passed: 81\nfailed: 35\npassed: 67",
      pitfall: """
        Nothing flows until both halves have a subscriber. If only one is wanted, use `filter`.
        """
    ) { on in
      let (even, odd) = on.upstream.partition(
        on.choice("predicate", as: Transform<Int, Bool>.self, { $0.isMultiple(of: 2) }, { $0 % 4 == 0 }))
      on.record("even", even)
      on.record("odd", odd)
    }

    Scenario(
      "window(size:bufferSize:fileID:line:)", ["upstream": "--1--2--3--4--5--|"],
      shows: [
        "windows": "--1-----2-----3--|", "window 1": "(^1)--(2|)", "window 2": "(^3)--(4|)", "window 3": "(^5)--|",
      ],
      fixed: "this one only records the windows, which the picture is about",
      example: """
        let cancellable = [3, 4, 10, 20, 5].publisher
          .window(size: 2)
          .flatMap { $0.reduce(0, +) }
          .sink { print($0) }
        """, prints: "7\n30\n5",
      pitfall: """
        A window that nobody reads keeps its elements, and stops upstream once `bufferSize` wait. Use `collect(_:)` if arrays do.
        """
    ) { on in
      let windows = on.upstream.window(size: on.number("size", 2, in: 1...5))
      let numbers = windows.enumerated(startingAt: 1).map { number, window in
        on.record("window \(number)", window)
        return number
      }
      on.record("windows", numbers)
    }

    Scenario(
      "window(boundary:bufferSize:whenFull:fileID:line:)",
      ["upstream": "--1--2-----3--4--|", "boundary": "------x--x--------"],
      shows: [
        "windows": "1-----2--3-------|", "window 1": "--1--2|", "window 2": "------^--|", "window 3": "^-3--4--|",
      ],
      fixed: "this one only records the windows, which the picture is about",
      example: #"""
        let points = PassthroughSubject<Int, Never>()
        let whistle = PassthroughSubject<Void, Never>()
        let cancellable = points
          .window(boundary: whistle)
          .flatMap { $0.reduce(0, +) }
          .sink { print("period:", $0) }
        points.send(2)
        points.send(3)
        whistle.send()
        points.send(1)
        whistle.send()
        """#, prints: "period: 5\nperiod: 1",
      pitfall: """
        A window that nobody reads keeps its elements, and stops upstream once `bufferSize` wait. Use \
        `collect(until:)` if arrays do.
        """
    ) { on in
      let windows = on.upstream.window(boundary: on.text.boundary)
      let numbers = windows.enumerated(startingAt: 1).map { number, window in
        on.record("window \(number)", window)
        return number
      }
      on.record("windows", numbers)
    }

    Scenario(
      "window(every:size:scheduler:bufferSize:whenFull:fileID:line:)", ["upstream": "--1--2--3--4--5--|"],
      shows: [
        "windows": "1-----2-----3----|", "window 1": "--1--2|", "window 2": "^-3--4|", "window 3": "^-5--|",
      ],
      fixed: "this one only records the windows, which the picture is about",
      example: #"""
        let scheduler = TestScheduler()
        let requests = PassthroughSubject<String, Never>()
        let cancellable = requests
          .window(every: .seconds(60), scheduler: scheduler)
          .flatMap { $0.count() }
          .sink { print($0, "requests in a minute") }
        requests.send("/")
        requests.send("/help")
        scheduler.advance(by: .seconds(60))
        """#, prints: "2 requests in a minute",
      pitfall: """
        A window comes for each interval, also for one without elements. Use `collect(_:options:)` if arrays do: it \
        sends none for such an interval.
        """
    ) { on in
      let windows = on.upstream.window(every: on.ticks("every", 6, in: 1...20), scheduler: on.scheduler)
      let numbers = windows.enumerated(startingAt: 1).map { number, window in
        on.record("window \(number)", window)
        return number
      }
      on.record("windows", numbers)
    }
  }
}

extension OperatorModel {
  /// What fits together is one batch; what does not, opens the next.
  fileprivate static let collectByWeight = OperatorModel(
    with: [1, 3, 8, .max], asks: { _ in .otherwise }, failsAtOnce: true
  ) { most in
    var batch: [Int] = []
    func weight(_ value: Int) -> Int { value == 3 ? .max : abs(value) % 5 }
    func sum() -> Int { batch.reduce(0) { $0 + weight($1) } }
    func cut() -> [Signal] {
      defer { batch = [] }
      return batch.isEmpty ? [] : [.value(digest(batch))]
    }
    return { signal, _ in
      switch signal {
      case .value(let value):
        let isFull = !batch.isEmpty && weight(value) > most - sum()
        let former = isFull ? cut() : []
        batch.append(value)
        return former + (sum() >= most ? cut() : [])
      case .finished: return cut() + [.finished]
      case .failure: return [signal]
      }
    }
  } applying: { inputs in
    inputs[0].collect(weight: { inputs.pass($0) == 3 ? .max : abs($0) % 5 }, maxWeight: inputs.argument).map(digest)
  }

  @Sendable private static func digest(_ batch: [Int]) -> Int { batch.reduce(batch.count) { $0 &* 31 &+ $1 } }
}
