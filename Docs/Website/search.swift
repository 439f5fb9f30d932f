// Writes the index of the search, SITE/index/search.json, for search.mjs: of each page its title, its summary and its
// module; of operators and types also their names elsewhere, and the tasks for which the guide WhichOperator names
// them; of guides what stands in each section. The words of search-names.txt are names of pages, too.
//   swift Docs/Website/search.swift SITE GUIDES SEARCH-NAMES
// GUIDES is the folder of the guides and articles that the site was made of.
import Foundation

let site = URL(fileURLWithPath: CommandLine.arguments[1])
let guides = URL(fileURLWithPath: CommandLine.arguments[2])
let searchNames = URL(fileURLWithPath: CommandLine.arguments[3])

/// What the search knows of a page.
struct Page: Encodable {
  struct Section: Encodable {
    var title: String
    var anchor: String
    var text: String
  }

  var title: String
  var path: String
  var module: String
  var abstract: String?
  var weight: Int
  var names: [String]?
  var tasks: String?
  var sections: [Section]?
  var text: String?
}

/// The parts of a page's data that are of interest here.
struct PageData: Decodable {
  struct Metadata: Decodable {
    struct Module: Decodable { var name: String }
    var title: String?
    var role: String?
    var roleHeading: String?
    var symbolKind: String?
    var modules: [Module]?
  }
  struct Reference: Decodable { var title: String? }

  /// Any part of a page's content.
  struct Content: Decodable {
    var type: String?
    var text: String?
    var anchor: String?
    var code: CodeLines?
    var identifier: String?
    var overridingTitle: String?
    var content: [Content]?
    var inlineContent: [Content]?
    var items: [Content]?

    /// Code in a line is a text; a listing, lines.
    struct CodeLines: Decodable {
      var text: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try (try? container.decode(String.self)) ?? container.decode([String].self).joined(separator: " ")
      }
    }

    /// The words, of a link those that the page shows; without listings.
    func plain(_ references: [String: Reference]) -> String {
      if type == "codeListing" { return "" }
      let own = text ?? code?.text ?? overridingTitle ?? identifier.flatMap { references[$0]?.title } ?? ""
      let parts = [content, inlineContent, items].compactMap { $0 }.flatMap { $0 }
      // The parts of a line join without a space: a word may be half in italics.
      return ([own] + parts.map { $0.plain(references) }).joined(separator: inlineContent == nil ? " " : "")
    }
  }
  struct Primary: Decodable { var content: [Content]? }

  var metadata: Metadata
  var abstract: [Content]?
  var references: [String: Reference]?
  var primaryContentSections: [Primary]?

  /// An article with a list of topics has a role of its own.
  var isGuide: Bool { ["article", "collectionGroup"].contains(metadata.role) }

  var content: [Content] { (primaryContentSections ?? []).flatMap { $0.content ?? [] } }
}

/// Operators and guides come before types, these before their members, and methods before what has no call. What a
/// module adds to a type of another, such as `URLSession`, is an operator, too.
func weight(_ path: String, _ page: PageData) -> Int {
  let metadata = page.metadata
  if page.isGuide || path.hasPrefix("tutorials/") { return 2 }
  if path.contains("/streamcore/publisher/") || metadata.roleHeading == "Module" { return 0 }
  let parts = path.split(separator: "/")
  let depth = parts.count
  let isQuiet = ["property", "case", "init", "typealias", "associatedtype"].contains(metadata.symbolKind)
  if depth > 3, extendedModules.contains(parts.prefix(3).joined(separator: "/")) {
    return depth == 4 ? 3 : metadata.symbolKind == "method" || metadata.symbolKind == "property" ? 1 : 8
  }
  return depth <= 3 ? 3 : 4 + 2 * depth + (isQuiet ? 16 : 0)
}

/// Whether a page only leads to others: short names of types, and lists of what a type has for a protocol.
func isSecondary(_ path: String, _ title: String) -> Bool {
  path.contains("/publishernames/") || path.contains("/subscribernames/") || title.hasSuffix(" Implementations")
}

/// Each word of a text once, without the shortest.
func unique(_ text: String) -> String {
  var seen = Set<Substring>()
  return text.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 && seen.insert($0).inserted }
    .joined(separator: " ")
}

/// The sections of a guide.
func sections(of data: PageData) -> [Page.Section] {
  var sections: [Page.Section] = []
  for part in data.content {
    if part.type == "heading" {
      sections.append(Page.Section(title: part.text ?? "", anchor: part.anchor ?? "", text: ""))
    } else if !sections.isEmpty {
      sections[sections.count - 1].text += " " + part.plain(data.references ?? [:])
    }
  }
  return sections.filter { $0.title != "Where to go on" }.map { section in
    var short = section
    short.text = unique(section.text)
    return short
  }
}

let folder = site.appendingPathComponent("data")
let data = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
  .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
let known = Set(data)
func decoded(_ path: String) throws -> PageData {
  try JSONDecoder().decode(PageData.self, from: Data(contentsOf: folder.appendingPathComponent("\(path).json")))
}

let extendedModules = try Set(
  data.filter { try $0.split(separator: "/").count == 3 && decoded($0).metadata.roleHeading == "Extended Module" })
var pages = try data.compactMap { path -> Page? in
  // Overloads have a page that gathers them.
  if let hash = path.firstMatch(of: #/-[0-9a-z]{3,6}$/#), known.contains(String(path[..<hash.range.lowerBound])) {
    return nil
  }
  let page = try decoded(path)
  guard path != "documentation", page.metadata.roleHeading != "Extended Module", let title = page.metadata.title,
    !isSecondary(path, title)
  else { return nil }
  let references = page.references ?? [:]
  let weight = weight(path, page)
  let abstract = (page.abstract ?? []).map { $0.plain(references) }.joined()
  var result = Page(
    title: title, path: "\(path)/", module: page.metadata.modules?.first?.name ?? "Guide", weight: weight)
  // Members are found by their names.
  if abstract != "", weight < 16 { result.abstract = abstract }
  if page.isGuide { result.sections = sections(of: page) }
  if weight < 4, !page.isGuide {
    let text = unique(page.content.map { $0.plain(references) }.joined(separator: " "))
    if text != "" { result.text = text }
  }
  return result
}
if FileManager.default.fileExists(atPath: site.appendingPathComponent("laboratory").path) {
  pages.append(
    Page(
      title: "Laboratory of marbles", path: "laboratory/", module: "Guide",
      abstract: "Each operator with its marbles, whose numbers can be changed.", weight: 2, names: ["playground"]))
}

// MARK: Names and tasks

/// The part of a title or a reference before its labels.
func base(_ name: some StringProtocol) -> Substring { Substring(name.prefix { $0 != "(" }) }

func labels(_ name: some StringProtocol) -> Set<Substring> {
  Set(Substring(name).dropFirst(base(name).count).split { "(:)".contains($0) }.filter { $0 != "_" })
}

let places = Dictionary(grouping: pages.indices, by: { base(pages[$0].title) })

/// The pages that a reference means, `share(replay:)` or `Publishers.interval`: those with the labels that it has, and
/// with the fewest others; a guide by its title or the name of its file.
func pages(for reference: some StringProtocol) -> [Int] {
  let guide = pages.indices.filter {
    pages[$0].title == reference || pages[$0].sections != nil && pages[$0].path.hasSuffix("/\(reference.lowercased())/")
  }
  if !guide.isEmpty { return guide }
  let name = base(reference).split(separator: ".").last ?? ""
  let wanted = labels(reference)
  let found = (places[name] ?? []).filter { wanted.isSubset(of: labels(pages[$0].title)) && pages[$0].weight < 16 }
  guard let least = found.map({ pages[$0].weight }).min() else { return [] }
  let best = found.filter { pages[$0].weight == least }
  let fewest = best.map { labels(pages[$0].title).count }.min()
  return best.filter { labels(pages[$0].title).count == fewest }
}

func spans(_ text: some StringProtocol) -> [Substring] {
  Substring(text).matches(of: #/`([^`]+)`/#).map(\.output.1)
}

func lines(_ file: URL) throws -> [Substring] {
  try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
}

for line in try lines(guides.appendingPathComponent("NamesElsewhere.md")) {
  let cells = line.split(separator: "|", omittingEmptySubsequences: false)
  guard cells.count == 5, let name = spans(cells[1]).first else { continue }
  for place in Set(spans(cells[3]).flatMap { pages(for: $0) }) {
    pages[place].names = (pages[place].names ?? []) + [String(base(name))]
  }
}

var (topic, open, tasks) = ("", [(depth: Int, text: String)](), [Int: String]())
for line in try lines(guides.appendingPathComponent("WhichOperator.md")) {
  if line.hasPrefix("## ") { (topic, open) = (String(line.dropFirst(3).replacing("I want to ", with: "")), []) }
  guard let bullet = line.firstMatch(of: #/^( *)- (.*)$/#), !line.contains("<doc:") else { continue }
  let (depth, text) = (bullet.1.count, String(bullet.2))
  open = open.filter { $0.depth < depth }
  let task = ([topic] + open.map(\.text) + [text]).map { $0.replacing(#/`[^`]*`/#, with: "") }.joined(separator: " ")
  for place in Set(spans(text).flatMap { pages(for: $0) }) { tasks[place, default: ""] += " " + task }
  open.append((depth, text))
}
for (place, text) in tasks { pages[place].tasks = unique(text) }

var unknown: [String] = []
for line in try lines(searchNames) where !line.hasPrefix("#") {
  let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
  for reference in parts[1].split(separator: ";") {
    let name = reference.trimmingCharacters(in: .whitespaces)
    let found = pages(for: name)
    if found.isEmpty { unknown.append("Docs/Website/search-names.txt names \(name), which has no page.") }
    for place in found { pages[place].names = (pages[place].names ?? []) + [parts[0]] }
  }
}
guard unknown.isEmpty else {
  print(unknown.joined(separator: "\n"))
  exit(1)
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
try encoder.encode(pages).write(to: site.appendingPathComponent("index/search.json"))
print("The search knows \(pages.count) pages.")
