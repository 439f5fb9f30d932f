import ArgumentParser
import Foundation
import OperatorScenarios
import StreamDiagnostics
import StreamTesting

/// Writes the runs of all scenarios into a folder: a picture of each, light and dark, `scenarios.json` with the text
/// diagrams and the examples, and `types.json` with the text diagrams of types. `Docs/build-docs.sh` puts them into the
/// site.
@main
struct OperatorPictures: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operator-pictures", abstract: "Draws the operators by running them.")

  @Argument(help: "The folder to write to.")
  var folder: String

  func run() async throws {
    // Some scenarios show how a failure is left behind.
    FailureHook.install(nil)
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var entries: [Entry] = []
    for family in Family.all {
      for (number, scenario) in family.scenarios.enumerated() {
        let outcome = await scenario.run()
        let picture = "\(family.module)-\(number + 1)"
        try outcome.diagram.svg(appearance: .light)
          .write(to: folder.appendingPathComponent("\(picture).svg"), atomically: true, encoding: .utf8)
        try outcome.diagram.svg(appearance: .dark)
          .write(to: folder.appendingPathComponent("\(picture)~dark.svg"), atomically: true, encoding: .utf8)
        var tests = [scenario.test(of: outcome)]
        for parameter in outcome.parameters {
          for place in parameter.options.indices.dropFirst() {
            tests.append(scenario.test(of: await scenario.run(numbers: [parameter.name: place])))
          }
        }
        entries.append(Entry(family, scenario, outcome, tests: tests, picture: picture))
      }
      entries += family.unplayed.map { Entry(family, $0) }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(entries).write(to: folder.appendingPathComponent("scenarios.json"))
    var types: [TypeEntry] = []
    for table in TypeTable.all {
      for scenario in table.scenarios {
        types.append(TypeEntry(table.module, scenario, lines: await scenario.lines()))
      }
      types += table.unplayed.map { TypeEntry(table.module, $0) }
    }
    try encoder.encode(types).write(to: folder.appendingPathComponent("types.json"))
    print("\(entries.count { $0.picture != nil }) runs are drawn, \(entries.count) examples written.")
  }
}

/// What the site shows of an operator.
private struct Entry: Encodable {
  let module: String
  let symbol: String
  let matching: String
  let covers: [String]
  let picture: String?
  let text: [String]

  /// The picture in words, for those who do not see it.
  let words: String
  let code: String?

  /// A complete test of the run, and of each that another closure makes.
  let tests: [String]
  let reason: String?
  let example: String
  let prints: String
  let use: String
  let pitfall: String
  let listing: ListingEntry?

  init(_ family: Family, _ scenario: Scenario, _ outcome: Outcome, tests: [String], picture: String) {
    module = family.module
    symbol = scenario.symbol
    matching = scenario.matching
    covers = scenario.covers
    self.picture = picture
    text = outcome.text
    words = outcome.diagram.words
    code = scenario.code(numbers: outcome.parameters)
    self.tests = tests
    reason = nil
    example = scenario.example
    prints = scenario.prints
    use = scenario.use
    pitfall = scenario.pitfall
    listing = scenario.listing.map(ListingEntry.init)
  }

  init(_ family: Family, _ unplayed: Unplayed) {
    module = family.module
    symbol = unplayed.symbol
    matching = unplayed.matching
    covers = unplayed.covers
    picture = nil
    text = []
    words = ""
    code = nil
    tests = []
    reason = unplayed.reason
    example = unplayed.example
    prints = unplayed.prints
    use = unplayed.use
    pitfall = unplayed.pitfall
    listing = unplayed.listing.map(ListingEntry.init)
  }
}

/// Where people find an operator.
private struct ListingEntry: Encodable {
  struct Name: Encodable {
    let name: String
    let libraries: String
  }

  let topic: String
  let section: String
  let text: String
  let neighbours: [String]
  let namesElsewhere: [Name]

  init(_ listing: Listing) {
    topic = listing.topic
    (section, text) = listing.answer
    neighbours = listing.neighbours
    namesElsewhere = listing.namesElsewhere.map { Name(name: $0.name, libraries: $0.libraries) }
  }
}

/// The diagram of what is no operator, or why no run draws it.
private struct TypeEntry: Encodable {
  let module: String
  let symbol: String
  let covers: [String]
  let text: [String]
  let reason: String?

  init(_ module: String, _ scenario: TypeScenario, lines: [String]) {
    self.module = module
    symbol = scenario.symbol
    covers = scenario.covers
    text = lines
    reason = nil
  }

  init(_ module: String, _ unplayed: UnplayedType) {
    self.module = module
    symbol = unplayed.symbol
    covers = []
    text = []
    reason = unplayed.reason
  }
}

extension MarbleDiagram {
  /// The description that the picture contains for screen readers.
  fileprivate var words: String {
    let description = svg().firstMatch(of: #/<desc[^>]*>(.*?)<\/desc>/#.dotMatchesNewlines())?.1 ?? ""
    let characters = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return characters.reduce(String(description)) { $0.replacing($1.0, with: $1.1) }
  }
}
