// Compares the guides with the symbols that there are:
//   swift Docs/Website/operators-listed.swift FOLDER-OF-SYMBOL-GRAPHS FOLDER-OF-GUIDES
// Every operator, and every type that publishes, subscribes, schedules or cancels, is named in the guide WhichOperator,
// in backticks, be it there or by the listing of its scenario. What that guide names with labels exists, and so does
// what any guide's table names in its column "here". A name with labels has those of an overload, from which labels may
// be left out. The graphs are those of Docs/build-docs.sh.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Kind: Decodable { var identifier: String }
    struct Fragment: Decodable { var preciseIdentifier: String? }
    struct Signature: Decodable { var returns: [Fragment]? }
    struct Location: Decodable { var uri: String }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var functionSignature: Signature?
    var declarationFragments: [Fragment]?
    var location: Location?
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
  }

  var symbols: [Symbol]
  var relationships: [Relationship]
}

/// The part of a name before its parameters, without the types around it: `of` for `Publishers.of(_:)`.
func baseName(_ name: some StringProtocol) -> String {
  String(name.prefix { $0 != "(" && $0 != "<" }.split(separator: ".").last ?? "")
}

/// The labels of `name(first:second:)`; `nil` for a name without parentheses, and for a call with arguments.
func labels(_ name: String) -> [String]? {
  guard let match = name.wholeMatch(of: #/[^()]*\((?<labels>([A-Za-z0-9_]+:)*)\)/#) else { return nil }
  return match.labels.split(separator: ":").map(String.init)
}

func isSubsequence(_ part: [String], of all: [String]) -> Bool {
  var rest = all[...]
  for label in part {
    guard let position = rest.firstIndex(of: label) else { return false }
    rest = rest[(position + 1)...]
  }
  return true
}

/// What stands between backticks in a line.
func spans(_ line: String) -> [String] {
  line.matches(of: #/`+(?<code>[^`]+)`+/#).map { String($0.code) }
}

func contents(_ folder: URL) throws -> [URL] {
  try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .sorted { $0.path < $1.path }
}

let graphs = try contents(URL(fileURLWithPath: CommandLine.arguments[1])).flatMap(contents)
  .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
  .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
let guides = try contents(URL(fileURLWithPath: CommandLine.arguments[2])).filter { $0.pathExtension == "md" }
let symbols = graphs.flatMap(\.symbols)

// What there is.

var overloads: [String: [[String]]] = [:]
for symbol in symbols {
  for name in symbol.pathComponents { overloads[baseName(name), default: []].append(labels(name) ?? []) }
}

/// Whether there is something of that name. A closure, `{ $0 }`, is no name.
func exists(_ span: String) -> Bool {
  if span.hasPrefix("{") || span.hasPrefix("[") { return true }
  guard let candidates = overloads[baseName(span)] else { return false }
  guard let labels = labels(span) else { return true }
  return candidates.contains { isSubsequence(labels, of: $0) }
}

// What the guide has to name.

let core = "s:10StreamCore"
let protocols = ["9PublisherP", "20ConnectablePublisherP", "7SubjectP", "10SubscriberP", "11CancellableP"].map {
  core + $0
}
let roles = Set(protocols + ["s:16StreamSchedulers9SchedulerP"])
let conformances = graphs.flatMap(\.relationships).filter { $0.kind == "conformsTo" && roles.contains($0.target) }
let players = Set(conformances.map(\.source))
let publishers = Set(
  conformances.filter { protocols.prefix(2).contains($0.target) }.map(\.source) + protocols.prefix(2))

/// An extra's publisher is known by an alias, `Publishers.ConcatMap`.
var targets: [String: [String]] = [:]
for symbol in symbols where symbol.kind.identifier == "swift.typealias" {
  targets[symbol.identifier.precise] = (symbol.declarationFragments ?? []).compactMap(\.preciseIdentifier)
}

func isPublisher(_ identifier: String) -> Bool {
  publishers.contains(identifier) || targets[identifier, default: []].contains { $0 != identifier && isPublisher($0) }
}

func publishes(_ fragments: [SymbolGraph.Symbol.Fragment]?) -> Bool {
  (fragments ?? []).compactMap(\.preciseIdentifier).contains(where: isPublisher)
}

func isListed(_ symbol: SymbolGraph.Symbol) -> Bool {
  guard let location = symbol.location?.uri, let first = symbol.pathComponents.first else { return false }
  if location.contains("/StreamTesting/") || location.contains("/Parts/") { return false }
  let isMember = symbol.pathComponents.count == 2
  switch symbol.kind.identifier {
  case "swift.method", "swift.type.method", "swift.func":
    return publishes(symbol.functionSignature?.returns)
      || isMember && ["Publisher", "ConnectablePublisher"].contains(first)
  case "swift.property":
    return isMember && ["Publisher", "Sequence", "AsyncSequence"].contains(first)
  case "swift.class", "swift.struct", "swift.enum", "swift.actor":
    guard symbol.pathComponents.count == 1, players.contains(symbol.identifier.precise) else { return false }
    return !["Publisher", "Subscriber"].contains { first.hasSuffix($0) }
  default:
    return false
  }
}

let listed = symbols.filter(isListed)
var complaints: Set<String> = []

for guide in guides where guide.lastPathComponent == "WhichOperator.md" {
  let spans = spans(try String(contentsOf: guide, encoding: .utf8))
  for span in spans where labels(span) != nil && !exists(span) {
    complaints.insert("WhichOperator.md names \(span), which does not exist.")
  }
  let named = Set(spans.map(baseName))
  for (name, symbols) in Dictionary(grouping: listed, by: { baseName($0.pathComponents.last ?? "") })
  where !named.contains(name) {
    let forms = symbols.map { $0.pathComponents.joined(separator: ".") }.sorted()
    var complaint = "WhichOperator.md does not name \(name): \(forms[0])"
    if symbols[0].kind.identifier.hasSuffix("method") {
      let title = symbols[0].pathComponents.last ?? ""
      complaint +=
        "\n  Give the scenario of \(title) `listed: Listing(under: \"…\", answers: (\"I want to …\", \"…\"))`."
    }
    complaints.insert(complaint)
  }
}

// What the tables name.

for guide in guides {
  var column: Int?
  for line in try String(contentsOf: guide, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
    guard line.hasPrefix("|") else {
      column = nil
      continue
    }
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let here = column else {
      column = cells.firstIndex(of: "here") ?? .max
      continue
    }
    guard cells.indices.contains(here) else { continue }
    for span in spans(cells[here]) where !exists(span) {
      complaints.insert("\(guide.lastPathComponent) names \(span), which does not exist, for \(cells[1]).")
    }
  }
}

print(complaints.sorted().joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
guard !listed.isEmpty else {
  print("No operators in \(CommandLine.arguments[1]).")
  exit(1)
}
guard complaints.isEmpty else { exit(1) }
print("The guides name all of \(Set(listed.map { baseName($0.pathComponents.last ?? "") }).count) names.")
