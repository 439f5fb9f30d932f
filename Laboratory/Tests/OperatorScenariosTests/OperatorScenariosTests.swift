import OperatorScenarios
import StreamTesting
import Testing

@Suite("The operators' scenarios", .serialized)
struct OperatorScenariosTests {
  @Test("Each run gives what its table says", arguments: Family.all.map(\.module))
  func runs(module: String) async throws {
    let family = try #require(Family.all.first { $0.module == module })
    for scenario in family.scenarios {
      let outcome = await scenario.run()
      #expect(outcome.marbles.map(\.name) == scenario.outputs.map(\.name), "\(scenario.symbol)")
      for (row, expected) in zip(outcome.marbles, scenario.outputs) {
        let marbles = try Marbles(parsing: row.marbles)
        #expect(marbles == expected.marbles, "\(scenario.symbol): \(row.marbles), not \(expected.marbles)")
      }
      #expect(outcome.unknownTimelines == [], "\(scenario.symbol)")
      #expect(outcome.complaints == [], "\(scenario.symbol)")
      #expect(!scenario.code().isEmpty, "\(scenario.symbol)")
    }
  }

  @Test("No operator stands twice in a family, but for overloads that are told apart")
  func unique() {
    for family in Family.all {
      let keys = family.scenarios.map { [$0.symbol, $0.matching] } + family.unplayed.map { [$0.symbol, $0.matching] }
      #expect(Set(keys).count == keys.count, "\(family.module)")
    }
  }

  @Test("Every closure that may be chosen has its code, and runs")
  func choices() async throws {
    for family in Family.all {
      for scenario in family.scenarios {
        let own = await scenario.run()
        for parameter in own.parameters where !parameter.options.isEmpty {
          #expect(parameter.options.count == parameter.range.count, "\(scenario.symbol)")
          #expect((2...4).contains(parameter.options.count), "\(scenario.symbol)")
          var shown: Set<[MarbleRow]> = []
          for place in parameter.range {
            let outcome = await scenario.run(numbers: [parameter.name: place])
            #expect(outcome.complaints == [], "\(scenario.symbol)")
            // A closure whose picture is that of another is no choice.
            #expect(shown.insert(outcome.outputs).inserted, "\(scenario.symbol) \(place)")
            let code = scenario.code(numbers: outcome.parameters)
            #expect(!code.contains("choice("), "\(scenario.symbol): \(code)")
            let isThere = compact(code).contains(compact(parameter.options[place]))
            #expect(isThere, "\(scenario.symbol): \(code) lacks \(parameter.options[place])")
          }
        }
      }
    }
  }

  @Test("A scenario with a closure offers others, or says why it is fixed")
  func fixed() async {
    for family in Family.all {
      for scenario in family.scenarios {
        let offersChoice = await scenario.run().parameters.contains { !$0.options.isEmpty }
        let name = "\(scenario.symbol) \(scenario.matching)"
        if offersChoice || !hasClosure(scenario.code()) {
          #expect(scenario.fixed == "", "\(name): its closure can be chosen, or it has none.")
        } else {
          #expect(scenario.fixed != "", "\(name) has a closure, but neither a choice nor a reason why it has none.")
        }
      }
    }
  }

  @Test(
    "What is a closure",
    arguments: [
      ("upstream.map { $0 * 2 }", true), ("upstream.scan(0, +)", true),
      ("upstream.chunked(maxLength: 9, by: ==)", true),
      ("upstream.map(\\.count)", true), ("upstream.prefix(2)", false), ("upstream.merge(with: other)", false),
    ])
  func closures(code: String, isClosure: Bool) {
    #expect(hasClosure(code) == isClosure)
  }

  @Test(
    "A closure is written as a user would: trailing, or with its label",
    arguments: [
      ("filter(_:)", ["isIncluded": 1], "upstream.filter { $0 > 2 }"),
      ("prefix(while:)", ["predicate": 0], "upstream.prefix(while: { $0 < 5 })"),
      ("removeDuplicates(by:)", ["predicate": 2], "upstream.removeDuplicates { $1 < $0 }"),
      ("contains(where:)", ["predicate": 2], "upstream.contains { $0 > 5 }"),
      ("scan(_:_:)", ["nextPartialResult": 0], "upstream.scan(0, +)"),
      ("scan(_:_:)", ["nextPartialResult": 1, "initialResult": 3], "upstream.scan(3) { max($0, $1) }"),
      ("chunked(maxLength:by:)", ["belongsWith": 0], "upstream.chunked(maxLength: 9, by: ==)"),
      ("chunked(maxLength:by:)", ["belongsWith": 1], "upstream.chunked(maxLength: 9) { $0 <= $1 }"),
      ("zip(_:_:_:_:transform:)", ["transform": 1], "upstream.zip(b, c, d, e) { max($0, $1, $2, $3, $4) }"),
      ("generate(_:while:_:)", ["isIncluded": 1], "Publishers.generate(1, while: { $0 < 5 }) { $0 * 2 }"),
      ("statistics()", ["statistic": 1], "upstream.map { Double($0) }.statistics().compactMap(\\.mean)"),
      (
        "tryFirst(where:)", ["predicate": 1],
        """
        upstream.tryFirst {
          guard $0 < 5 else { throw MarbleFailure() }
          return $0 < 1
        }
        """
      ),
      (
        "tryMap(_:)", ["transform": 1],
        """
        upstream.tryMap { number in
          guard number < 2 else { throw MarbleFailure() }
          return number * 10
        }
        """
      ),
    ] as [(String, [String: Int], String)])
  func code(symbol: String, numbers: [String: Int], expected: String) async throws {
    let scenario = try #require(Family.all.flatMap(\.scenarios).first { $0.symbol == symbol })
    let outcome = await scenario.run(numbers: numbers)
    #expect(scenario.code(numbers: outcome.parameters) == expected)
  }
}

/// Whether code has a closure, or an operator or a key path in the place of one.
private func hasClosure(_ code: String) -> Bool {
  code.contains("{") || code.contains(#/[(, ](?:[-+*<>]|==|\\(?:\.\w+)+)[,)]/#)
}

/// Code without what separates its statements.
private func compact(_ code: String) -> String {
  code.filter { !$0.isWhitespace && $0 != ";" }
}
