// Checks that what Combine lacks gives way to a client's declarations, and writes programs that show it:
//   swift .ci/extras.swift GRAPHS COMBINE-NAMES FOLDER
// GRAPHS are the symbol graphs of the modules, COMBINE-NAMES the names that Combine has too. What is left of the graphs
// without them are the extras. FOLDER gets two sources for the members and two for the types at top level:
// Declarations.swift declares each extra again, and Uses.swift uses what it declares. Together they are one module, or
// else a library and an app that imports it (IN_AN_APP). FOLDER/Wrappers-5.swift and -6 have, for each method and
// initialiser that Combine has too, a client's of the same name with one parameter more, which calls the original.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Fragment: Decodable {
      var spelling: String
      var preciseIdentifier: String?

      /// As it reads inside `Publishers`, where `Sequence` alone is the publisher.
      var text: String { preciseIdentifier == "s:ST" ? "Swift.Sequence" : spelling }
    }
    struct Constraint: Decodable {
      var kind: String
      var lhs: String
      var rhs: String

      var spelling: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
    }
    struct Extension: Decodable { var constraints: [Constraint]? }
    struct Generics: Decodable {
      struct Parameter: Decodable {
        var name: String
        var depth: Int
      }
      var parameters: [Parameter]?
    }
    struct Location: Decodable {
      struct Position: Decodable { var line: Int }
      var uri: String
      var position: Position
    }

    var kind: Kind
    var pathComponents: [String]
    var declarationFragments: [Fragment]
    var swiftExtension: Extension?
    var swiftGenerics: Generics?
    var location: Location?

    var path: String { pathComponents.joined(separator: ".") }
    var declaration: String { declarationFragments.map(\.text).joined() }
  }

  var symbols: [Symbol]
}

typealias Symbol = SymbolGraph.Symbol

/// One parameter of a function, as it is declared.
struct Parameter {
  var label: String?
  var type: String
  var text: String

  init(_ text: String) {
    self.text = text
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    let names = text[..<colon].split(separator: " ").map(String.init)
    label = names.first == "_" ? nil : names.first
    type = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    if let value = type.range(of: " = ") { type = String(type[..<value.lowerBound]) }
  }

  var isAutoclosure: Bool { type.contains("@autoclosure") }

  var isVariadic: Bool { type.hasSuffix("...") }

  /// Of a variadic parameter one argument: several cannot be passed on.
  func declared(as name: String) -> String {
    "\(label.map { "\($0) " } ?? "_ ")\(name): \(isVariadic ? String(type.dropLast(3)) : type)"
  }

  func passed(as name: String) -> String {
    let sign = type.hasPrefix("repeat ") ? "repeat each " : type.hasPrefix("inout ") ? "&" : ""
    return "\(label.map { "\($0): " } ?? "")\(sign)\(name)\(isAutoclosure ? "()" : "")"
  }
}

/// A method, split where what it returns, and what it is called with, are exchanged.
struct Signature {
  var head: String
  var parameters: [Parameter]
  var effects: String
  var result: String
  var requirements: String

  init?(_ declaration: String) {
    var depth = 0
    var open: String.Index?
    var close: String.Index?
    var before: Character = " "
    var cuts: [String.Index] = []
    for index in declaration.indices {
      let character = declaration[index]
      switch character {
      case "<", "[", "{": depth += 1
      case "]", "}": depth -= 1
      case ">" where before != "-": depth -= 1
      case "(":
        if depth == 0 && open == nil { open = index }
        depth += 1
      case ")":
        depth -= 1
        if depth == 0 && close == nil { close = index }
      case "," where depth == 1 && open != nil && close == nil: cuts.append(index)
      default: break
      }
      before = character
      if close != nil { break }
    }
    guard let open, let close else { return nil }
    head = String(declaration[..<open])
    let starts = [declaration.index(after: open)] + cuts.map { declaration.index(after: $0) }
    parameters = zip(starts, cuts + [close]).map { start, end in declaration[start..<end].trimmed }
      .filter { !$0.isEmpty }.map(Parameter.init)
    var rest = String(declaration[declaration.index(after: close)...])
    requirements = ""
    if let found = rest.range(of: " where ") {
      requirements = String(rest[found.lowerBound...])
      rest = String(rest[..<found.lowerBound])
    }
    let arrow = rest.range(of: "->")
    effects = arrow.map { String(rest[..<$0.lowerBound]) } ?? rest
    result = arrow.map { String(rest[$0.upperBound...]) } ?? "Void"
    if effects.contains("rethrows") { effects = effects.replacingOccurrences(of: "rethrows", with: "throws") }
  }
}

extension Substring {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

func complain(_ text: String) {
  print(text)
  complaints += 1
}

var complaints = 0
let arguments = CommandLine.arguments
let graphs = URL(fileURLWithPath: arguments[1])
var combine: Set<String> = []
for line in try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#")
{
  let words = line.split(separator: " ")
  let owner = words[0].dropLast()
  for word in words.dropFirst() { combine.insert(owner == "*" ? String(word) : "\(owner).\(word)") }
}

/// The functions at top level of the standard library. A member of the same base name hides one in each type that has
/// it.
let globals: Set<String> = [
  "abs", "assert", "assertionFailure", "debugPrint", "dump", "fatalError", "isKnownUniquelyReferenced", "max", "min",
  "numericCast", "pointwiseMax", "pointwiseMin", "precondition", "preconditionFailure", "print", "readLine",
  "repeatElement", "sequence", "stride", "swap", "transcode", "type", "unsafeBitCast", "unsafeDowncast",
  "withCheckedContinuation", "withExtendedLifetime", "withTaskGroup", "withoutActuallyEscaping", "zip",
]

var extras: [String: Symbol] = [:]
var originals: [String: Symbol] = [:]
for file in try FileManager.default.subpathsOfDirectory(atPath: graphs.path) where file.hasSuffix(".json") {
  // A graph of what a module adds to another module's types is named after both.
  let extended = file.split(separator: "@").dropFirst().first.map { String($0.prefix { $0 != "." }) } ?? ""
  for symbol in try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: graphs.appendingPathComponent(file)))
    .symbols
  where symbol.kind.identifier != "swift.extension" {
    if combine.contains(symbol.path) {
      originals[symbol.path + symbol.extensionHead + symbol.declaration] = symbol
      continue
    }
    extras[symbol.path + symbol.declaration] = symbol
    let name = symbol.pathComponents.dropFirst().last?.prefix { $0 != "(" } ?? ""
    if !extended.isEmpty, !extended.hasPrefix("Stream"), globals.contains(String(name)) {
      complain("\(symbol.path) hides the global function \(name) in extensions of \(symbol.pathComponents[0]).")
    }
  }
}

/// Types that Combine lacks. Their members clash with no name of a client.
let ownTypes = Set(extras.values.filter { $0.pathComponents.count == 1 && $0.isType }.map(\.path))
let namespaces = ["Publishers", "Subscribers", "Subscriptions"]
let aliasHolders = ["PublisherNames": "Publishers", "SubscriberNames": "Subscribers"]

extension Symbol {
  var isType: Bool {
    ["swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias", "swift.actor"]
      .contains(kind.identifier)
  }

  /// Whether the compiler is told to take it when nothing else fits: an attribute in the lines before.
  var isSecondChoice: Bool {
    guard let location, let url = URL(string: location.uri),
      let lines = try? String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    else { return false }
    var line = location.position.line
    if lines[line].contains("@_disfavoredOverload") { return true }
    while line > 0 {
      line -= 1
      let text = lines[line].trimmingCharacters(in: .whitespaces)
      if text.contains("@_disfavoredOverload") { return true }
      guard text.hasPrefix("@") else { return false }
    }
    return false
  }

  var ownerIsClass: Bool { classes.contains(pathComponents.dropLast().joined(separator: ".")) }

  /// The type that a member is added to, with what is asked of it.
  var extensionHead: String {
    let owner = pathComponents.dropLast().joined(separator: ".")
    let constraints = (swiftExtension?.constraints ?? []).map(\.spelling)
    return "extension \(owner)" + (constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))")
  }
}

/// What a client writes that has the same name: its declaration, and a use of it which compiles if that is what is
/// found.
struct Rival {
  var declaration: String
  var use: String
  var scopedImport: String?
}

extension Symbol {
  /// The declaration without attributes.
  var plainDeclaration: String {
    declaration.split(separator: " ", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix("@") || ["final", "nonisolated(nonsending)"].contains($0) }.joined(separator: " ")
  }
}

/// A client's method or initialiser of the same name, with one parameter more, that calls the original. It is declared
/// as Combine's: its closures belong to no actor, in Swift 5's mode they are not `@Sendable`, and it takes objects as
/// they are.
func wrapper(of symbol: Symbol, mode: Int) -> String? {
  guard ["swift.method", "swift.type.method", "swift.init"].contains(symbol.kind.identifier),
    let name = symbol.pathComponents.last, let signature = Signature(symbol.plainDeclaration),
    !signature.parameters.contains(where: \.isVariadic)
  else { return nil }
  let isInitializer = symbol.kind.identifier == "swift.init"
  let names = signature.parameters.indices.map { "a\($0)" }
  var parameters = signature.parameters
  for index in parameters.indices
  where parameters[index].isAutoclosure && parameters[index].type.contains("@isolated(any)") {
    parameters[index].type = String(parameters[index].type.split(separator: " ").last ?? "")
  }
  var taken = zip(parameters, names).map { $0.declared(as: $1) }
  for attribute in ["@isolated(any) "] + (mode == 5 ? ["@Sendable "] : []) {
    taken = taken.map { $0.replacingOccurrences(of: attribute, with: "") }
  }
  taken.append("wrapperLine: UInt = #line")
  let given = zip(parameters, names).map { $0.passed(as: $1) }.joined(separator: ", ")
  let effects = signature.effects.trimmingCharacters(in: .whitespaces)
  let calls = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
  let receiver = symbol.kind.identifier == "swift.type.method" ? "Self" : "self"
  let base = isInitializer ? "self.init" : "\(receiver).\(name.prefix { $0 != "(" })"
  let head = isInitializer && symbol.ownerIsClass ? "convenience \(signature.head)" : signature.head
  let result = isInitializer ? "" : " -> \(signature.result.trimmingCharacters(in: .whitespaces))"
  return
    "\(symbol.extensionHead) { \(head)(\(taken.joined(separator: ", "))) \(effects)\(result)\(signature.requirements) "
    + "{ \(isInitializer ? "" : "return ")\(calls)\(base)(\(given)) } }"
}

func rival(of symbol: Symbol, number: Int) -> Rival? {
  let name = symbol.pathComponents.last ?? ""
  let isGlobal = symbol.pathComponents.count == 1
  func wrapped(_ text: String) -> String { isGlobal ? text : "\(symbol.extensionHead) { \(text) }" }
  if symbol.isType {
    let parameters = (symbol.swiftGenerics?.parameters ?? []).filter { isGlobal || $0.depth > 0 }.map(\.name)
    let generics = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let arguments = parameters.isEmpty ? "" : "<\(parameters.map { _ in "Int" }.joined(separator: ", "))>"
    let type = "public struct \(name)\(generics) { public init() {}; public var mark: ClientMark { ClientMark() } }"
    if let holder = aliasHolders[symbol.pathComponents[0]], symbol.pathComponents.count == 2 {
      return Rival(
        declaration: "extension \(holder) { \(type) }",
        use: "func use\(number)() { mark(\(holder).\(name)\(arguments)().mark) }")
    }
    guard isGlobal else { return nil }
    return Rival(
      declaration: type, use: "func use\(number)() { mark(\(name)\(arguments)().mark) }",
      scopedImport: "import struct ClientLibrary.\(name)")
  }
  let text = symbol.plainDeclaration
  let isStatic = text.hasPrefix("static ")
  let keyword = isStatic ? "static " : ""
  let receiver = isGlobal ? "" : "self."
  if let type = text.range(of: " { get") {
    let property = String(text[..<type.lowerBound])
    guard let colon = property.firstIndex(of: ":") else { return nil }
    return Rival(
      declaration: wrapped("public \(property[..<colon]): ClientMark { ClientMark() }"),
      use: wrapped("\(keyword)func use\(number)() { let found = \(receiver)\(name); mark(found) }"))
  }
  guard let signature = Signature(text) else { return nil }
  let isInitializer = symbol.kind.identifier == "swift.init"
  let all = signature.parameters.map(\.text).joined(separator: ", ")
  let names = signature.parameters.indices.map { "a\($0)" }
  let taken = zip(signature.parameters, names).map { $0.declared(as: $1) }.joined(separator: ", ")
  let given = zip(signature.parameters, names).map { $0.passed(as: $1) }.joined(separator: ", ")
  let generics = signature.head.firstIndex(of: "<").map { String(signature.head[$0...]) } ?? ""
  if isInitializer {
    // What an initialiser returns tells nothing; the client's is one that throws, which ours are not.
    return Rival(
      declaration: wrapped("public \(signature.head)(\(all)) throws\(signature.requirements) { fatalError() }"),
      use: wrapped(
        "static func use\(number)\(generics)(\(taken)) throws\(signature.requirements) { _ = try Self(\(given)) }"))
  }
  let base = name.prefix { $0 != "(" }
  let effects = signature.effects.trimmingCharacters(in: .whitespaces)
  let calls = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
  return Rival(
    declaration: wrapped(
      "public \(signature.head)(\(all)) \(effects) -> ClientMark\(signature.requirements) { ClientMark() }"),
    use: wrapped(
      "\(keyword)func use\(number)\(generics)(\(taken)) \(effects)\(signature.requirements) "
        + "{ let found = \(calls)\(receiver)\(base)(\(given)); mark(found) }"))
}

var rivals: [Rival] = []
var count = (members: 0, types: 0)
for symbol in extras.values.sorted(by: { $0.path + $0.declaration < $1.path + $1.declaration }) {
  let owner = symbol.pathComponents[0]
  if namespaces.contains(owner), symbol.isType, symbol.pathComponents.count == 2 {
    complain("\(symbol.path) is a plain member of \(owner): a client's type of that name would be ambiguous.")
    continue
  }
  // What belongs to an extra can collide with nothing but what was written for it.
  if symbol.pathComponents.count > 1, ownTypes.contains(owner), aliasHolders[owner] == nil { continue }
  if symbol.kind.identifier == "swift.enum.case" || symbol.kind.identifier == "swift.associatedtype" { continue }
  // What makes the main actor a scheduler: who writes these names for it writes that conformance, too.
  if ["MainActor.SchedulerOptions", "MainActor.SchedulerTimeType"].contains(symbol.path) { continue }
  if !symbol.isType, !symbol.isSecondChoice {
    complain("\(symbol.path) is not @_disfavoredOverload: it would make a client's declaration ambiguous.")
    continue
  }
  guard let rival = rival(of: symbol, number: rivals.count) else {
    complain("No declaration could be made that rivals \(symbol.path): \(symbol.declaration)")
    continue
  }
  rivals.append(rival)
  if symbol.isType { count.types += 1 } else { count.members += 1 }
}

let imports = """
  import Dispatch
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import Observation
  import StreamTesting
  import Streams

  """
let mark = "public struct ClientMark: Sendable { public init() {} }"
/// Types at top level by themselves, since what else is written mentions some of them.
for (name, rivals) in [
  ("members", rivals.filter { $0.scopedImport == nil }), ("types", rivals.filter { $0.scopedImport != nil }),
] {
  let library = ["#if IN_AN_APP", "import ClientLibrary"] + rivals.compactMap(\.scopedImport) + ["#endif"]
  let sources = [
    "Declarations.swift": [imports, mark] + rivals.map(\.declaration),
    "Uses.swift": [imports] + library + ["func mark(_ mark: ClientMark) {}"] + rivals.map(\.use),
  ]
  let folder = URL(fileURLWithPath: arguments[3]).appendingPathComponent(name)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (file, parts) in sources {
    try parts.joined(separator: "\n").write(
      to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
  }
}
let classes = Set(originals.values.filter { $0.kind.identifier == "swift.class" }.map(\.path))
for mode in [5, 6] {
  let wrappers = originals.values.filter { !$0.isSecondChoice }
    .sorted { $0.path + $0.declaration < $1.path + $1.declaration }.compactMap { wrapper(of: $0, mode: mode) }
  try ([imports] + wrappers).joined(separator: "\n").write(
    toFile: "\(arguments[3])/Wrappers-\(mode).swift", atomically: true, encoding: .utf8)
}
print("\(count.members) members and \(count.types) types that Combine lacks.")
exit(complaints == 0 ? 0 : 1)
