// Reports each public symbol without a documentation comment, and each operator whose comment lacks a part. What a
// publisher has for its protocol needs no comment, nor does its initializer, whose parameters its operator and its
// properties explain:
//   swift Docs/check-symbols.swift FOLDER-OF-SYMBOL-GRAPHS
// The graphs are those of Docs/build-docs.sh: without synthesized members and inherited comments. An operator is a
// method below Sources/StreamOperators, Sources/StreamFoundationBridges or Integrations/Sources that returns a
// publisher, be it of another module's type, such as `URLSession`. Its comment has a diagram and four bullets; that of
// an overload in a folder ConcreteTypes has a link to the general form, or to what that returns, in its summary
// instead, as has one whose comment is no more than that. A comment with the bullets that speaks of what is held, or
// sent to all subscribers, has a line `- Complexity:`, unless `constants` says why it needs none. Of overloads, which
// share a page, one has it for all.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Kind: Decodable { var identifier: String }
    struct Comment: Decodable {
      struct Line: Decodable { var text: String }
      var lines: [Line]
    }
    struct Fragment: Decodable {
      var spelling: String
      var preciseIdentifier: String?
    }
    struct Signature: Decodable { var returns: [Fragment]? }
    struct Extension: Decodable { var extendedModule: String? }
    struct Position: Decodable { var line: Int }
    struct Location: Decodable {
      var uri: String
      var position: Position
    }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var docComment: Comment?
    var functionSignature: Signature?
    var declarationFragments: [Fragment]?
    var swiftExtension: Extension?
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

extension SymbolGraph.Symbol {
  /// The return type of a method, without generic arguments: the last type named outside of angle brackets.
  var returnedType: String? {
    var depth = 0
    var type: String?
    for fragment in functionSignature?.returns ?? [] {
      if depth == 0, let identifier = fragment.preciseIdentifier { type = identifier }
      let brackets = fragment.spelling.replacingOccurrences(of: "->", with: "")
      depth += brackets.count { $0 == "<" } - brackets.count { $0 == ">" }
    }
    return type
  }

  var lines: [String] { docComment?.lines.map(\.text) ?? [] }

  /// Whether it is a static method of a type of the kernel, or of another package, `Timer.publish`: that of a family's
  /// own type makes one, as an initializer does.
  var isStaticOfOther: Bool {
    guard kind.identifier == "swift.type.method", let module = swiftExtension?.extendedModule else { return false }
    return module == "StreamCore" || !module.hasPrefix("Stream")
  }

  var isDocumented: Bool { lines.contains { !$0.allSatisfy(\.isWhitespace) } }

  /// A marble diagram is an indented block of two or more lines, after an empty line.
  var hasDiagram: Bool {
    zip(lines, zip(lines.dropFirst(), lines.dropFirst(2))).contains { before, block in
      before.isEmpty && block.0.hasPrefix("    ") && block.1.hasPrefix("    ")
    }
  }

  /// Whether the symbol is an overload of an operator: for one type of publisher, or for closures that throw one type.
  var isOverload: Bool {
    let folders = location?.uri.split(separator: "/") ?? []
    return folders.contains("ConcreteTypes") || folders.contains("TypedFailures")
  }

  /// Whether the summary links to the operator, or to the publisher, that has the diagram and the bullets.
  var hasPointer: Bool { lines.prefix { !$0.allSatisfy(\.isWhitespace) }.contains { $0.contains("``") } }

  /// Whether the comment leaves all but the summary to the operator that it links to: that of another name, or of an
  /// overload that decides between two.
  var isPointer: Bool { hasPointer && !lines.contains { $0.hasPrefix("- **") } }

  /// The missing parts of an operator's comment, in their fixed order.
  var missingParts: [String] {
    let bullets = ["Demand", "Completion", "Failure", "Threads"]
    let found = lines.compactMap { line in bullets.first { line.hasPrefix("- **\($0)**: ") } }
    var missing = bullets.filter { !found.contains($0) }.map { "**\($0)**" }
    if missing.isEmpty && found != bullets { missing.append("one of each bullet, in the order \(bullets)") }
    if !hasDiagram { missing.append("the marble diagram") }
    return missing
  }
}

extension SymbolGraph.Symbol {
  var hasBullets: Bool { lines.contains { $0.hasPrefix("- **Demand**") } }

  var hasComplexity: Bool { lines.contains { $0.hasPrefix("- Complexity:") } }

  /// The first word, in the summary and in the bullets but that about threads, for what takes more than constant time
  /// or memory.
  var wordOfCost: Substring? {
    var text = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    var isCounted = false
    for line in lines {
      if line.isEmpty { isCounted = false }
      if line.hasPrefix("- ") { isCounted = line.hasPrefix("- **") && !line.hasPrefix("- **Threads**") }
      if isCounted { text += " \(line)" }
    }
    let held = #/queue|buffer|memory|\b(?:kept|keeps|holds?|held|collects?|collected|gathers?|remembered|that wait)\b/#
    let sent = #/\bsent to (?:all|the|each|its) subscriber/#
    return text.firstMatch(of: held)?.output ?? text.firstMatch(of: sent)?.output
  }
}

/// What holds something, but takes constant time and memory, and why.
let constants = [
  "assign(to:)": "it is the property that keeps a value",
  "compactScanMap(into:_:)": "the state is the closure's",
  "interspersed(every:with:fileID:line:)": "one element",
  "lastValue": "the newest value",
  "lazyMap(on:options:_:)": "one element",
  "sample(every:scheduler:options:)": "one element",
  "sample(on:repeating:)": "the newest element",
  "scanMap(into:_:)": "the state is the closure's",
  "withLatestFrom(_:)": "the newest element",
  "withLatestFrom(_:resultSelector:)": "the newest element",
  "withLatestFrom(_:_:_:)": "the newest element of each of the publishers that the call names",
  "withLatestFrom(_:_:_:resultSelector:)": "the newest element of each of the publishers that the call names",
]

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  .flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
  .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
let graphs = try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }

let protocols = ["s:10StreamCore9PublisherP", "s:10StreamCore20ConnectablePublisherP"]
let publishers = Set(
  graphs.flatMap(\.relationships).filter { $0.kind == "conformsTo" && protocols.contains($0.target) }.map(\.source)
    + protocols)

/// An extra's publisher is known by an alias, `Publishers.ConcatMap`: what the aliases stand for.
let aliases = Dictionary(
  graphs.flatMap(\.symbols).filter { $0.kind.identifier == "swift.typealias" }.map { symbol in
    (symbol.identifier.precise, (symbol.declarationFragments ?? []).compactMap(\.preciseIdentifier))
  }
) { first, _ in first }

func isPublisher(_ type: String) -> Bool {
  publishers.contains(type) || aliases[type, default: []].contains { $0 != type && isPublisher($0) }
}

/// The types that have symbols as members.
let parents = Dictionary(
  graphs.flatMap(\.relationships).filter { $0.kind == "memberOf" }.map { ($0.source, $0.target) }
) { first, _ in first }

/// Whether a reader who knows what a publisher is learns nothing from a comment.
func isPlain(_ symbol: SymbolGraph.Symbol) -> Bool {
  guard publishers.contains(parents[symbol.identifier.precise] ?? "") else { return false }
  return symbol.kind.identifier == "swift.init"
    || ["Output", "Failure", "receive(subscriber:)"].contains(symbol.pathComponents.last)
}

var operators = 0
var symbols = 0
var complaints: [String] = []

// A symbol without a source location is synthesized by the compiler: a derived `init(from:)`.
for symbol in graphs.flatMap(\.symbols) where symbol.kind.identifier != "swift.extension" {
  guard let location = symbol.location else { continue }
  symbols += 1
  func complain(_ complaint: String) {
    let file = location.uri.replacingOccurrences(of: "file://", with: "")
    let name = symbol.pathComponents.joined(separator: ".")
    complaints.append("\(file):\(location.position.line + 1): \(name) \(complaint)")
  }

  guard symbol.isDocumented else {
    if isPlain(symbol) { continue }
    complain("has no documentation comment.")
    continue
  }
  let isMethod = symbol.kind.identifier == "swift.method" || symbol.isStaticOfOther
  let isInFamily = location.uri.contains(#/\/(Sources\/Stream(Operators|FoundationBridges)|Integrations\/Sources)\//#)
  if isMethod, isInFamily, isPublisher(symbol.returnedType ?? "") {
    operators += 1
    if symbol.isOverload {
      if !symbol.hasPointer { complain("lacks a link to the general form in its summary.") }
      continue
    }
    if symbol.isPointer { continue }
    let missing = symbol.missingParts
    if !missing.isEmpty { complain("lacks \(missing.joined(separator: ", ")) in its documentation comment.") }
  }
}

let withBullets = Dictionary(
  grouping: graphs.flatMap(\.symbols).filter { $0.hasBullets && !$0.isOverload }, by: { $0.pathComponents.last ?? "" })
for (name, overloads) in withBullets {
  let costly = overloads.first { $0.wordOfCost != nil }
  let isStated = overloads.contains(where: \.hasComplexity)
  if constants[name] != nil, costly == nil || isStated {
    complaints.append("\(name) is among `constants` of check-symbols.swift without need.")
  } else if let word = costly?.wordOfCost, constants[name] == nil, !isStated {
    let place = costly?.location.map { "\($0.uri.replacing("file://", with: "")):\($0.position.line + 1): " } ?? ""
    complaints.append("\(place)\(name) has no line `- Complexity:` in its comment, which speaks of \"\(word)\".")
  }
}

print(complaints.sorted().joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
guard symbols > 0, operators > 0 else {
  print("No symbols, or no operators, in \(folder.path).")
  exit(1)
}
guard complaints.isEmpty else { exit(1) }
print(
  "\(symbols) public symbols are documented or plain, \(operators) operators with diagram and bullets, or a link to them."
)
