import StreamCore
import StreamMapping
import StreamTesting

extension Family {
  @ScenarioList static var mappingState: [Scenario] {
    Scenario(
      "scan(_:_:)", ["upstream": "--1--2--3--2--|"], gives: "--1--3--6--8--|",
      example: """
        let cancellable = [100, -30, 50].publisher
          .scan(0, +)
          .sink { print("balance:", $0) }
        """, prints: "balance: 100\nbalance: 70\nbalance: 120",
      use: "Use it to keep a running result: a balance, or a state that events change.",
      pitfall: """
        The initial result is not delivered. Add `prepend` for a stream that begins with it; use `reduce` if only \
        the last result counts.
        """
    ) { on in
      on.upstream.scan(
        on.number("initialResult", 0),
        on.choice(
          "nextPartialResult", as: Combination<Int, Int>.self, +, { max($0, $1) }, { $0 * 10 + $1 }, { $1 - $0 }))
    }

    Scenario(
      "tryScan(_:_:)", ["upstream": "--1--2--3--9--1--|"], gives: "--1--3--6--#",
      example: #"""
        struct Overdrawn: Error, CustomStringConvertible { let description = "overdrawn" }
        let cancellable = [100, -30, -90, 50].publisher
          .tryScan(0) { balance, amount in
            guard balance + amount >= 0 else { throw Overdrawn() }
            return balance + amount
          }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """#, prints: "100\n70\nfailure(overdrawn)",
      pitfall: """
        One error ends the stream, with all that has been accumulated. Return the result so far unchanged for an \
        element that should only be left out.
        """
    ) { on in
      on.upstream.tryScan(
        0,
        on.choice(
          "nextPartialResult", as: CombinationAttempt<Int, Int>.self,
          { sum, number in
            guard sum + number < 10 else { throw MarbleFailure() }
            return sum + number
          },
          { highest, number in
            guard number >= highest else { throw MarbleFailure() }
            return number
          },
          { sum, number in
            guard number < 9 else { throw MarbleFailure() }
            return sum * 10 + number
          }))
    }

    Scenario(
      "scan(into:_:)", ["upstream": "--a--b--a--|"], gives: "--A--B--C--|",
      example: """
        let cancellable = ["milk", "bread", "jam"].publisher
          .scan(into: []) { $0.append($1) }
          .sink { print($0) }
        """, prints: #"["milk"]\#n["milk", "bread"]\#n["milk", "bread", "jam"]"#,
      pitfall: """
        If downstream keeps what it receives, as `collect` does, an array is copied for each element after all. An \
        object is changed in place for those that keep it, too.
        """
    ) { on in
      on.text.upstream.scan(
        into: [],
        on.choice(
          "update", as: Change<[String], String>.self, { $0.append($1) }, { $0.insert($1, at: 0) }, { $0 = [$1] }))
    }

    Scenario(
      "scanMap(into:_:)", ["upstream": "--1--3--3--8--|"], gives: "--1--2--0--5--|",
      example: """
        let odometer = [12_000, 12_040, 12_100].publisher
        let cancellable = odometer
          .scanMap(into: 12_000) { last, reading in
            defer { last = reading }
            return reading - last
          }
          .sink { print($0, "km") }
        """, prints: "0 km\n40 km\n60 km",
      pitfall: "Each subscriber begins with a copy of the state: an object as the state is shared by all of them."
    ) { on in
      on.upstream.scanMap(
        into: 0,
        on.choice(
          "transform", as: (@Sendable (inout Int, Int) -> Int).self,
          { last, number in
            defer { last = number }
            return number - last
          },
          { highest, number in
            highest = max(highest, number)
            return highest
          },
          { count, number in
            count += 1
            return count * number
          }))
    }

    Scenario(
      "compactScanMap(into:_:)", ["upstream": "--1--3--3--2--8--|"], gives: "--1--3--------8--|",
      example: """
        let cancellable = [61, 64, 62, 70].publisher
          .compactScanMap(into: 60) { best, score -> String? in
            guard score > best else { return nil }
            defer { best = score }
            return "record: \\(score), \\(score - best) better"
          }
          .sink { print($0) }
        """, prints: "record: 61, 1 better\nrecord: 64, 3 better\nrecord: 70, 6 better",
      pitfall: "A result of `nil` leaves out the element, not the change: the state stays as the closure has left it."
    ) { on in
      on.upstream.compactScanMap(
        into: 0,
        on.choice(
          "transform", as: (@Sendable (inout Int, Int) -> Int?).self,
          { highest, number -> Int? in
            guard number > highest else { return nil }
            highest = number
            return number
          },
          { last, number -> Int? in
            defer { last = number }
            return number == last ? nil : number
          },
          { count, number -> Int? in
            count += 1
            return count.isMultiple(of: 2) ? number : nil
          }))
    }

    Scenario(
      "pairwise()", ["upstream": "--1--2--3--4--|"], gives: "-----A--B--C--|",
      example: """
        let cancellable = [1_013, 1_009, 1_011].publisher
          .pairwise()
          .sink { print($0.current < $0.previous ? "falling" : "rising") }
        """, prints: "falling\nrising",
      pitfall: """
        A stream of one element delivers nothing. Use `pairwise(startingWith:)` if the first element needs a pair, too.
        """
    ) { on in on.upstream.pairwise() }

    Scenario(
      "pairwise(startingWith:)", ["upstream": "--1--2--3--4--|"], gives: "--A--B--C--D--|",
      example: #"""
        let cancellable = ["inbox", "drafts"].publisher
          .pairwise(startingWith: "start")
          .sink { print("\($0.previous) → \($0.current)") }
        """#, prints: "start → inbox\ninbox → drafts"
    ) { on in on.upstream.pairwise(startingWith: on.number("startingWith", 0)) }

    Scenario(
      "windows(ofCount:step:)", ["upstream": "--1--2--3--4--5--6--|"], gives: "--------A-----B-----|",
      example: """
        let cancellable = [1, 2, 3, 4, 5].publisher
          .windows(ofCount: 3, step: 2)
          .sink { print($0) }
        """, prints: "[1, 2, 3]\n[3, 4, 5]",
      pitfall: """
        A window that is incomplete at the end is dropped, so a short stream may deliver nothing. `collect(_:)` \
        keeps the rest, but its arrays do not overlap.
        """
    ) { on in on.upstream.windows(ofCount: on.number("ofCount", 3, in: 1...5), step: on.number("step", 2, in: 1...5)) }

    Scenario(
      "nwise(_:)", ["upstream": "--1--2--3--4--|"], gives: "--------A--B--|",
      example: """
        let cancellable = [10, 14, 12, 19].publisher
          .nwise(3)
          .map { $0.reduce(0, +) / 3 }
          .sink { print("average:", $0) }
        """, prints: "average: 12\naverage: 15",
      pitfall: "Nothing comes before as many elements as a window has, so a short stream delivers nothing."
    ) { on in on.upstream.nwise(on.number("size", 3, in: 1...5)) }
  }
}
