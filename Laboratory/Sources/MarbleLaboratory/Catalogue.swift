internal import OperatorScenarios

/// All that the page can show.
struct Catalogue: Encodable {
  struct Timeline: Encodable {
    let name: String
    let marbles: String
  }

  struct Item: Encodable {
    let id: String
    let title: String

    /// What tells an overload from others with the same title.
    let matching: String
    let timelines: [Timeline]

    /// The tick at which the run ends.
    let limit: Int
    let takesDemand: Bool

    /// The file of the runs, if they were computed beforehand.
    var runs: String?

    /// Why there is no run; `nil` if there is.
    let reason: String?
    let pitfall: String

    /// Why no closure can be chosen; empty if one can, or if there is none.
    let fixed: String
  }

  struct Group: Encodable {
    let module: String
    var items: [Item]
  }

  struct Link: Encodable {
    let name: String
    let code: String
    let number: Int
    let range: [Int]
    let hasNumber: Bool
  }

  var groups: [Group]
  let links: [Link]

  init() {
    groups = Family.all.map { family in
      Group(
        module: family.module,
        items: family.scenarios.map { scenario in
          Item(
            id: scenario.id(in: family), title: scenario.symbol, matching: scenario.matching,
            timelines: scenario.inputs.map { Timeline(name: $0.name, marbles: "\($0.marbles)") },
            limit: scenario.limit, takesDemand: scenario.takesDemand, runs: nil, reason: nil, pitfall: scenario.pitfall,
            fixed: scenario.fixed)
        }
          + family.unplayed.map {
            Item(
              id: "", title: $0.symbol, matching: $0.matching, timelines: [], limit: 0, takesDemand: false,
              runs: nil, reason: $0.reason, pitfall: $0.pitfall, fixed: "")
          })
    }
    links = ChainLink.all.map {
      Link(
        name: $0.name, code: $0.code, number: $0.standard, range: [$0.range.lowerBound, $0.range.upperBound],
        hasNumber: $0.hasNumber)
    }
  }
}

extension Scenario {
  /// What a link of the page calls the scenario.
  func id(in family: Family) -> String {
    "\(family.module)/\(symbol)\(matching.isEmpty ? "" : "/\(matching)")"
  }
}
