// Checks the finished site: fails if a page refers to one that does not exist, if an operator or a type is not in the topics of
// its module's page, or if the sidebar has nothing for a module.
//   swift Docs/Website/check.swift SITE MODULE…
import Foundation

let site = URL(fileURLWithPath: CommandLine.arguments[1])
let modules = Array(CommandLine.arguments.dropFirst(2))

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
  for path in known.sorted() where path.hasPrefix(folder) && !linked.contains(path) {
    guard path.dropFirst(folder.count).wholeMatch(of: #/(streamcore/publishers?|swift/collection)/[^/]+/#) != nil else {
      continue
    }
    if let hash = path.firstMatch(of: #/-[0-9a-z]{3,6}$/#), known.contains(String(path[..<hash.range.lowerBound])) {
      continue
    }
    complaints.append("The page of \(module) has no topic for \(path).")
  }
}

// The sidebar.
struct Node: Decodable {
  var path: String?
  var children: [Node]?
}
struct Index: Decodable { var interfaceLanguages: [String: [Node]] }
let navigator = try Data(contentsOf: site.appendingPathComponent("index/index.json"))
let index = try JSONDecoder().decode(Index.self, from: navigator)
let nodes = index.interfaceLanguages["swift"] ?? []
for module in modules {
  let node = nodes.first { $0.path == "/documentation/\(module.lowercased())" }
  if node?.children?.isEmpty ?? true { complaints.append("The sidebar has nothing for \(module).") }
}

print(complaints.joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
guard complaints.isEmpty, !known.isEmpty else { exit(1) }
print("\(known.count) pages refer to pages that exist; the topics of \(modules.count) modules are complete.")
