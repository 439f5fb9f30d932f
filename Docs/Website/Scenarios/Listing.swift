import Foundation

/// Where people find an operator, as its scenario says (Laboratory/Sources/OperatorScenarios/Listing.swift).
struct Listing: Decodable {
  struct Name: Decodable {
    var name: String
    var libraries: String
  }

  var topic: String
  var section: String
  var text: String
  var neighbours: [String]
  var namesElsewhere: [Name]
}

/// A page of Markdown to which lines are added.
private struct WrittenPage {
  let file: URL
  var lines: [String]

  init(_ file: String) throws {
    self.file = URL(fileURLWithPath: file)
    lines = try String(contentsOf: self.file, encoding: .utf8).components(separatedBy: "\n")
  }

  func write() throws { try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8) }

  var name: String { file.lastPathComponent }

  /// The headings that begin with a prefix, without the number signs.
  func headings(_ prefix: String) -> [String] {
    lines.filter { $0.hasPrefix(prefix) }.map { String($0.drop { $0 == "#" }.dropFirst()) }
  }

  /// The topics of the page of a module.
  var topics: [String] {
    var page = self
    page.lines.removeSubrange(..<(lines.lastIndex(of: "## Topics") ?? lines.endIndex))
    return page.headings("### ")
  }

  /// The topic that lists publishers, if the page has one.
  var topicOfPublishers: String? { topics.last { $0.hasPrefix("Publishers") } }

  /// Whether a topic has a link, or that of an overload.
  func hasLink(to link: String) -> Bool {
    lines.contains { $0 == "- ``\(link)``" || $0.hasPrefix("- ``\(link)-") }
  }

  /// Adds a line after the last bullet below a heading.
  mutating func add(_ line: String, below heading: String) {
    guard let start = lines.lastIndex(of: heading) else { return }
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") || $0.hasPrefix("### ") } ?? lines.endIndex
    // A bullet may go on in a line that is indented.
    if let last = lines[start..<end].lastIndex(where: { $0.hasPrefix("- ") || $0.hasPrefix("  ") }) {
      lines.insert(line, at: last + 1)
    } else {
      lines.insert(contentsOf: ["", line], at: start + 1)
    }
  }

  /// Adds a row to a table that is in the order of the alphabet.
  mutating func add(row name: String, _ cells: String...) {
    let key = { (line: String) in line.split(separator: "`").dropFirst().first.map { $0.lowercased() } ?? "" }
    let rows = lines.indices.filter { lines[$0].hasPrefix("| `") }
    let place = rows.first { key(lines[$0]) > name.lowercased() } ?? rows.last.map { $0 + 1 } ?? lines.endIndex
    lines.insert("| `\(name)` | \(cells.joined(separator: " | ")) |", at: place)
  }
}

extension Entry {
  /// An operator as guides write it: without the labels that calls leave to the compiler.
  fileprivate static func written(_ title: String) -> String { "`\(title.replacing("fileID:line:", with: ""))`" }

  /// The operator, and other names that its scenario covers, as guides write them.
  fileprivate var written: String {
    let base = { (title: String) in title.prefix { $0 != "(" } }
    let names = covers.filter { base($0) != base(symbol) }
    let others = names.isEmpty ? "" : ", also named \(names.map(Entry.written).joined(separator: " and "))"
    return Entry.written(symbol) + others
  }
}

extension Symbol {
  /// Whether it is what topics list of an operator: its module adds it to a type of another module. An overload for a
  /// concrete type only leads to the general form.
  fileprivate var isListed: Bool { isMember && isExtension && !isConcrete && link.count { $0 == "/" } == 2 }

  /// Whether its module adds it to publishers, or to collections of them, as check.swift sees it on the site.
  fileprivate var isOperatorOfPublishers: Bool {
    isOperator && link.wholeMatch(of: #/(StreamCore/Publishers?|Swift/Collection)/[^/]+/#) != nil
  }
}

extension [String] {
  fileprivate var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}

/// Writes the operators into the copies of the pages where their scenarios say that people find them. Complains of a
/// topic and of a section that does not exist, and of an operator that is in no topic.
func list(in docs: String) throws -> [String] {
  let entries = try entries(of: "\(docs)/runs")
  let modules = try Dictionary(grouping: symbols(of: "\(docs)/graphs"), by: \.module)
  var complaints: [String] = []
  for (module, symbols) in modules.sorted(by: { $0.key < $1.key }) {
    let file = "\(docs)/catalogs/\(module).docc/\(module).md"
    guard FileManager.default.fileExists(atPath: file) else { continue }
    var page = try WrittenPage(file)
    let topics = page.topics.filter { $0 != page.topicOfPublishers }
    for entry in entries where entry.module == module {
      guard let listing = entry.listing else { continue }
      guard topics.contains(listing.topic) else {
        complaints.append(
          "The scenario \(entry.id) is listed under \"\(listing.topic)\". \(page.name) has the topics \(topics.quoted)."
        )
        continue
      }
      let operators = ([entry.symbol] + entry.covers).flatMap { title in
        symbols.filter { $0.title == title && $0.isListed && entries.entry(for: $0)?.id == entry.id }
      }
      for symbol in operators + types(of: operators, among: symbols) where !page.hasLink(to: symbol.link) {
        let topic = symbol.isPublisher ? page.topicOfPublishers : nil
        page.add("- ``\(symbol.link)``", below: "### \(topic ?? listing.topic)")
      }
    }
    try page.write()
    for symbol in symbols where symbol.isOperatorOfPublishers && !page.hasLink(to: symbol.link) {
      let entry = entries.entry(for: symbol)
      if entry?.listing != nil { continue }
      complaints.append(
        """
        \(symbol.place) is in no topic of \(page.name).
          Give the scenario of \(entry?.symbol ?? symbol.title) \
        `listed: Listing(under: "…", answers: ("I want to …", "…"))`, under one of \(topics.quoted).
        """)
    }
  }
  complaints += try answer(entries, in: "\(docs)/guides/Guides.docc/WhichOperator.md")
  complaints += try addNames(of: entries, to: "\(docs)/articles/NamesElsewhere.md")
  try addNeighbours(of: entries, to: "\(docs)/neighbours.txt")
  return complaints
}

/// The types that a module has for operators: those in their declarations and in their files.
private func types(of operators: [Symbol], among symbols: [Symbol]) -> [Symbol] {
  // A declaration may have the short name of a publisher, such as `Publishers.Sample`, in place of its type.
  let targets = Dictionary(symbols.map { ($0.identifier, $0.types) }) { first, _ in first }
  let named = operators.flatMap(\.types).flatMap { [$0] + targets[$0, default: []] }
  let files = operators.map(\.file)
  return symbols.filter { symbol in
    symbol.isType && (!symbol.path.contains(".") || symbol.link.hasPrefix("StreamCore/Publishers/"))
      && (named.contains(symbol.identifier) || files.contains(symbol.file))
  }.sorted { $0.link < $1.link }
}

/// Adds the operators to the guide WhichOperator.
private func answer(_ entries: [Entry], in file: String) throws -> [String] {
  var page = try WrittenPage(file)
  let sections = page.headings("## I want")
  var complaints: [String] = []
  for entry in entries {
    guard let listing = entry.listing else { continue }
    if sections.contains(listing.section) {
      page.add("- \(listing.text): \(entry.written)", below: "## \(listing.section)")
    } else {
      complaints.append(
        "The scenario \(entry.id) answers \"\(listing.section)\". \(page.name) has the sections \(sections.quoted).")
    }
  }
  try page.write()
  return complaints
}

/// Adds the names that operators have elsewhere to the article NamesElsewhere.
private func addNames(of entries: [Entry], to file: String) throws -> [String] {
  var page = try WrittenPage(file)
  var complaints: [String] = []
  for entry in entries {
    for other in entry.listing?.namesElsewhere ?? [] {
      if entry.symbol.hasPrefix("\(other.name)(") {
        complaints.append(
          "The scenario \(entry.id) is called \(other.name) elsewhere, too: \(page.name) has other names alone.")
      }
      page.add(row: other.name, other.libraries, Entry.written(entry.symbol))
    }
  }
  try page.write()
  return complaints
}

/// Adds the neighbours of operators to the file of neighbours, which has a line for those that belong together.
private func addNeighbours(of entries: [Entry], to file: String) throws {
  let pairs = entries.flatMap { entry in (entry.listing?.neighbours ?? []).map { "\(entry.symbol) \($0)\n" } }
  let text = try String(contentsOfFile: file, encoding: .utf8)
  try (text + pairs.joined()).write(toFile: file, atomically: true, encoding: .utf8)
}
