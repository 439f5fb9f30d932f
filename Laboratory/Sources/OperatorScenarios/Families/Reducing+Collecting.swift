import StreamCore
import StreamReducing
import StreamTesting

extension Scenarios {
  @ScenarioList static var collecting: [Scenario] {
    Scenario(
      "collect()", ["upstream": "--1--2--3--|"], gives: "-----------(A|)",
      example: """
        let cancellable = ["bread", "milk"].publisher
          .collect()
          .sink { print($0) }
        """, prints: #"["bread", "milk"]"#,
      use: "Use it to get all elements of a stream that ends, as one array.",
      pitfall: """
        The array grows until upstream finishes: an endless stream exhausts memory, and delivers nothing. Use \
        `collect(_:)` for arrays of a fixed length.
        """
    ) { on in on.upstream.collect() }

    Scenario(
      "collect(_:)", ["upstream": "--1--2-----3--4-----5--|"], gives: "-----A--------B--------(C|)",
      example: """
        let cancellable = (1...5).publisher
          .collect(2)
          .sink { print($0) }
        """, prints: "[1, 2]\n[3, 4]\n[5]",
      use: "Use it to write or to send elements in batches of a fixed length.",
      pitfall: """
        The last array may be shorter, and a failure drops the elements of an incomplete one. Elements of a slow \
        stream wait until an array is full; `collect(.byTimeOrCount(…))` limits the wait.
        """
    ) { on in on.upstream.collect(on.number("count", 2, in: 1...5)) }

    Scenario(
      "collect(into:)", ["upstream": "-a-b-a-|"], gives: "-------(A|)", matching: "RangeReplaceableCollection",
      example: """
        let cancellable = "drawer".publisher
          .collect(into: String.self)
          .sink { print($0) }
        """, prints: "drawer",
      pitfall: "Nothing comes before upstream finishes, and memory grows until then: an endless stream exhausts it."
    ) { on in on("upstream", ["a": "a" as Character, "b": "b"]).collect(into: String.self) }

    Scenario(
      "collect(into:)", ["upstream": "-b-a-b-|"], gives: "-------(A|)", matching: "Set<Element>",
      example: """
        let cancellable = ["anna", "ben", "anna"].publisher
          .collect(into: Set.self)
          .sink { print($0.sorted()) }
        """, prints: #"["anna", "ben"]"#,
      pitfall: """
        A set has no order of its own: sort it before you compare or show it.
        """
    ) { on in on.text.upstream.collect(into: Set.self) }

    Scenario(
      "collect(into:uniquingKeysWith:)", ["upstream": "-A--B--C--|"], gives: "----------(D|)",
      example: """
        let orders = [("anna", 3), ("ben", 1), ("anna", 2)]
        let cancellable = orders.publisher
          .collect(into: [String: Int].self) { $0 + $1 }
          .sink { for (name, count) in $0.sorted(by: <) { print(name, count) } }
        """, prints: "anna 5\nben 1",
      pitfall: """
        The closure gets the older value first: `{ $1 }` keeps the newest of a key, `{ $0 }` the oldest. Nothing comes \
        before upstream finishes.
        """
    ) { on in
      on("upstream", ["A": ("a", 1), "B": ("b", 2), "C": ("a", 3)])
        .collect(
          into: [String: Int].self,
          uniquingKeysWith: on.choice(
            "combine", as: Combination<Int, Int>.self, { $0 + $1 }, { first, _ in first }, { max($0, $1) }))
    }

    Scenario(
      "grouped(by:)", ["upstream": "--1--2--3--|"], gives: "-----------(A|)",
      example: """
        let cancellable = ["ant", "bee", "ape"].publisher
          .grouped { $0.prefix(1) }
          .sink { for (letter, names) in $0.sorted(by: { $0.key < $1.key }) { print(letter, names) } }
        """, prints: #"a ["ant", "ape"]\#nb ["bee"]"#,
      pitfall: """
        The dictionary comes when upstream finishes. For one stream per key while elements arrive use `groupBy`.
        """
    ) { on in
      on.upstream.grouped(by: on.choice("key", as: Transform<Int, Int>.self, { $0 % 2 }, { $0 / 2 }, { min($0, 2) }))
    }
  }
}
