private import Foundation
public import StreamTesting

/// The public operators of a family, parsed from its sources, so that none is missing from a list; without those whose
/// scenario has a model: LawTests make their specimens of it.
public struct PublicOperators {
  /// Methods that return a publisher, as `name(label:label:)`.
  public private(set) var methods: Set<String> = []

  /// The publisher types declared.
  public private(set) var types: Set<String> = []

  /// The operators with a model, and the names of what they return.
  private let modelled: Set<String>
  private var returned: Set<String> = []

  /// - Parameters:
  ///   - family: The folder of the family below `Sources/StreamOperators`.
  ///   - testFile: The path of this file, from which the sources are located.
  /// - Throws: What reading a source throws.
  public init(ofFamily family: String, from testFile: String = #filePath) throws {
    let root = URL(fileURLWithPath: testFile).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    modelled = try Self.modelled()
    for source in try Self.sources(in: root.appendingPathComponent("Sources/StreamOperators/\(family)")) {
      read(source)
    }
    types.subtract(returned.flatMap { [$0, "\($0)Publisher"] })
  }

  private static func sources(in folder: URL) throws -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The titles of the scenarios with a model, read from their text: the tests of a family know no other module.
  ///
  /// - Returns: The titles.
  /// - Throws: What reading a file throws.
  public static func modelled() throws -> Set<String> {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var titles: Set<String> = []
    for source in try sources(in: root.appendingPathComponent("Laboratory/Sources/OperatorScenarios/Families")) {
      var title = ""
      var isNext = false
      for line in source.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        if isNext { title = line.split(separator: "\"").first.map(String.init) ?? "" }
        isNext = line == "Scenario("
        if line.hasPrefix("model: ") { titles.insert(title) }
      }
    }
    return titles
  }

  /// What is missing in a family's list of specimens, with what to add.
  ///
  /// - Parameters:
  ///   - specimens: The list.
  ///   - methods: Operators that have tests of their own instead.
  ///   - types: Publishers that have.
  /// - Returns: A sentence for each.
  public func gaps(in specimens: [ContractSpecimen], besides methods: [String] = [], types: [String] = []) -> [String] {
    let listed = Set(specimens.map(\.method) + methods)
    let made = Set(specimens.map(\.publisherType) + types)
    return self.methods.subtracting(listed).sorted().map { method in
      let name = method.prefix { $0 != "(" }
      return """
        \(method) has no specimen. Give its scenario a model: OperatorModel(asks: { _ in .asMany }) { _ in \
        { signal, _ in <what downstream receives> } } applying: { inputs in inputs[0].\(name)(…) }, or add to the list \
        Specimen("\(method)") { upstream, token in upstream.\(name)(…) }.
        """
    }
      + listed.subtracting(self.methods).sorted().map {
        "\($0) is in the list, and is no public operator without a model."
      }
      + self.types.subtracting(made).sorted().map { "No specimen makes \($0)." }
  }

  private mutating func read(_ source: String) {
    var rest = source[...]
    while let keyword = rest.range(of: "public func ") {
      rest = rest[keyword.upperBound...]
      let declaration = signature(at: rest)
      guard returnsPublisher(declaration) else { continue }
      let method = method(of: declaration)
      if modelled.contains(method) {
        returned.formUnion(declaration.matches(of: #/-> Publishers\.(\w+)/#).map { "\($0.1)" })
      } else {
        methods.insert(method)
      }
    }
    for line in source.split(separator: "\n")
    where [": Publisher", "ConnectablePublisher", ": Subject", ": Relay"].contains(where: line.contains) {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if let kind = words.firstIndex(where: { $0 == "struct" || $0 == "class" }), line.contains("public") {
        types.insert(String(words[kind + 1]))
      }
    }
  }

  /// - Parameter declaration: The text after `func `, up to the body.
  /// - Returns: Whether the method returns a publisher, or a tuple of publishers.
  private func returnsPublisher(_ declaration: Substring) -> Bool {
    declaration.contains("-> Publishers.") || declaration.contains("-> some Publisher")
      || declaration.components(separatedBy: "-> (").dropFirst().last?.contains(": Publishers.") == true
  }

  /// - Parameter source: The text after `func `.
  /// - Returns: The text up to the body. A closure among the parameters is a default value.
  private func signature(at source: Substring) -> Substring {
    var depth = 0
    return source.prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return character != "{" || depth > 0
    }
  }

  /// - Parameter declaration: The text after `func `, up to the body.
  /// - Returns: The name with its labels.
  private func method(of declaration: Substring) -> String {
    let name = declaration.prefix { $0 != "(" && $0 != "<" }
    var rest = declaration.dropFirst(name.count)
    if rest.first == "<" { rest = rest.drop { $0 != "(" } }
    var labels: [Substring] = []
    var depth = 0
    var isAtLabel = false
    for index in rest.indices {
      switch rest[index] {
      case "(", "[", "<", "{":
        depth += 1
        isAtLabel = depth == 1
      case ")" where depth == 1: return label(name, labels)
      case ">" where rest[rest.index(before: index)] == "-": break
      case ")", "]", ">", "}": depth -= 1
      case ",": isAtLabel = depth == 1
      case let character where isAtLabel && !character.isWhitespace:
        labels.append(rest[index...].prefix { $0 != ":" && $0 != " " })
        isAtLabel = false
      default: break
      }
    }
    return label(name, labels)
  }

  private func label(_ name: Substring, _ labels: [Substring]) -> String {
    "\(name.filter { $0 != "`" })(\(labels.map { "\($0):" }.joined()))"
  }
}
