import StreamCore
import StreamFiltering
import StreamTesting

extension Scenarios {
  @ScenarioList static var choosingElements: [Scenario] {
    Scenario(
      "filter(_:)", ["upstream": "--1--2--3--4--|"], gives: "-----2-----4--|",
      example: """
        let cancellable = (1...4).publisher
          .filter { $0.isMultiple(of: 2) }
          .sink { print($0) }
        """, prints: "2\n4",
      use: """
        Use it to leave out elements by a rule. To transform them in the same step, use `compactMap`; to end the \
        stream at an element, `prefix(while:)`.
        """
    ) { on in
      on.upstream.filter(
        on.choice(
          "isIncluded", as: Transform<Int, Bool>.self, { $0.isMultiple(of: 2) }, { $0 > 2 }, { $0 != 3 }, { _ in false }
        ))
    }

    Scenario(
      "tryFilter(_:)", ["upstream": "--1--2--3--0--4--|"], gives: "-----2-----#",
      example: """
        struct NotANumber: Error {}
        let cancellable = ["3", "12", "x", "20"].publisher
          .tryFilter {
            guard let number = Int($0) else { throw NotANumber() }
            return number > 5
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "12\nNotANumber()",
      pitfall: """
        One error ends the stream, and the elements after it are lost. Return `false` for an element that should \
        only be left out.
        """
    ) { on in
      on.upstream.tryFilter(
        on.choice(
          "isIncluded", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0.isMultiple(of: 2)
          },
          {
            guard $0 < 3 else { throw MarbleFailure() }
            return true
          }))
    }

    Scenario(
      "filterMany(_:)", ["upstream": "-A---B---C--|"], gives: "-D---E---F--|",
      example: """
        let baskets = [["apple", "nail"], ["nail"], ["pear", "plum"]]
        let cancellable = baskets.publisher
          .filterMany { $0 != "nail" }
          .sink { print($0) }
        """, prints: #"["apple"]\#n[]\#n["pear", "plum"]"#,
      pitfall: """
        A collection of which nothing stays is delivered empty. Add `filter { !$0.isEmpty }` if those should not \
        come through.
        """
    ) { on in
      on("upstream", ["A": [1, 2], "B": [3], "C": [4, 5, 6]])
        .filterMany(on.choice("isIncluded", as: Transform<Int, Bool>.self, { $0.isMultiple(of: 2) }, { $0 > 3 }))
    }

    Scenario(
      "removeDuplicates()", ["upstream": "--1--1--2--2--1--|"], gives: "--1-----2-----1--|",
      example: """
        let cancellable = ["draft", "draft", "sent", "draft"].publisher
          .removeDuplicates()
          .sink { print($0) }
        """, prints: "draft\nsent\ndraft",
      use: "Use it to deliver only changes: before a view, or before work that need not be repeated.",
      pitfall: """
        Only neighbours are compared: an element that comes back after another one is delivered again. \
        `removeAllDuplicates()` drops that too.
        """
    ) { on in on.upstream.removeDuplicates() }

    Scenario(
      "removeDuplicates(by:)", ["upstream": "-1--2--3--7--6--4--|"], gives: "-1-----3--7-----4--|",
      example: """
        let cancellable = [20.0, 20.3, 20.6, 23.1, 22.8].publisher
          .removeDuplicates { abs($0 - $1) < 0.5 }
          .sink { print($0) }
        """, prints: "20.0\n20.6\n23.1",
      pitfall: """
        The first argument is the last element delivered, not the last received: small steps add up, and the element \
        that has gone far enough from the last delivered one comes through.
        """
    ) { on in
      on.upstream.removeDuplicates(
        by: on.choice(
          "predicate", as: Combination<Int, Bool>.self, { abs($0 - $1) < 2 }, { $0 % 2 == $1 % 2 }, { $1 < $0 }))
    }

    Scenario(
      "removeDuplicates(on:)", ["upstream": "-A--B--C--D--|"], gives: "-A-----C--D--|",
      example: """
        let cancellable = ["ant", "ape", "bee", "asp"].publisher
          .removeDuplicates { $0.first }
          .sink { print($0) }
        """, prints: "ant\nbee\nasp",
      pitfall: """
        The key is computed twice for each element. If that costs much, map to pairs of key and element first.
        """
    ) { on in
      on("upstream", ["A": "ant", "B": "ape", "C": "bee", "D": "asp"])
        .removeDuplicates(on: on.choice("key", as: Transform<String, Character?>.self, { $0.first }, { $0.last }))
    }

    Scenario(
      "tryRemoveDuplicates(by:)", ["upstream": "--1--1--3--2--4--|"], gives: "--1-----3--#",
      example: """
        struct ClockWentBack: Error {}
        let cancellable = [100, 100, 160, 130].publisher
          .tryRemoveDuplicates { last, next in
            guard next >= last else { throw ClockWentBack() }
            return next == last
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "100\n160\nClockWentBack()",
      pitfall: """
        One error ends the stream. Return `false` for elements that cannot be compared, and both are delivered.
        """
    ) { on in
      on.upstream.tryRemoveDuplicates(
        by: on.choice(
          "predicate", as: CombinationAttempt<Int, Bool>.self,
          {
            guard $0 <= $1 else { throw MarbleFailure() }
            return $0 == $1
          },
          {
            guard $1 < 4 else { throw MarbleFailure() }
            return $0 == $1
          },
          {
            guard $0 <= $1 else { throw MarbleFailure() }
            return $1 - $0 < 3
          }))
    }

    Scenario(
      "removeAllDuplicates()", ["upstream": "-1--2--1--3--2--|"], gives: "-1--2-----3-----|",
      example: """
        let cancellable = ["anna", "ben", "anna", "carl", "ben"].publisher
          .removeAllDuplicates()
          .sink { print($0) }
        """, prints: "anna\nben\ncarl",
      pitfall: """
        Each different element is kept for ever. For an endless stream set a limit: \
        `removeAllDuplicates(on: { $0 }, remembering: 1000)`.
        """
    ) { on in on.upstream.removeAllDuplicates() }

    Scenario(
      "removeAllDuplicates(on:remembering:)", ["upstream": "-1--2--1--3--1--2--|"], gives: "-1--2-----3--1--2--|",
      example: """
        struct Message { let id: Int, text: String }
        let received = [(7, "hello"), (8, "are you there?"), (7, "hello")].map { Message(id: $0, text: $1) }
        let cancellable = received.publisher
          .removeAllDuplicates(on: { $0.id }, remembering: 100)
          .sink { print($0.text) }
        """, prints: "hello\nare you there?",
      pitfall: """
        The limit counts keys, not elements, and the key that was added first is forgotten first, even if it came \
        again just now. Choose the limit larger than the number of keys between two duplicates.
        """
    ) { on in
      on.upstream.removeAllDuplicates(
        on: on.choice("key", as: Transform<Int, Int>.self, { $0 }, { $0 % 2 }, { max($0, 2) }),
        remembering: on.number("limit", 2, in: 0...4))
    }

    Scenario(
      "ignoreOutput()", ["upstream": "--1--2--3--|"], gives: "-----------|",
      example: """
        let saved = PassthroughSubject<Int, Never>()
        let cancellable = saved
          .ignoreOutput()
          .sink { _ in print("all saved") } receiveValue: { _ in }
        saved.send(1)
        saved.send(2)
        saved.send(completion: .finished)
        """, prints: "all saved",
      pitfall: """
        Nothing but the end comes through, so do the work on elements before this operator, and act on the \
        completion after it.
        """
    ) { on in on.upstream.ignoreOutput() }
  }
}
