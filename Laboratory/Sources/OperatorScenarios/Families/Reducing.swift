import StreamCore
import StreamMapping
import StreamReducing
import StreamTesting

extension Family {
  static let reducing = Family("StreamReducing") {
    Scenarios.accumulating
    Scenarios.collecting
    Scenarios.comparing
    Scenarios.asking
  }
}

extension Scenarios {
  @ScenarioList static var accumulating: [Scenario] {
    Scenario(
      "reduce(_:_:)", ["upstream": "--1--2--3--|"], gives: "-----------(6|)",
      example: """
        let cancellable = ["to", "be", "or", "not"].publisher
          .reduce(0) { $0 + $1.count }
          .sink { print($0) }
        """, prints: "9",
      use: "Use it for one result of a whole stream, which must end.",
      pitfall: """
        Nothing comes before upstream finishes. For a result after each element use `scan`.
        """
    ) { on in
      on.upstream.reduce(
        0, on.choice("nextPartialResult", as: Combination<Int, Int>.self, +, { max($0, $1) }, { $0 * 10 + $1 }))
    }

    Scenario(
      "tryReduce(_:_:)", ["upstream": "--2--3--0--5--|"], gives: "--------#",
      example: """
        struct Overdrawn: Error {}
        let cancellable = [-20, -50, -40, 100].publisher
          .tryReduce(100) { balance, amount in
            guard balance + amount >= 0 else { throw Overdrawn() }
            return balance + amount
          }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "Overdrawn()",
      pitfall: """
        An error drops what has been accumulated. For a running result that survives it use `tryScan`.
        """
    ) { on in
      on.upstream.tryReduce(
        60,
        on.choice(
          "nextPartialResult", as: CombinationAttempt<Int, Int>.self,
          {
            guard $1 > 0 else { throw MarbleFailure() }
            return $0 / $1
          },
          {
            guard $1 < 3 else { throw MarbleFailure() }
            return $0 / $1
          },
          {
            guard $1 < $0 else { throw MarbleFailure() }
            return $0 - $1
          }))
    }

    Scenario(
      "reduce(into:_:)", ["upstream": "--1--2--3--|"], gives: "-----------(A|)",
      example: """
        let cancellable = ["a", "b", "a", "a"].publisher
          .reduce(into: [:]) { counts, letter in counts[letter, default: 0] += 1 }
          .sink { print($0["a"] ?? 0, $0["b"] ?? 0) }
        """, prints: "3 1",
      pitfall: "Nothing comes before upstream finishes. For a result after each element use `scan(into:_:)`."
    ) { on in
      on.upstream.reduce(
        into: [Int](),
        on.choice("update", as: Change<[Int], Int>.self, { $0.insert($1, at: 0) }, { $0.append($1) }, { $0 = [$1] }))
    }

    Scenario(
      "tryReduce(into:_:)", ["upstream": "--1--2--0--3--|"], gives: "--------#",
      example: """
        struct Malformed: Error {}
        let cancellable = ["host=local", "port=80"].publisher
          .tryReduce(into: [String: String]()) { settings, line in
            let parts = line.split(separator: "=").map(String.init)
            guard parts.count == 2 else { throw Malformed() }
            settings[parts[0]] = parts[1]
          }
          .sink { print($0) } receiveValue: { print($0["host"] ?? "", $0["port"] ?? "") }
        """, prints: "local 80\nfinished",
      pitfall: """
        An error drops what has been accumulated.
        """
    ) { on in
      on.upstream.tryReduce(
        into: [Int](),
        on.choice(
          "update", as: (@Sendable (inout [Int], Int) throws -> Void).self,
          {
            guard $1 > 0 else { throw MarbleFailure() }
            $0.append($1)
          },
          {
            guard $1 < 3 else { throw MarbleFailure() }
            $0.append($1)
          },
          {
            guard $0.count < 4 else { throw MarbleFailure() }
            $0.insert($1, at: 0)
          }))
    }

    Scenario(
      "sum()", ["upstream": "--1--2--3--|"], gives: "-----------(6|)",
      example: """
        let cancellable = [250, 120, 80].publisher
          .sum()
          .sink { print($0, "cents") }
        """, prints: "450 cents",
      pitfall: """
        Integers trap on overflow, as `+` does. A running sum is `scan(0, +)`.
        """
    ) { on in on.upstream.sum() }

    Scenario(
      "average()", ["upstream": "--1--2--6--|"], gives: "-----------(A|)",
      example: """
        let cancellable = [18.5, 21.0, 20.5].publisher
          .average()
          .sink { print($0 ?? .nan) }
        """, prints: "20.0",
      pitfall: """
        The mean is optional: of an empty stream it is `nil`, delivered as an element.
        """
    ) { on in
      on.upstream.map(
        on.choice("transform", as: Transform<Int, Double>.self, { Double($0) }, { Double($0 % 2) }, { Double($0 * $0) })
      ).average()
    }

    Scenario(
      "statistics()", ["upstream": "--1--5--1--5--|"], gives: "--------------(A|)", covers: ["add(_:)"],
      example: """
        let cancellable = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].publisher
          .statistics()
          .sink { print($0.count, $0.mean ?? 0, $0.variance ?? 0, $0.minimum ?? 0, $0.maximum ?? 0) }
        """, prints: "8 5.0 4.0 2.0 9.0",
      pitfall: """
        The variance is that of a whole population, divided by the count: for a sample multiply it by count / (count \
        - 1).
        """
    ) { on in
      on.upstream.map { Double($0) }.statistics().compactMap(
        on.choice("statistic", as: Transform<StreamStatistics<Double>, Double?>.self, \.variance, \.mean, \.maximum))
    }

    Scenario(
      "count()", ["upstream": "--a--b--c--|"], gives: "-----------(3|)",
      example: """
        let cancellable = ["ok", "error", "ok", "ok"].publisher
          .filter { $0 == "ok" }
          .count()
          .sink { print($0) }
        """, prints: "3",
      pitfall: """
        Nothing comes before upstream finishes. For a running count use `scan(0) { count, _ in count + 1 }`.
        """
    ) { on in on.text.upstream.count() }
  }
}
