// Puts the runs of the operators' scenarios (Examples/Sources/OperatorScenarios) into the symbol graphs of the site:
//   swift Docs/Website/scenarios.swift check GRAPHS RUNS      fails on an operator without a scenario, a scenario without an
//                                                             operator, and a documentation comment whose diagram is stale
//   swift Docs/Website/scenarios.swift write GRAPHS RUNS      writes the diagrams into the documentation comments
//   swift Docs/Website/scenarios.swift insert GRAPHS RUNS     puts pictures and examples into the graphs
//   swift Docs/Website/scenarios.swift examples RUNS FOLDER   writes main.swift, a program of all examples, and what it prints,
//                                                             and tests.swift, which has the tests of the laboratory
// RUNS is the folder that `swift run --package-path Examples operator-pictures` has written.
import Foundation

struct Entry: Decodable {
  var module: String
  var symbol: String
  var matching: String
  var covers: [String]
  var picture: String?
  var text: [String]
  var words: String
  var reason: String?
  var example: String
  var prints: String
  var pitfall: String

  /// Complete tests of the run, as the laboratory has them to copy: one for each closure that may be chosen.
  var tests: [String]?
}

/// The part of a symbol that is of interest: where it is declared, and its comment.
struct Symbol {
  let module: String
  let title: String
  /// The type, and the method as it is declared.
  let declaration: String
  let file: String
  let lines: [(text: String, number: Int)]

  /// Whether it is for a concrete type: its page leads to the general form.
  let isConcrete: Bool

  /// Whether its comment has the bullets of an operator, and does not lead to the general form.
  let isOperator: Bool

  /// A documented method or property of a family: `nil` for all else.
  init?(_ json: [String: Any], module: String) {
    guard let names = json["names"] as? [String: Any], let title = names["title"] as? String,
      let location = json["location"] as? [String: Any], let uri = location["uri"] as? String,
      uri.contains("/Sources/"),
      let kind = (json["kind"] as? [String: Any])?["identifier"] as? String,
      ["method", "property"].contains(where: kind.hasSuffix),
      let comment = (json["docComment"] as? [String: Any])?["lines"] as? [[String: Any]]
    else { return nil }
    self.module = module
    self.title = title
    file = uri.replacingOccurrences(of: "file://", with: "")
    let type = (json["pathComponents"] as? [String] ?? []).dropLast().joined(separator: ".")
    let fragments = json["declarationFragments"] as? [[String: Any]] ?? []
    declaration = "\(type)." + fragments.compactMap { $0["spelling"] as? String }.joined()
    lines = comment.map { line in
      let start = (line["range"] as? [String: Any])?["start"] as? [String: Any]
      return (line["text"] as? String ?? "", start?["line"] as? Int ?? 0)
    }
    isConcrete = uri.contains("/ConcreteTypes/")
    isOperator =
      lines.contains { $0.text.hasPrefix("- **Demand**") } && !isConcrete && !uri.contains("/TypedFailures/")
  }

  /// The summary.
  var summary: [String] { Array(lines.map(\.text).prefix { !$0.isEmpty }) }

  /// Whether its comment says no more than that it is another name for an operator.
  func isAlias(of title: String) -> Bool {
    !isOperator && title != self.title && summary.joined(separator: " ").contains("``\(title)``")
  }

  /// The diagram: the first indented block, after an empty line.
  var diagram: Range<Int>? {
    guard let start = lines.indices.dropFirst().first(where: { isCode($0) && lines[$0 - 1].text.isEmpty }) else {
      return nil
    }
    return start..<(lines[start...].indices.first { !isCode($0) } ?? lines.endIndex)
  }

  private func isCode(_ index: Int) -> Bool { lines[index].text.hasPrefix("    ") }
}

extension [Entry] {
  /// The entry that shows a symbol: one that names it before one that covers it, one for its overload before a general one.
  func entry(for symbol: Symbol) -> Entry? {
    let named = filter { $0.module == symbol.module && $0.symbol == symbol.title }
    let all = named.isEmpty ? filter { $0.module == symbol.module && $0.covers.contains(symbol.title) } : named
    return all.first { !$0.matching.isEmpty && symbol.declaration.contains($0.matching) }
      ?? all.first { $0.matching.isEmpty }
  }
}

func entries(of folder: String) throws -> [Entry] {
  try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/scenarios.json")))
}

extension [Entry] {
  /// The entries, where one of more streams, `zip(_:_:)`, without a pitfall has that of the operator of two, `zip(_:)`.
  var withPitfalls: [Entry] {
    let ofTwo = filter { $0.matching.isEmpty && !$0.pitfall.isEmpty }
    return map { entry in
      let ofMore = #/((?:combineLatest|merge|zip)\(\w+:)(?:_:)+(?:transform:)?\)/#
      guard entry.pitfall.isEmpty, let match = entry.symbol.wholeMatch(of: ofMore) else { return entry }
      var entry = entry
      entry.pitfall = ofTwo.first { $0.module == entry.module && $0.symbol == "\(match.1))" }?.pitfall ?? ""
      return entry
    }
  }
}

/// The graphs of a folder, each with its module.
func graphs(of folder: String) throws -> [(file: URL, module: String)] {
  let root = URL(fileURLWithPath: folder)
  return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { module in
    try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent(module), includingPropertiesForKeys: nil
    )
    .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }.map { ($0, module) }
  }
}

func json(_ file: URL) throws -> [String: Any] {
  try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
}

func check(_ folder: String, _ entries: [Entry]) throws -> [String] {
  var complaints: [String] = []
  var titles: [String: Set<String>] = [:]
  for (file, module) in try graphs(of: folder) {
    for symbol in (try json(file)["symbols"] as? [[String: Any]] ?? []).compactMap({ Symbol($0, module: module) }) {
      titles[module, default: []].insert(symbol.title)
      let place = "\(symbol.file):\((symbol.lines.first?.number ?? 0) + 1): \(symbol.title)"
      guard symbol.isOperator else { continue }
      guard let entry = entries.entry(for: symbol) else {
        complaints.append("\(place) has no scenario.")
        continue
      }
      // A diagram of its own is one of a run of its own: that of what has another name has other marbles, or another name.
      guard !entry.text.isEmpty, let range = symbol.diagram else { continue }
      let diagram = symbol.lines[range].map { String($0.text.dropFirst(4)) }
      if diagram != entry.text {
        complaints.append(
          "\(place) has a diagram other than its run:\n\(entry.text.map { "    \($0)" }.joined(separator: "\n"))")
      }
    }
  }
  for entry in entries {
    for symbol in [entry.symbol] + entry.covers where titles[entry.module]?.contains(symbol) != true {
      complaints.append("The scenarios of \(entry.module) name \(symbol), which it does not have.")
    }
  }
  return complaints
}

func write(_ folder: String, _ entries: [Entry]) throws {
  var edits: [String: [(lines: Range<Int>, text: [String])]] = [:]
  for (file, module) in try graphs(of: folder) {
    for symbol in (try json(file)["symbols"] as? [[String: Any]] ?? []).compactMap({ Symbol($0, module: module) }) {
      guard symbol.isOperator, let entry = entries.entry(for: symbol), entry.symbol == symbol.title,
        !entry.text.isEmpty,
        let range = symbol.diagram, let first = symbol.lines[range].first, let last = symbol.lines[range].last
      else { continue }
      edits[symbol.file, default: []].append((first.number..<last.number + 1, entry.text))
    }
  }
  for (file, edits) in edits {
    var lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
    // From the end, so that the numbers of earlier lines hold.
    for edit in edits.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
      let margin = lines[edit.lines.lowerBound].prefix { $0 == " " }
      lines.replaceSubrange(edit.lines, with: edit.text.map { "\(margin)///     \($0)" })
    }
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }
}

/// What takes the place of a diagram on the site.
func page(of entry: Entry) -> [String] {
  var lines: [String] = []
  if let picture = entry.picture {
    lines += ["![\(entry.words.withoutBrackets)](\(picture))", ""]
    // finish.swift puts the site's own address in its place.
    let id = "\(entry.module)/\(entry.symbol)\(entry.matching.isEmpty ? "" : "/\(entry.matching)")"
    let anchor = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    lines += ["[Change it in the laboratory](https://laboratory.invalid/#op=\(anchor))", ""]
  }
  if entry.picture == nil, let reason = entry.reason { lines += ["No picture: \(reason).", ""] }
  lines += ["```swift"] + entry.example.components(separatedBy: "\n") + ["```", ""]
  if !entry.prints.isEmpty { lines += ["```text"] + entry.prints.components(separatedBy: "\n") + ["```", ""] }
  if !entry.pitfall.isEmpty { lines += ["> Important: \(entry.pitfall)", ""] }
  return lines
}

extension String {
  /// The text of a picture for those who do not see it, which Markdown would end at a bracket.
  fileprivate var withoutBrackets: String { filter { !"[]`\\".contains($0) } }
}

/// The comment of a symbol with its picture and its program.
func comment(of symbol: Symbol, _ entry: Entry) -> [String] {
  var lines = symbol.lines.map(\.text)
  if let range = symbol.diagram, entry.picture != nil {
    lines.replaceSubrange(range.lowerBound..<min(range.upperBound + 1, lines.count), with: page(of: entry))
  } else {
    // A text diagram says more than no picture. What has neither gets the program after its summary.
    let place = symbol.diagram?.upperBound ?? lines.firstIndex(of: "") ?? lines.count
    if place == lines.count { lines.append("") }
    lines.insert(contentsOf: page(of: entry), at: place + 1)
  }
  return lines
}

/// The comment of another name for an operator: its own summary and parameters, and all else of the operator's.
func comment(of alias: Symbol, sharing general: [String]) -> [String] {
  func isOfDeclaration(_ line: String) -> Bool {
    ["- Parameter", "- Returns", "- Throws"].contains(where: line.hasPrefix)
  }
  let body = general.drop { !$0.isEmpty }.prefix { !isOfDeclaration($0) }
  return alias.summary + body + alias.lines.map(\.text).drop { !isOfDeclaration($0) }
}

func insert(_ folder: String, _ entries: [Entry]) throws {
  var count = 0
  for (file, module) in try graphs(of: folder) {
    var graph = try json(file)
    guard let symbols = graph["symbols"] as? [[String: Any]] else { continue }
    let costs = complexities(of: symbols.compactMap { Symbol($0, module: module) })
    var general: [String: [String]] = [:]
    for symbol in symbols.compactMap({ Symbol($0, module: module) }) where symbol.isOperator {
      guard general[symbol.title] == nil, let entry = entries.entry(for: symbol) else { continue }
      general[symbol.title] = comment(of: symbol, entry)
    }
    graph["symbols"] = symbols.map { json -> [String: Any] in
      guard let symbol = Symbol(json, module: module), !symbol.isConcrete, let entry = entries.entry(for: symbol) else {
        return json
      }
      count += 1
      var lines = comment(of: symbol, entry)
      // Overloads share a page, and any of them may be the one whose comment DocC shows there: an overload that says no more
      // than how it differs from the general form has the text of that, and the difference.
      if !symbol.isOperator, var shared = general[symbol.title] {
        let difference = symbol.summary.joined(separator: " ").replacing(#/``[^`]*``/#, with: "`\(symbol.title)`")
        shared.insert(contentsOf: ["", difference], at: shared.firstIndex(of: "") ?? shared.count)
        lines = shared
      } else if symbol.isAlias(of: entry.symbol), let shared = general[entry.symbol] {
        lines = comment(of: symbol, sharing: shared)
      }
      if symbol.isOperator, complexity(in: lines).isEmpty, let cost = costs[symbol.title] { lines += [""] + cost }
      var json = json
      // Without positions, in which DocC would look for the text.
      json["docComment"] = ["lines": lines.map { ["text": $0] }]
      return json
    }
    try JSONSerialization.data(withJSONObject: graph).write(to: file)
  }
  print("\(count) operators have a run or a program on their pages.")
}

func examples(_ entries: [Entry], _ folder: String) throws {
  var program = "import Foundation\nimport Streams\nimport StreamTesting\n"
  program += "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
  var expected = ""
  for (number, entry) in entries.enumerated() {
    program += "/// \(entry.module): \(entry.symbol)\nfunc example\(number)() async throws {\n\(entry.example)\n}\n"
    expected += "=== \(entry.module): \(entry.symbol)\n\(entry.prints)\(entry.prints.isEmpty ? "" : "\n")"
  }
  program += "if CommandLine.arguments.contains(\"tests\") {\n  await runTests()\n  exit(0)\n}\n"
  for (number, entry) in entries.enumerated() {
    program += "print(\"=== \(entry.module): \(entry.symbol)\")\ntry await example\(number)()\n"
  }
  try program.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
  try expected.write(toFile: "\(folder)/expected", atomically: true, encoding: .utf8)
}

/// The lines on complexity of the operators that have them. Overloads that differ in their failures leave the line to one of
/// them (check-symbols.swift), but any may be the one that DocC shows on their page.
func complexities(of symbols: [Symbol]) -> [String: [String]] {
  let stated = symbols.filter(\.isOperator).map { ($0.title, complexity(in: $0.lines.map(\.text))) }
  return Dictionary(stated.filter { !$0.1.isEmpty }) { first, _ in first }
}

/// The line on complexity of a comment, with what continues it.
func complexity(in lines: [String]) -> [String] {
  guard let start = lines.firstIndex(where: { $0.hasPrefix("- Complexity:") }) else { return [] }
  return [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
}

/// The tests that the laboratory has to copy, each in a type of its own, and called as functions: they need no test framework.
func tests(_ entries: [Entry], _ folder: String) throws {
  var calls = ""
  var text = """
    import Foundation
    import Streams
    import StreamTesting

    func expect(_ isMet: Bool) {
      if !isMet { print("The last of these tests fails.") }
      if !isMet { exit(1) }
    }

    """
  let all = entries.flatMap { entry in (entry.tests ?? []).map { (entry: entry, test: $0) } }
  for (number, (entry, test)) in all.enumerated() {
    guard let call = test.firstMatch(of: #/\nfunc (\w+)\(\)( async)? \{/#) else { continue }
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@Test(") }.joined(separator: "\n")
    text += "struct Test\(number) {\n\(body.replacing("#expect(", with: "expect("))\n}\n"
    calls += "  print(\"\(entry.module): \(entry.symbol)\")\n"
    calls += "  \(call.2 == nil ? "" : "await ")Test\(number)().\(call.1)()\n"
  }
  text += "func runTests() async {\n  FailureHook.install(nil)\n\(calls)}\n"
  try text.write(toFile: "\(folder)/tests.swift", atomically: true, encoding: .utf8)
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "check":
  let complaints = try check(arguments[1], entries(of: arguments[2]))
  print(complaints.joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
  if !complaints.isEmpty { exit(1) }
case "write": try write(arguments[1], entries(of: arguments[2]))
case "insert": try insert(arguments[1], entries(of: arguments[2]).withPitfalls)
case "examples":
  try examples(entries(of: arguments[1]), arguments[2])
  try tests(entries(of: arguments[1]), arguments[2])
default:
  print("check, write, insert or examples?")
  exit(2)
}
