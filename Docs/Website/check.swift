// Checks the finished site: fails if a page refers to one that does not exist, if an operator or a type is not in the
// topics of its module's page, if an operator's page lacks the four bullets in their order, or if the sidebar has
// nothing for a module.
//   swift Docs/Website/check.swift SITE [--examples] [--without-examples=MODULE…] MODULE…
// With --examples it also fails if an operator's page has neither a picture nor a program, and if one without a picture
// does not say why.
import Foundation

let site = URL(fileURLWithPath: CommandLine.arguments[1])
let modules = CommandLine.arguments.dropFirst(2).filter { !$0.hasPrefix("--") }
let areExamplesNeeded = CommandLine.arguments.contains("--examples")

/// The modules whose operators need no example, as their pages' paths have them.
let withoutExamples = CommandLine.arguments.compactMap { argument in
  argument.wholeMatch(of: #/--without-examples=(\w+)/#).map { $0.1.lowercased() }
}

struct Page: Decodable {
  struct Reference: Decodable {
    var type: String?
    var url: String?
    var title: String?
  }
  struct Section: Decodable {
    var title: String?
    var identifiers: [String]
    var generated: Bool?
  }
  var references: [String: Reference]?
  var topicSections: [Section]?
}

func page(_ path: String) throws -> Page {
  try JSONDecoder().decode(Page.self, from: Data(contentsOf: site.appendingPathComponent("data\(path).json")))
}

var complaints: [String] = []

// Pages that are referred to.
let data = site.appendingPathComponent("data").path
let files = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
let known = Set(files.filter { $0.hasSuffix(".json") }.map { "/" + $0.dropLast(".json".count) })
for path in known.sorted() {
  for reference in try page(path).references?.values ?? [:].values {
    guard let url = reference.url, url.hasPrefix("/documentation"), reference.type == "topic" else { continue }
    let target = url.prefix { $0 != "#" }
    if !known.contains(String(target)) { complaints.append("\(path) refers to \(target), which does not exist.") }
  }
}

/// A page's parts, at any depth.
func parts(_ value: Any) -> [[String: Any]] {
  if let values = value as? [Any] { return values.flatMap(parts) }
  guard let dictionary = value as? [String: Any] else { return [] }
  return [dictionary] + dictionary.values.flatMap(parts)
}

/// A page with all overloads has the hash of none.
func isOverload(_ path: String) -> Bool {
  path.firstMatch(of: #/-[0-9a-z]{3,6}$/#).map { known.contains(String(path[..<$0.range.lowerBound])) } ?? false
}

func contents(_ path: String) throws -> [String: Any] {
  let json = try Data(contentsOf: site.appendingPathComponent("data\(path).json"))
  return try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
}

func kind(of page: [String: Any]) -> String? { (page["metadata"] as? [String: Any])?["symbolKind"] as? String }

/// Whether a page is that of a method or a property of another module's type, `URLSession`, that gives a publisher.
func returnsPublisher(_ path: String) throws -> Bool {
  let place = path.dropFirst("/documentation/".count)
  // The kernel's types have operators of their own, whose pages lead to the general ones.
  guard place.wholeMatch(of: #/\w+/\w+/\w+/[^/]+/#) != nil, !path.contains("/streamcore/") else { return false }
  let page = try contents(path)
  guard let kind = kind(of: page), ["method", "property"].contains(kind) else { return false }
  let declaration = parts(page["primaryContentSections"] ?? []).first { $0["tokens"] != nil }
  let text = parts(declaration?["tokens"] ?? []).compactMap { $0["text"] as? String }.joined()
  let arrow = kind == "method" ? "->" : ":"
  guard let result = text.ranges(of: arrow).last.map({ text[$0.upperBound...] }) else { return false }
  return (result.firstRange(of: " where ").map { result[..<$0.lowerBound] } ?? result).contains("Publisher")
}

// Topics that nobody has written: the page of an extended module remains, since it is no operator.
for module in modules {
  let front = try page("/documentation/\(module.lowercased())")
  for section in front.topicSections ?? [] where section.generated == true && section.title != "Extended Modules" {
    let titles = section.identifiers.compactMap { front.references?[$0]?.title }
    complaints.append("The page of \(module) has no topic for \(titles.joined(separator: ", ")).")
  }
  // Members of types of other modules, each once: overloads have a page that gathers them.
  let linked = Set((front.topicSections ?? []).flatMap(\.identifiers).compactMap { front.references?[$0]?.url })
  let folder = "/documentation/\(module.lowercased())/"
  for path in known.sorted() where path.hasPrefix(folder) && !linked.contains(path) && !isOverload(path) {
    let place = path.dropFirst(folder.count)
    let isOfPublisher = place.wholeMatch(of: #/(streamcore/publishers?|swift/collection)/[^/]+/#) != nil
    guard try isOfPublisher || returnsPublisher(path) else { continue }
    let topics = (front.topicSections ?? []).filter { $0.generated != true }.compactMap(\.title)
    complaints.append(
      "The page of \(module) has no topic for \(path). Link it there, or give an operator's scenario "
        + "`listed: Listing(under: \"…\", answers: (\"I want to …\", \"…\"))`, under one of \(topics).")
  }
}

// What the pages of operators have: each the run of its scenario, or the program.
let operatorPath = #/(\w+/)?(streamcore/(connectable)?publisher|swift/(collection|sequence|optional|result))/[^/]+/#

/// The bullets of an operator's page, in their order.
let bullets = ["Demand", "Completion", "Failure", "Threads"]

/// The operators whose pages have no bullets, and why.
let withoutBullets = [
  "/documentation/streamcore/connectablepublisher/connect()": "a requirement: its bullets are those of each publisher",
  "/documentation/streamcore/publisher/receive(subscriber:)": "a requirement: its bullets are those of each publisher",
]

var counts = (operators: 0, pictures: 0, programs: 0, bullets: 0)
for path in known.sorted() where !isOverload(path) {
  let isKnownPlace = path.dropFirst("/documentation/".count).wholeMatch(of: operatorPath) != nil
  guard try isKnownPlace || returnsPublisher(path) else { continue }
  let page = try contents(path)
  guard ["method", "property"].contains(kind(of: page)) else { continue }
  let content = parts(page["primaryContentSections"] ?? [])
  let hasPicture = content.contains { $0["type"] as? String == "image" }
  let hasProgram = content.contains { $0["type"] as? String == "codeListing" && $0["syntax"] as? String == "swift" }
  let words = Set(content.compactMap { $0["text"] as? String })
  let strong = parts(content.filter { $0["type"] as? String == "strong" }.compactMap { $0["inlineContent"] })
  let hasBullets = strong.compactMap { $0["text"] as? String }.filter(bullets.contains) == bullets
  counts.operators += 1
  counts.pictures += hasPicture ? 1 : 0
  counts.programs += hasProgram ? 1 : 0
  counts.bullets += hasBullets ? 1 : 0
  if !hasBullets, withoutBullets[path] == nil {
    complaints.append("The page \(path) lacks the four bullets, in their order.")
  }
  if hasBullets, withoutBullets[path] != nil { complaints.append("\(path) is among `withoutBullets` without need.") }
  let module = path.dropFirst("/documentation/".count).prefix { $0 != "/" }
  guard areExamplesNeeded, !withoutExamples.contains(String(module)) else { continue }
  if !hasPicture, !hasProgram { complaints.append("The page \(path) has neither a picture nor a program.") }
  if !hasPicture, !words.contains(where: { $0.hasPrefix("No picture: ") }) {
    complaints.append("The page \(path) has neither a picture nor a reason why it has none.")
  }
}

// The sidebar.
struct Node: Decodable {
  var path: String?
  var type: String?
  var children: [Node]?

  /// The nodes in the order in which the sidebar looks for a module's.
  var candidates: [Node] { [self] + (children ?? []).filter { $0.type == "module" }.flatMap(\.candidates) }
}
struct Index: Decodable { var interfaceLanguages: [String: [Node]] }
let navigator = try Data(contentsOf: site.appendingPathComponent("index/index.json"))
let index = try JSONDecoder().decode(Index.self, from: navigator)
let nodes = (index.interfaceLanguages["swift"] ?? []).flatMap(\.candidates)
for module in modules {
  let node = nodes.first { $0.path == "/documentation/\(module.lowercased())" }
  if node?.children?.isEmpty ?? true { complaints.append("The sidebar has nothing for \(module).") }
}

print(complaints.joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
guard complaints.isEmpty, !known.isEmpty else { exit(1) }
print("\(known.count) pages refer to pages that exist; the topics of \(modules.count) modules are complete.")
print(
  "\(counts.operators) pages of operators: \(counts.pictures) with a picture, \(counts.programs) with a program, "
    + "\(counts.bullets) with the four bullets.")
