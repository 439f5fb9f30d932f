import StreamCore
import StreamFiltering
import StreamTesting

extension Scenarios {
  @ScenarioList static var oneElement: [Scenario] {
    Scenario(
      "first()", ["upstream": "--1--2--3--|"], gives: "--(1|)",
      example: """
        let clicks = PassthroughSubject<String, Never>()
        let cancellable = clicks.first().sink { print($0) } receiveValue: { print($0) }
        clicks.send("left")
        clicks.send("right")
        """, prints: "left\nfinished",
      use: "Use it to wait for one element, and to cancel upstream then.",
      pitfall: """
        An empty stream gives no element, only the end. Add `replaceEmpty(with:)` where there must be one.
        """
    ) { on in on.upstream.first() }

    Scenario(
      "first(where:)", ["upstream": "--1--7--8--|"], gives: "-----(7|)",
      example: """
        let cancellable = [12, 18, 31, 40].publisher
          .first { $0 > 30 }
          .sink { print($0) }
        """, prints: "31",
      use: "Use it to wait for the first element that fits, and to cancel upstream then.",
      pitfall: """
        If no element fits, the stream finishes empty when upstream finishes: an endless upstream never does. Add \
        `replaceEmpty(with:)` where there must be one.
        """
    ) { on in
      on.upstream.first(
        where: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 > 5 }, { $0 < 5 }, { $0.isMultiple(of: 2) }))
    }

    Scenario(
      "tryFirst(where:)", ["upstream": "--1--0--7--|"], gives: "-----#",
      example: """
        struct SensorLost: Error {}
        let cancellable = [12, -1, 31].publisher
          .tryFirst {
            guard $0 >= 0 else { throw SensorLost() }
            return $0 > 30
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "SensorLost()",
      pitfall: """
        An error at one element ends the search, even if a later one would pass. Return `false` for an element that \
        cannot be tested.
        """
    ) { on in
      on.upstream.tryFirst(
        where: on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 > 5
          },
          {
            guard $0 < 5 else { throw MarbleFailure() }
            return $0 < 1
          },
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 5
          }))
    }

    Scenario(
      "last()", ["upstream": "--1--2--3----|"], gives: "-------------(3|)",
      example: """
        let cancellable = ["loading", "half way", "done"].publisher
          .last()
          .sink { print($0) }
        """, prints: "done",
      pitfall: """
        Nothing comes before upstream finishes, of an endless stream nothing ever. For the latest element so far use \
        `CurrentValueSubject`.
        """
    ) { on in on.upstream.last() }

    Scenario(
      "last(where:)", ["upstream": "--7--8--1--|"], gives: "-----------(8|)",
      example: """
        let cancellable = ["a.png", "b.jpg", "c.png", "d.txt"].publisher
          .last { $0.hasSuffix(".png") }
          .sink { print($0) }
        """, prints: "c.png",
      pitfall: """
        Nothing comes before upstream finishes, of an endless stream nothing ever; a failure drops the element that \
        was found.
        """
    ) { on in
      on.upstream.last(
        where: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 > 5 }, { $0 < 5 }, { $0 > 8 }))
    }

    Scenario(
      "tryLast(where:)", ["upstream": "--7--8--0--9--|"], gives: "--------#",
      example: """
        struct Corrupt: Error {}
        let cancellable = ["a=1", "b=2", "?", "c=3"].publisher
          .tryLast {
            guard $0.contains("=") else { throw Corrupt() }
            return $0.hasPrefix("a")
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "Corrupt()",
      pitfall: """
        An error drops the element that was found before it.
        """
    ) { on in
      on.upstream.tryLast(
        where: on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 > 5
          },
          {
            guard $0 < 9 else { throw MarbleFailure() }
            return $0 > 5
          },
          {
            guard $0 != 5 else { throw MarbleFailure() }
            return $0 > 5
          }))
    }

    Scenario(
      "output(at:)", ["upstream": "--1--2--3--4--|"], gives: "--------(3|)",
      example: """
        let cancellable = ["gold", "silver", "bronze", "tin"].publisher
          .output(at: 2)
          .sink { print($0) }
        """, prints: "bronze",
      pitfall: """
        Positions count from zero. A stream that ends before the position gives no element.
        """
    ) { on in on.upstream.output(at: on.number("index", 2)) }

    Scenario(
      "single()", ["one": "--4-----|", "several": "--4--5--6--|"],
      shows: ["of one": "--------(4|)", "of several": "-----#"],
      example: """
        for found in [["anna"], [], ["anna", "anne"]] {
          let cancellable = found.publisher
            .single()
            .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        }
        """, prints: "anna\nnone\nmany",
      pitfall: """
        The failure is a `SingleElementError`, which has that of upstream as `upstream(_:)`. To take the first of \
        several without an error, use `first()`.
        """
    ) { on in
      on.record("of one", on.one.single())
      on.record("of several", on.several.single())
    }

    Scenario(
      "single(where:)", ["upstream": "--1--2--3--|"], gives: "-----------(2|)",
      example: """
        let cancellable = ["readme.md", "main.swift", "notes.md"].publisher
          .single { $0.hasSuffix(".swift") }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "main.swift",
      pitfall: """
        The element waits for the end of upstream, since a second one may still come.
        """
    ) { on in
      on.upstream.single(
        where: on.choice("predicate", as: Transform<Int, Bool>.self, { $0.isMultiple(of: 2) }, { $0 > 1 }, { $0 > 5 }))
    }
  }
}
