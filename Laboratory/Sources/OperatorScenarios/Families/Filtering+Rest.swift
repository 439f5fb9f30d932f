import StreamCore
import StreamFiltering
import StreamTesting

extension Scenarios {
  @ScenarioList static var theRest: [Scenario] {
    Scenario(
      "dropFirst(_:)", ["upstream": "--1--2--3--4--|"], gives: "--------3--4--|",
      example: """
        let volume = CurrentValueSubject<Int, Never>(5)
        let cancellable = volume
          .dropFirst()
          .sink { print("changed to", $0) }
        volume.send(6)
        """, prints: "changed to 6",
      use: """
        Use it to skip elements at the beginning, such as the current value where only changes matter.
        """,
      pitfall: """
        It drops the first element of each subscription, whichever that is. That is right for a \
        `CurrentValueSubject`, whose first element is the current value; of a `PassthroughSubject` a new element is \
        lost.
        """
    ) { on in on.upstream.dropFirst(on.number("count", 2)) }

    Scenario(
      "drop(while:)", ["upstream": "--1--2--7--3--|"], gives: "--------7--3--|",
      example: """
        let cancellable = ["# comment", "# more", "code", "# kept"].publisher
          .drop { $0.hasPrefix("#") }
          .sink { print($0) }
        """, prints: "code\n# kept",
      pitfall: """
        The test is over at the first element that fails it: later elements are delivered even if they would pass. \
        To test each one use `filter`.
        """
    ) { on in
      on.upstream.drop(
        while: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 < 5 }, { $0 < 2 }, { _ in true }))
    }

    Scenario(
      "tryDrop(while:)", ["upstream": "--1--2--0--7--|"], gives: "--------#",
      example: """
        struct NoHeader: Error {}
        let cancellable = ["", "", "GIF89", "data"].publisher
          .tryDrop {
            guard $0.isEmpty || $0.hasPrefix("%") else { throw NoHeader() }
            return $0.isEmpty
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "NoHeader()",
      pitfall: """
        After the first element that fails the test the closure does not run: what it would have thrown at later ones \
        goes unseen.
        """
    ) { on in
      on.upstream.tryDrop(
        while: on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 5
          },
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 2
          },
          {
            guard $0 < 7 else { throw MarbleFailure() }
            return $0 > 0
          }))
    }

    Scenario(
      "drop(untilOutputFrom:)", ["upstream": "--1--2--3--4--|", "trigger": "-------x--"], gives: "--------3--4--|",
      example: """
        let keys = PassthroughSubject<String, Never>()
        let ready = PassthroughSubject<Void, Never>()
        let cancellable = keys
          .drop(untilOutputFrom: ready)
          .sink { print($0) }
        keys.send("a")
        ready.send()
        keys.send("b")
        """, prints: "b",
      pitfall: """
        What comes before the trigger is lost, not kept for later. If the trigger finishes without an element, the \
        stream finishes too.
        """
    ) { on in on.upstream.drop(untilOutputFrom: on.text.trigger) }

    Scenario(
      "dropLast(_:)", ["upstream": "-1--2--3--4--|"], gives: "-------1--2--|",
      example: """
        let cancellable = ["bread", "milk", "total"].publisher
          .dropLast()
          .sink { print($0) }
        """, prints: "bread\nmilk",
      pitfall: """
        Each element comes late: only when as many later ones have come as are dropped.
        """
    ) { on in on.upstream.dropLast(on.number("count", 2)) }

    Scenario(
      "suffix(_:)", ["upstream": "-1--2--3--4--|"], gives: "-------------(34|)",
      example: """
        let cancellable = ["started", "loaded", "saved", "quit"].publisher
          .suffix(2)
          .sink { print($0) }
        """, prints: "saved\nquit",
      pitfall: """
        Nothing comes before upstream finishes, of an endless stream nothing ever; a failure drops the elements.
        """
    ) { on in on.upstream.suffix(on.number("count", 2)) }
  }

  @ScenarioList static var emptyStreams: [Scenario] {
    Scenario(
      "replaceEmpty(with:)", ["upstream": "--1--2--3--|"], gives: "-----------(9|)",
      example: """
        let cancellable = ["anna", "ben"].publisher
          .filter { $0.hasPrefix("z") }
          .replaceEmpty(with: "nobody")
          .sink { print($0) }
        """, prints: "nobody",
      use: "Use it where a later step needs at least one element.",
      pitfall: """
        A failure is not an empty stream: it is passed on without the replacement. See `replaceError(with:)`.
        """
    ) { on in
      on.upstream.filter(
        on.choice("isIncluded", as: Transform<Int, Bool>.self, { $0 > 5 }, { $0 > 1 })
      ).replaceEmpty(with: 9)
    }

    Scenario(
      "ifEmpty(switchTo:)", ["upstream": "-----|", "other": "--1--2--|"], gives: "-------1--2--|",
      example: """
        let cached = Empty<String, Never>()
        let download = ["page 1", "page 2"].publisher
        let cancellable = cached
          .ifEmpty(switchTo: download)
          .sink { print($0) }
        """, prints: "page 1\npage 2",
      pitfall: """
        A failure is not an empty stream: it is passed on. To go on with another publisher after a failure use \
        `catch`.
        """
    ) { on in on.upstream.ifEmpty(switchTo: on.other) }
  }
}
