import Foundation

/// The part of a symbol that is of interest: where it is declared, and its comment.
struct Symbol {
  let module: String
  let title: String
  /// The place in the module: `Publishers.Sequence`.
  let path: String
  /// The type, and the method as it is declared.
  let declaration: String
  let file: String
  let lines: [(text: String, number: Int)]

  /// What the symbol graphs call it.
  let identifier: String

  /// The link to it in its module's page: `StreamCore/Publisher/map(_:)`.
  let link: String

  /// What the symbol graphs call the types in its declaration.
  let types: [String]

  /// Whether it is a method or a property.
  let isMember: Bool

  /// Whether it is a type, and no other name for one.
  let isType: Bool

  /// Whether its module adds it to a type, or a protocol, of another module.
  let isExtension: Bool

  /// Whether it is for a concrete type: its page leads to the general form.
  let isConcrete: Bool

  /// Whether its comment has the bullets of an operator, and does not lead to the general form.
  let isOperator: Bool

  /// A documented symbol: `nil` for all else.
  init?(_ json: [String: Any], module: String) {
    guard let names = json["names"] as? [String: Any], let title = names["title"] as? String,
      let location = json["location"] as? [String: Any], let uri = location["uri"] as? String,
      uri.contains("/Sources/"),
      let kind = (json["kind"] as? [String: Any])?["identifier"] as? String,
      let comment = (json["docComment"] as? [String: Any])?["lines"] as? [[String: Any]]
    else { return nil }
    self.module = module
    self.title = title
    file = uri.replacingOccurrences(of: "file://", with: "")
    isMember = ["method", "property"].contains(where: kind.hasSuffix)
    let components = json["pathComponents"] as? [String] ?? []
    path = components.joined(separator: ".")
    let type = components.dropLast().joined(separator: ".")
    identifier = (json["identifier"] as? [String: Any])?["precise"] as? String ?? ""
    let extended = (json["swiftExtension"] as? [String: Any])?["extendedModule"] as? String ?? module
    isExtension = extended != module
    link = ((isExtension ? [extended] : []) + components).joined(separator: "/")
    isType = ["actor", "class", "enum", "protocol", "struct"].contains(where: kind.hasSuffix)
    let fragments = json["declarationFragments"] as? [[String: Any]] ?? []
    types = fragments.compactMap { $0["preciseIdentifier"] as? String }
    declaration = "\(type)." + fragments.compactMap { $0["spelling"] as? String }.joined()
    lines = comment.map { line in
      let start = (line["range"] as? [String: Any])?["start"] as? [String: Any]
      return (line["text"] as? String ?? "", start?["line"] as? Int ?? 0)
    }
    isConcrete = uri.contains("/ConcreteTypes/")
    let hasBullets = lines.contains { $0.text.hasPrefix("- **Demand**") }
    isOperator = isMember && hasBullets && !isConcrete && !uri.contains("/TypedFailures/")
  }

  /// Whether it is a publisher's type, by its name.
  var isPublisher: Bool { isType && (title.hasSuffix("Publisher") || link.hasPrefix("StreamCore/Publishers/")) }

  /// The summary.
  var summary: [String] { Array(lines.map(\.text).prefix { !$0.isEmpty }) }

  /// Whether its comment says no more than that it is another name for an operator.
  func isAlias(of title: String) -> Bool {
    !isOperator && title != self.title && summary.joined(separator: " ").contains("``\(title)``")
  }

  /// The indented blocks after an empty line.
  private var blocks: [Range<Int>] {
    lines.indices.dropFirst().filter { isCode($0) && lines[$0 - 1].text.isEmpty }.map { start in
      start..<(lines[start...].indices.first { !isCode($0) } ?? lines.endIndex)
    }
  }

  /// The diagram of an operator: the first block.
  var diagram: Range<Int>? { blocks.first }

  /// All diagrams: the blocks with marbles, and the first of an operator.
  var diagrams: [Range<Int>] {
    let blocks = blocks
    return blocks.filter { block in
      isOperator && block == blocks.first || lines[block].contains { Self.hasMarbles($0.text) }
    }
  }

  /// The program behind the diagram, or the summary, with the paragraph after it and the empty line after that.
  var program: Range<Int>? {
    guard let start = lines.firstIndex(where: { $0.text == "```swift" }), start == placeOfProgram,
      let end = lines[start...].firstIndex(where: { $0.text == "```" })
    else { return nil }
    let next = min(end + 2, lines.endIndex)
    // Without a paragraph the list of properties follows.
    guard next < lines.endIndex, !lines[next].text.hasPrefix("- ") else { return start..<next }
    let paragraph = lines[next...].firstIndex { $0.text.isEmpty } ?? lines.endIndex
    return start..<min(paragraph + 1, lines.endIndex)
  }

  /// Where the program stands, or would.
  var placeOfProgram: Int {
    let line = diagram?.upperBound ?? lines.firstIndex { $0.text.isEmpty } ?? lines.endIndex
    return min(line + 1, lines.endIndex)
  }

  private func isCode(_ index: Int) -> Bool { lines[index].text.hasPrefix("    ") }

  /// Whether a line of a block has marbles: after a label, from which two blanks separate them, or from its beginning.
  private static func hasMarbles(_ line: String) -> Bool {
    let fields = line.drop { $0 == " " }.split(separator: #/ {2,}/#)
    guard let first = fields.first else { return false }
    let isUnlabelled = first.wholeMatch(of: #/[-^][-^|#!()\w]*-[-^|#!()\w]*/#) != nil
    return isUnlabelled
      || fields.dropFirst().contains { field in
        field.wholeMatch(of: #/[-^|#!()\w→]+/#) != nil && (field.contains(#/[-|#!]/#) || field.hasPrefix("("))
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
