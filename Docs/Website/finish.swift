// Finishes the merged site: a bar with the way home and the search on each page and on the laboratory's, and a root
// that leads to the front page.
//   swift Docs/Website/finish.swift SITE SOURCES
import Foundation

let site = URL(fileURLWithPath: CommandLine.arguments[1])
let sources = URL(fileURLWithPath: CommandLine.arguments[2])
let files = FileManager.default

/// The pages of a folder below `data`, by the names of their files.
func paths(of folder: String, _ suffix: String) -> [String] {
  let root = site.appendingPathComponent(folder).path
  return (files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
}

let data = paths(of: "data", ".json").map { String($0.dropLast(".json".count)) }
let known = Set(data)

try files.createDirectory(at: site.appendingPathComponent("site"), withIntermediateDirectories: true)
for name in ["site.css", "site.js", "search.mjs"] {
  try files.copyItem(at: sources.appendingPathComponent(name), to: site.appendingPathComponent("site/\(name)"))
}

let bar = try String(contentsOf: sources.appendingPathComponent("bar.html"), encoding: .utf8)
var base = "/"
for path in ["documentation", "tutorials"].flatMap({ root in paths(of: root, "index.html").map { "\(root)/\($0)" } }) {
  let file = site.appendingPathComponent(path)
  var html = try String(contentsOf: file, encoding: .utf8)
  guard let body = html.firstMatch(of: #/<body[^>]*>/#), let found = html.firstMatch(of: #/var baseUrl = "([^"]*)"/#)
  else { fatalError("\(file.path) is no page of a site.") }
  base = String(found.1)
  addBar(to: &html, after: body.range)
  try html.write(to: file, atomically: true, encoding: .utf8)
}

// The laboratory's page is not DocC's, and does not know where the site begins.
let laboratory = site.appendingPathComponent("laboratory/index.html")
if var html = try? String(contentsOf: laboratory, encoding: .utf8), let body = html.firstMatch(of: #/<body[^>]*>/#) {
  addBar(to: &html, after: body.range)
  html.replace("<head>", with: "<head>\n<script>var baseUrl = \"\(base)\"</script>")
  try html.write(to: laboratory, atomically: true, encoding: .utf8)
}

/// Puts the bar at the beginning of a page.
func addBar(to html: inout String, after body: Range<String.Index>) {
  html.insert(contentsOf: bar.replacing("{base}", with: base), at: body.upperBound)
  let style = #"<link href="\#(base)site/site.css" rel="stylesheet">"#
  let script = #"<script defer src="\#(base)site/site.js"></script>"#
  html.replace("</head>", with: style + script + "</head>")
}

// The laboratory of marbles is a part of the site. DocC leaves alone what begins with a scheme.
for path in data {
  let file = site.appendingPathComponent("data/\(path).json")
  let text = try String(contentsOf: file, encoding: .utf8).replacing(#"\/"#, with: "/")
  guard text.contains("https://laboratory.invalid/") else { continue }
  try text.replacing("https://laboratory.invalid/", with: "\(base)laboratory/")
    .write(to: file, atomically: true, encoding: .utf8)
}

// The sidebar shows the first node with the path of a page's module, and looks for it in the modules below a module,
// too. The front page, and modules that only re-export, have nodes for their links to modules, which have no children:
// these come last.
let navigator = site.appendingPathComponent("index/index.json")
var index = try JSONSerialization.jsonObject(with: Data(contentsOf: navigator)) as? [String: Any] ?? [:]
let languages = index["interfaceLanguages"] as? [String: [[String: Any]]] ?? [:]
func isFront(_ node: [String: Any]) -> Bool { node["path"] as? String == "/documentation/swift-streams" }
index["interfaceLanguages"] = try languages.mapValues { roots in
  var modules = try roots.flatMap { $0["children"] as? [[String: Any]] ?? [] }.map(slimmed).map(titled)
  // What only re-exports others has nothing of its own: it shows the modules.
  let others = modules.filter { $0["children"] != nil && !isFront($0) }
    .map { $0.filter { ["path", "title", "type"].contains($0.key) } }
  let own = modules.filter { $0["children"] != nil && !isFront($0) }
  for place in modules.indices where modules[place]["children"] == nil { modules[place]["children"] = others }
  let isOwn = { (node: [String: Any]) in own.contains { $0["path"] as? String == node["path"] as? String } }
  return own + modules.filter { !isOwn($0) && !isFront($0) } + modules.filter(isFront)
}
try JSONSerialization.data(withJSONObject: index, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: navigator)

// The page of an operator begins with what it does.
for path in data where path.hasPrefix("documentation/") { try putProgramFirst(path) }

// `Publisher` itself is in the kernel, which knows no operators: its page lists those of each family.
try listOperators(of: modulePaths())

// A type of another module whose members are all in topics has no page of its own in the module that extends it: a link
// to that leads to the type's own page, or to the module's.
for path in data {
  var page = try object(path)
  guard var references = page["references"] as? [String: [String: Any]] else { continue }
  var isChanged = false
  for (identifier, reference) in references {
    guard let url = reference["url"] as? String, url.hasPrefix("/documentation/") else { continue }
    let parts = url.prefix { $0 != "#" }.split(separator: "/").map(String.init)
    if known.contains(parts.joined(separator: "/")) { continue }
    let candidates = [["documentation"] + parts.dropFirst(2), Array(parts.prefix(2))].map { $0.joined(separator: "/") }
    guard let other = candidates.first(where: known.contains) else { continue }
    references[identifier]?["url"] = "/" + other
    isChanged = true
  }
  if !isChanged { continue }
  page["references"] = references
  try write(page, to: path)
}

/// A node of the sidebar with the title of its page, `filter(_:)`, in place of a declaration that is cut off.
func titled(_ node: [String: Any]) throws -> [String: Any] {
  var node = node
  if let children = node["children"] as? [[String: Any]] { node["children"] = try children.map(titled) }
  let isMember = ["func", "init", "method", "op", "property", "subscript"].contains(node["type"] as? String)
  if isMember, let path = node["path"] as? String, known.contains(String(path.dropFirst())) {
    let metadata = try object(String(path.dropFirst()))["metadata"] as? [String: Any]
    node["title"] = metadata?["title"] ?? node["title"]
  }
  return node
}

/// A node of the sidebar without the members of publishers, type aliases, initialisers and operators such as `==`.
/// Readers find them by the search, or from the page of their type. The sidebar is loaded with each page; without them
/// it is half as large.
func slimmed(_ node: [String: Any]) -> [String: Any] {
  var node = node
  guard let all = node["children"] as? [[String: Any]] else { return node }
  let (kind, title) = (node["type"] as? String ?? "", node["title"] as? String ?? "")
  let isPublisher =
    ["struct", "class"].contains(kind) && (title.hasSuffix("Publisher") || title.hasPrefix("Publishers."))
  let unwanted: Set = ["associatedtype", "init", "op", "typealias"]
  let kept = isPublisher ? [] : all.filter { !unwanted.contains($0["type"] as? String ?? "") }.map(slimmed)
  let isHeading = { (node: [String: Any]?) in node.map { $0["type"] as? String == "groupMarker" } ?? true }
  let children = kept.indices.filter { place in
    !isHeading(kept[place]) || !isHeading(kept.indices.contains(place + 1) ? kept[place + 1] : nil)
  }.map { kept[$0] }
  node["children"] = children.isEmpty ? nil : children
  return node
}

/// Moves what stands before the list of an operator's properties, its picture, its program and when to use it, before
/// the parameters. DocC draws the declaration before everything, whatever the order.
func putProgramFirst(_ path: String) throws {
  var page = try object(path)
  var sections = page["primaryContentSections"] as? [[String: Any]] ?? []
  let contents = sections.map { $0["content"] as? [[String: Any]] ?? [] }
  guard let place = contents.firstIndex(where: { $0.first?["anchor"] as? String == "discussion" }) else { return }
  let types = contents[place].map { $0["type"] as? String }
  guard let list = types.firstIndex(of: "unorderedList"), types[..<list].contains("codeListing") else { return }
  sections[place]["content"] = [contents[place][0]] + contents[place][list...]
  sections.insert(["kind": "content", "content": Array(contents[place][1..<list])], at: 0)
  page["primaryContentSections"] = sections
  try write(page, to: path)
}

/// The pages of the modules, in the order of the front page.
func modulePaths() throws -> [String] {
  let front = try object("documentation/swift-streams")
  let references = front["references"] as? [String: [String: Any]] ?? [:]
  let sections = front["topicSections"] as? [[String: Any]] ?? []
  return sections.flatMap { $0["identifiers"] as? [String] ?? [] }.compactMap { references[$0]?["url"] as? String }
    .filter { !$0.hasPrefix("/documentation/swift-streams/") }.map { String($0.dropFirst()) }
}

/// A page's data.
func object(_ path: String) throws -> [String: Any] {
  let json = try Data(contentsOf: site.appendingPathComponent("data/\(path).json"))
  return try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
}

func write(_ page: [String: Any], to path: String) throws {
  try JSONSerialization.data(withJSONObject: page, options: [.sortedKeys, .withoutEscapingSlashes])
    .write(to: site.appendingPathComponent("data/\(path).json"))
}

/// Adds a topic for each module with operators to the page of `Publisher`, in the order of the module's own topics:
/// those of publishers, of connectable ones, and of collections of publishers.
func listOperators(of modules: [String]) throws {
  let path = "documentation/streamcore/publisher"
  var publisher = try object(path)
  var references = publisher["references"] as? [String: [String: Any]] ?? [:]
  var sections = publisher["topicSections"] as? [[String: Any]] ?? []
  for module in modules {
    let page = try object(module)
    let own = page["references"] as? [String: [String: Any]] ?? [:]
    let topics = page["topicSections"] as? [[String: Any]] ?? []
    let operators = topics.flatMap { $0["identifiers"] as? [String] ?? [] }
      .filter { identifier in
        let url = own[identifier]?["url"] as? String ?? ""
        return ["streamcore/publisher", "streamcore/connectablepublisher", "swift/collection"]
          .contains { url.hasPrefix("/\(module)/\($0)/") }
      }
    if operators.isEmpty { continue }
    let title = (page["metadata"] as? [String: Any])?["title"] as? String ?? module
    sections.append(["title": "Operators of \(title)", "anchor": "Operators-of-\(title)", "identifiers": operators])
    for identifier in operators { references[identifier] = own[identifier] }
  }
  publisher["references"] = references
  publisher["topicSections"] = sections
  try write(publisher, to: path)
}

/// A page that leads to the front page.
let front = "documentation/swift-streams/"
let redirect = """
  <!doctype html>
  <html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>swift-streams</title>
  <link rel="canonical" href="\(base)\(front)">
  <meta http-equiv="refresh" content="0; url=\(base)\(front)">
  <p><a href="\(base)\(front)">swift-streams</a></p>
  </html>

  """
for path in ["index.html", "documentation/index.html"] {
  try redirect.write(to: site.appendingPathComponent(path), atomically: true, encoding: .utf8)
}
