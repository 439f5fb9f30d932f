import StreamCore
import StreamReducing
import StreamTesting

extension Scenarios {
  @ScenarioList static var comparing: [Scenario] {
    Scenario(
      "min()", ["upstream": "--2--3--1--|"], gives: "-----------(1|)",
      example: """
        let cancellable = [18.5, 12.0, 21.0].publisher
          .min()
          .sink { print($0) }
        """, prints: "12.0",
      pitfall: """
        Nothing comes before upstream finishes, and nothing but the end if it was empty. The smallest so far is \
        `scan(Int.max) { min($0, $1) }`.
        """
    ) { on in on.upstream.min() }

    Scenario(
      "min(by:)", ["upstream": "-A--B--C--D--|"], gives: "-------------(B|)",
      example: """
        let cancellable = ["plum", "fig", "kiwi", "nut"].publisher
          .min { $0.count < $1.count }
          .sink { print($0) }
        """, prints: "fig",
      pitfall: """
        Of several smallest elements the first is delivered.
        """
    ) { on in
      on("upstream", ["A": "plum", "B": "fig", "C": "kiwi", "D": "nut"])
        .min(
          by: on.choice(
            "areInIncreasingOrder", as: Combination<String, Bool>.self, { $0.count < $1.count }, { $0 > $1 }))
    }

    Scenario(
      "tryMin(by:)", ["upstream": "--2--3--0--1--|"], gives: "--------#",
      example: """
        struct NotComparable: Error {}
        let cancellable = [2.0, .nan, 1.0].publisher
          .tryMin {
            guard !$0.isNaN, !$1.isNaN else { throw NotComparable() }
            return $0 < $1
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "NotComparable()",
      pitfall: """
        The closure compares, and is not called for a single element: an element on its own is never checked by it.
        """
    ) { on in
      on.upstream.tryMin(
        by: on.choice(
          "areInIncreasingOrder", as: CombinationAttempt<Int, Bool>.self,
          {
            guard $0 > 0, $1 > 0 else { throw MarbleFailure() }
            return $0 < $1
          },
          {
            guard $0 < 3, $1 < 3 else { throw MarbleFailure() }
            return $0 < $1
          },
          {
            guard $0 < 9, $1 < 9 else { throw MarbleFailure() }
            return $0 > $1
          }))
    }

    Scenario(
      "max()", ["upstream": "--2--3--1--|"], gives: "-----------(3|)",
      example: """
        let cancellable = [310, 990, 450].publisher
          .max()
          .sink { print("high score:", $0) }
        """, prints: "high score: 990",
      pitfall: """
        Nothing comes before upstream finishes, and nothing but the end if it was empty. The largest so far is \
        `scan(Int.min) { max($0, $1) }`.
        """
    ) { on in on.upstream.max() }

    Scenario(
      "max(by:)", ["upstream": "-A--B--C--D--|"], gives: "-------------(B|)",
      example: """
        let cancellable = ["fig", "plum", "nut", "kiwi"].publisher
          .max { $0.count < $1.count }
          .sink { print($0) }
        """, prints: "plum",
      pitfall: """
        The closure still says which element is smaller, as that of `min(by:)` does: `>` in it gives the smallest. \
        Of several largest elements the first is delivered.
        """
    ) { on in
      on("upstream", ["A": "fig", "B": "plum", "C": "nut", "D": "kiwi"])
        .max(
          by: on.choice(
            "areInIncreasingOrder", as: Combination<String, Bool>.self, { $0.count < $1.count }, { $0 > $1 }))
    }

    Scenario(
      "tryMax(by:)", ["upstream": "--2--3--0--4--|"], gives: "--------#",
      example: """
        struct NotANumber: Error {}
        let cancellable = ["9", "10", "ten"].publisher
          .tryMax {
            guard let first = Int($0), let second = Int($1) else { throw NotANumber() }
            return first < second
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "NotANumber()",
      pitfall: """
        The closure says which element is smaller, as for `tryMin(by:)`. An error at one pair ends the stream without \
        a result.
        """
    ) { on in
      on.upstream.tryMax(
        by: on.choice(
          "areInIncreasingOrder", as: CombinationAttempt<Int, Bool>.self,
          {
            guard $0 > 0, $1 > 0 else { throw MarbleFailure() }
            return $0 < $1
          },
          {
            guard $0 < 3, $1 < 3 else { throw MarbleFailure() }
            return $0 < $1
          },
          {
            guard $0 < 9, $1 < 9 else { throw MarbleFailure() }
            return $0 > $1
          }))
    }
  }

  @ScenarioList static var asking: [Scenario] {
    Scenario(
      "contains(_:)", ["upstream": "--1--2--3--4--|"], gives: "--------(A|)",
      example: """
        let cancellable = ["queued", "running", "done"].publisher
          .contains("done")
          .sink { print($0) }
        """, prints: "true",
      pitfall: """
        `true` comes with the element, `false` only when upstream finishes: of an endless stream never.
        """
    ) { on in on.upstream.contains(3) }

    Scenario(
      "contains(where:)", ["upstream": "--1--2--3--4--|"], gives: "--------(A|)",
      example: """
        let cancellable = [200, 200, 404, 200].publisher
          .contains { $0 >= 400 }
          .sink { print($0 ? "a request failed" : "all well") }
        """, prints: "a request failed",
      pitfall: "`true` comes with the element, `false` only when upstream finishes: of an endless stream never."
    ) { on in
      on.upstream.contains(
        where: on.choice("predicate", as: Transform<Int, Bool>.self, { $0 > 2 }, { $0.isMultiple(of: 2) }, { $0 > 5 }))
    }

    Scenario(
      "tryContains(where:)", ["upstream": "--1--2--0--3--|"], gives: "--------#",
      example: """
        struct NotANumber: Error {}
        let cancellable = ["4", "x", "12"].publisher
          .tryContains {
            guard let number = Int($0) else { throw NotANumber() }
            return number > 10
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "NotANumber()",
      pitfall: """
        An error at one element ends the search, even if a later one would satisfy the test. Return `false` for an \
        element that cannot be tested.
        """
    ) { on in
      on.upstream.tryContains(
        where: on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 > 2
          },
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 > 1
          },
          {
            guard $0 < 9 else { throw MarbleFailure() }
            return $0 > 3
          }))
    }

    Scenario(
      "allSatisfy(_:)", ["upstream": "--1--2--3--4--|"], gives: "--------(A|)",
      example: """
        let cancellable = ["anna", "ben", ""].publisher
          .allSatisfy { !$0.isEmpty }
          .sink { print($0) }
        """, prints: "false",
      pitfall: """
        `false` comes with the element, `true` only when upstream finishes. Of an empty stream the answer is `true`.
        """
    ) { on in
      on.upstream.allSatisfy(on.choice("predicate", as: Transform<Int, Bool>.self, { $0 < 3 }, { $0 < 2 }, { $0 < 9 }))
    }

    Scenario(
      "tryAllSatisfy(_:)", ["upstream": "--1--2--0--3--|"], gives: "--------#",
      example: """
        struct Unreadable: Error {}
        let cancellable = ["1.5", "2.5", "?"].publisher
          .tryAllSatisfy {
            guard let weight = Double($0) else { throw Unreadable() }
            return weight < 10
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "Unreadable()",
      pitfall: """
        An error is a failure, not the answer `false`: return `false` for an element that does not satisfy the test.
        """
    ) { on in
      on.upstream.tryAllSatisfy(
        on.choice(
          "predicate", as: Attempt<Int, Bool>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 3
          },
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return $0 < 2
          },
          {
            guard $0 < 9 else { throw MarbleFailure() }
            return $0 < 4
          }))
    }
  }
}
