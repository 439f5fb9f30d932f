import StreamCombining
import StreamCore
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var combiningByPosition: [Scenario] {
    pairs
    boundedPairs
    tuples
    batches
  }

  @ScenarioList private static var pairs: [Scenario] {
    Scenario(
      "zip(_:)", ["upstream": "-1-2-3------|", "other": "----a----b-c--|"], gives: "----A----B-C|",
      example: #"""
        let runners = ["Ada", "Bo", "Cy"].publisher
        let medals = ["gold", "silver"].publisher
        let cancellable = runners.zip(medals).sink { print("\($1): \($0)") }
        """#, prints: "gold: Ada\nsilver: Bo",
      use: "Use it to pair elements by their position, such as each question with its answer.",
      pitfall: """
        What the faster publisher delivers is queued without a bound until its partner arrives. Bound the queue with \
        `zip(_:bufferSize:whenFull:)`, or use `combineLatest` or `withLatestFrom` if the newest values are meant.
        """
    ) { on in on.upstream.zip(on.text.other) }

    Scenario(
      "zip(_:_:)", ["upstream": "-1-2-3------|", "other": "----4----5-6--|"], gives: "----5----7-9|",
      matching: "transform",
      example: """
        let lengths = [2, 3, 4].publisher
        let cancellable = lengths.zip([5, 6].publisher) { $0 * $1 }.sink { print("area", $0) }
        """, prints: "area 10\narea 18",
      pitfall: """
        What the faster publisher delivers is queued without a bound until its partner arrives. To combine the newest \
        values use `combineLatest`.
        """
    ) { on in
      on.upstream.zip(
        on.other, on.choice("transform", as: Combination<Int, Int>.self, { $0 + $1 }, { max($0, $1) }, { $1 - $0 }))
    }

    Scenario(
      "tryZip(_:_:)", ["upstream": "-8-9-6-----|", "other": "---2--3--0--1|"], gives: "---4--3--#",
      example: """
        struct Mismatch: Error {}
        let cancellable = ["a", "b", "c"].publisher
          .tryZip(["A", "B", "X"].publisher) { if $0.uppercased() == $1 { $0 } else { throw Mismatch() } }
          .sink(receiveCompletion: { if case .failure = $0 { print("no match") } }, receiveValue: { print($0) })
        """, prints: "a\nb\nno match",
      pitfall: "An error ends the stream for good, and drops what is queued."
    ) { on in
      on.upstream.tryZip(
        on.other,
        on.choice(
          "transform", as: CombinationAttempt<Int, Int>.self,
          {
            if $1 == 0 { throw MarbleFailure() } else { $0 / $1 }
          },
          {
            if $0 < $1 { throw MarbleFailure() } else { $0 - $1 }
          },
          {
            if $0 > 8 { throw MarbleFailure() } else { max($0, $1) }
          }))
    }
  }

  @ScenarioList private static var boundedPairs: [Scenario] {
    Scenario(
      "zip(_:bufferSize:whenFull:fileID:line:)", ["upstream": "-1-2-3-4----|", "other": "---------a-b-c|"],
      gives: "---------A-B|",
      example: """
        let frames = PassthroughSubject<Int, Never>()
        let ticks = PassthroughSubject<String, Never>()
        let cancellable = frames.zip(ticks, bufferSize: 2, whenFull: .dropOldest).sink { print($0, $1) }
        for frame in 1...4 { frames.send(frame) }
        ticks.send("tick")
        ticks.send("tock")
        """, prints: "3 tick\n4 tock",
      pitfall: """
        A dropped element shifts the positions: the pairs that follow are no longer those of the same position. Use \
        `.suspend` where the source can wait, or `.error` where a shift must not go unseen.
        """
    ) { on in
      on.upstream.zip(on.text.other, bufferSize: on.number("bufferSize", 2, in: 1...5), whenFull: .dropOldest)
    }

    Scenario(
      "zipLongest(_:bufferSize:whenFull:fileID:line:)", ["upstream": "-1--2|", "other": "--a---b-c-|"],
      gives: "--A---B-C-|",
      example: """
        let cancellable = ["a", "b"].publisher
          .zipLongest([1, 2, 3].publisher)
          .sink { print($0 ?? "–", $1 ?? 0) }
        """, prints: "a 1\nb 2\n– 3",
      pitfall: """
        `nil` comes only when the other publisher has finished: one that is merely late is waited for. A subject that \
        is ahead loses what exceeds the queue.
        """
    ) { on in on.upstream.zipLongest(on.text.other) }

    Scenario(
      "zipLongest(_:padding:otherPadding:bufferSize:whenFull:fileID:line:)",
      ["upstream": "-1--2|", "other": "--a---b-c-|"], gives: "--A---B-C-|",
      example: """
        let cancellable = [30, 40, 50].publisher
          .zipLongest([5, 6].publisher, padding: 0, otherPadding: 0)
          .sink { print($0 + $1) }
        """, prints: "35\n46\n50",
      pitfall: """
        A padding cannot be told from an element of the same value. Leave the paddings out, for pairs of optionals, \
        where that matters.
        """
    ) { on in on.upstream.zipLongest(on.text.other, padding: 0, otherPadding: "z") }

    Scenario(
      "sequenceEqual(_:bufferSize:fileID:line:)", ["upstream": "-1-2-3-4-|", "other": "--1--2---5--|"],
      gives: "---------(A|)",
      example: """
        let cancellable = [1, 2, 3].publisher
          .sequenceEqual([1, 2, 3].publisher)
          .sink { print($0 ? "the same" : "different") }
        """, prints: "the same",
      pitfall: """
        A source that does not wait for demand, such as a subject, loses what exceeds the queue of 32 elements. Raise \
        `bufferSize` if one side may run far ahead of the other.
        """
    ) { on in on.upstream.sequenceEqual(on.other) }

    Scenario(
      "sequenceEqual(_:bufferSize:fileID:line:by:)", ["upstream": "-x-Y---z|", "other": "--X--y--Z--|"],
      gives: "-----------(A|)",
      example: """
        let cancellable = ["Yes", "NO"].publisher
          .sequenceEqual(["yes", "no"].publisher) { $0.lowercased() == $1.lowercased() }
          .sink { print($0) }
        """, prints: "true"
    ) { on in
      on.text.upstream.sequenceEqual(
        on.text.other,
        by: on.choice("areEqual", as: Combination<String, Bool>.self, { $0.lowercased() == $1.lowercased() }, ==))
    }
  }

  @ScenarioList private static var tuples: [Scenario] {
    Scenario(
      "zip(_:_:)", ["upstream": "-1--2------|", "a": "--3----4---|", "b": "---5----6--7|"], gives: "---A----B--|",
      example: #"""
        let names = ["Ada", "Bo"].publisher
        let cancellable = names.zip([36, 7].publisher, ["London", "Oslo"].publisher)
          .sink { print("\($0), \($1), \($2)") }
        """#, prints: "Ada, 36, London\nBo, 7, Oslo",
      pitfall: """
        What the faster publishers deliver is queued without a bound until the slowest has delivered. To combine the \
        newest values use `combineLatest`.
        """
    ) { on in on.upstream.zip(on.a, on.b) }

    Scenario(
      "zip(_:_:_:)", ["upstream": "-1--2------|", "a": "--3----4---|", "b": "---1----2--5|"], gives: "---5----8--|",
      matching: "transform",
      example: """
        let reds = [10, 20].publisher
        let cancellable = reds.zip([20, 40].publisher, [30, 60].publisher) { ($0 + $1 + $2) / 3 }
          .sink { print("grey", $0) }
        """, prints: "grey 20\ngrey 40",
      pitfall: """
        The first publisher that finishes ends the stream as soon as none of its elements is queued: what the others \
        have delivered beyond is dropped.
        """
    ) { on in
      on.upstream.zip(
        on.a, on.b,
        on.choice(
          "transform", as: (@Sendable (Int, Int, Int) -> Int).self, { $0 + $1 + $2 }, { max($0, $1, $2) },
          { $0 * $1 - $2 }))
    }

    Scenario(
      "zip(_:_:_:)", ["upstream": "-1--2-------|", "a": "--3----4----|", "b": "---5----6---|", "c": "----7--8--9-|"],
      gives: "----A---B---|",
      example: """
        let cancellable = [1, 2].publisher
          .zip(["a", "b"].publisher, [true, false].publisher, [0.5, 1.5].publisher)
          .sink { print($0, $1, $2, $3) }
        """, prints: "1 a true 0.5\n2 b false 1.5",
      pitfall: """
        What the faster publishers deliver is queued without a bound until the slowest has delivered. To combine the \
        newest values use `combineLatest`.
        """
    ) { on in on.upstream.zip(on.a, on.b, on.c) }

    Scenario(
      "zip(_:_:_:_:)", ["upstream": "-1--2-------|", "a": "--1----1----|", "b": "---1----2---|", "c": "----2--3--9-|"],
      gives: "----5---8---|", matching: "_ transform",
      example: """
        let cancellable = [1, 2].publisher
          .zip([3, 4].publisher, [5, 6].publisher, [7, 8].publisher) { $0 + $1 + $2 + $3 }
          .sink { print("total", $0) }
        """, prints: "total 16\ntotal 20",
      pitfall: """
        The first publisher that finishes ends the stream as soon as none of its elements is queued: what the others \
        have delivered beyond is dropped.
        """
    ) { on in
      on.upstream.zip(
        on.a, on.b, on.c,
        on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 }, { max($0, $1, $2, $3) },
          { $0 * $1 + $2 * $3 }))
    }

    Scenario(
      "zip(_:_:_:_:)",
      [
        "upstream": "-1--2-------|", "b": "--3----4----|", "c": "---5----6---|", "d": "----7--8--9-|",
        "e": "-0-1--------|",
      ],
      gives: "----A---B---|",
      example: """
        let columns = (1...5).map { [$0, $0 * 10].publisher }
        let cancellable = columns[0].zip(columns[1], columns[2], columns[3], columns[4])
          .sink { print($0, $1, $2, $3, $4) }
        """, prints: "1 2 3 4 5\n10 20 30 40 50",
      pitfall: """
        What the faster publishers deliver is queued without a bound until the slowest has delivered. To combine the \
        newest values use `combineLatest`.
        """
    ) { on in on.upstream.zip(on.b, on.c, on.d, on.e) }

    Scenario(
      "zip(_:_:_:_:transform:)",
      [
        "upstream": "-1--2-------|", "b": "--1----1----|", "c": "---1----2---|", "d": "----2--3--9-|",
        "e": "-0-1--------|",
      ],
      gives: "----5---9---|",
      example: """
        let columns = (1...5).map { [$0, $0 * 10].publisher }
        let cancellable = columns[0]
          .zip(columns[1], columns[2], columns[3], columns[4]) { $0 + $1 + $2 + $3 + $4 }
          .sink { print($0) }
        """, prints: "15\n150",
      pitfall: """
        The first publisher that finishes ends the stream as soon as none of its elements is queued: what the others \
        have delivered beyond is dropped.
        """
    ) { on in
      on.upstream.zip(
        on.b, on.c, on.d, on.e,
        transform: on.choice(
          "transform", as: (@Sendable (Int, Int, Int, Int, Int) -> Int).self, { $0 + $1 + $2 + $3 + $4 },
          { max($0, $1, $2, $3, $4) }, { min($0, $1, $2, $3, $4) }))
    }
  }

  @ScenarioList private static var batches: [Scenario] {
    Scenario(
      "zipMany(emptySentinel:)", ["a": "-1-2----3--|", "b": "--4---5----|", "c": "---6---7---8|"],
      gives: "---A---B---|",
      example: """
        let rows = [["a", "b"], ["1", "2"], ["x", "y"]].map { $0.publisher }
        let cancellable = rows.zipMany().sink { print($0.joined()) }
        """, prints: "a1x\nb2y",
      pitfall: "An empty collection finishes without an element. Pass `emptySentinel: []` to get one."
    ) { on in [on.a, on.b, on.c].zipMany() }

    Scenario(
      "flatMapBatches(of:)", ["a": "-1--2|", "b": "--3---4|", "c": "--5-6|"], gives: "--A---B-C-D|",
      example: """
        let downloads = ["a", "b", "c"].map { Just($0 + ".txt") }
        let cancellable = downloads.flatMapBatches(of: 2).sink { print($0) }
        """, prints: #"["a.txt", "b.txt"]\#n["c.txt"]"#,
      pitfall: """
        The next batch waits for the whole batch before it: one slow publisher holds all up. \
        `flatMap(maxPublishers:_:)` starts the next as soon as any has finished.
        """
    ) { on in [on.a, on.b, on.c].flatMapBatches(of: on.number("size", 2, in: 1...3)) }
  }
}
