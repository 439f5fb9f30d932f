// Makes links of the names of operators and types in the guides of the merged site, where `map(_:)` leads to its page,
// and between operators that are neighbours, which need not be of one family.
//   swift Docs/Website/link.swift SITE NEIGHBOURS
// A name may leave out labels, as guides do with those that have a default: `share(replay:)` leads to the operator
// whose labels contain it and are fewest.
import Foundation

let site = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("data/documentation")

struct Target {
  let title: String
  let path: String

  /// What the page calls itself. It names its archive, without which it would not be a link.
  let identifier: String

  /// An operator of any publisher, rather than that of `Just` which knows its element.
  var isGeneral: Bool { path.contains("streamcore/publisher/") }

  /// `share` of `share(replay:)`.
  var base: Substring { title.prefix { $0 != "(" } }

  /// `replay` of `share(replay:)`.
  var labels: [Substring] { title.dropFirst(base.count).dropFirst().dropLast().split(separator: ":") }
}

func object(_ file: URL) -> [String: Any] {
  let json = try? JSONSerialization.jsonObject(with: Data(contentsOf: file))
  return json as? [String: Any] ?? [:]
}

/// The pages of symbols by their base names, shallow ones first.
var targets: [Substring: [Target]] = [:]
var guides: [URL] = []
let names = FileManager.default.enumerator(atPath: site.path)?.compactMap { $0 as? String } ?? []
for name in names.sorted() where name.hasSuffix(".json") {
  let file = site.appendingPathComponent(name)
  if name.hasPrefix("swift-streams/") {
    guides.append(file)
    continue
  }
  let path = name.dropLast(".json".count)
  let depth = path.split(separator: "/").count
  // A module's own types, what it adds to the types of others, and the kernel's own methods of publishers.
  let isOfKernel = ["streamcore/publisher/", "streamcore/connectablepublisher/"].contains(where: path.hasPrefix)
  guard depth == 2 || depth == 4 || isOfKernel, !path.contains(#/-[0-9a-z]{3,6}$/#) else { continue }
  let page = object(file)
  guard let metadata = page["metadata"] as? [String: Any], metadata["role"] as? String == "symbol",
    metadata["symbolKind"] as? String != "extension", let title = metadata["title"] as? String,
    let identifier = (page["identifier"] as? [String: Any])?["url"] as? String
  else { continue }
  let target = Target(title: title, path: "/documentation/\(path)", identifier: identifier)
  targets[target.base, default: []].append(target)
}

/// The page that a name in a guide leads to.
func target(of code: String) -> Target? {
  guard let match = code.wholeMatch(of: #/(?:(?<parent>[A-Z]\w*)\.)?(?<name>\w+)(?:\((?<labels>(?:\w+:)*)\))?/#) else {
    return nil
  }
  let named = (targets[match.name] ?? []).filter { target in
    guard let parent = match.parent else { return true }
    return target.path.contains("/\(parent.lowercased())/")
  }
  guard let labels = match.labels else {
    // Without brackets it is a type: `values` and `first` may be anything.
    guard match.name.first?.isUppercase == true else { return nil }
    return named.first { $0.title == match.name && ($0.path.split(separator: "/").count == 3 || match.parent != nil) }
  }
  let wanted = labels.split(separator: ":")
  let fitting = named.filter { target in
    guard target.title.hasSuffix(")") else { return false }
    var rest = wanted[...]
    for label in target.labels where label == rest.first { rest.removeFirst() }
    return rest.isEmpty && (wanted.isEmpty || target.labels.first == wanted.first)
  }
  return fitting.min {
    ($0.labels.count, $0.isGeneral ? 0 : 1, $0.path) < ($1.labels.count, $1.isGeneral ? 0 : 1, $1.path)
  }
}

var count = 0
for file in guides {
  var page = object(file)
  var references = page["references"] as? [String: Any] ?? [:]
  let before = count

  func linked(_ value: Any) -> Any {
    if let values = value as? [Any] { return values.map(linked) }
    guard let dictionary = value as? [String: Any] else { return value }
    let type = dictionary["type"] as? String
    if let type, ["reference", "link", "heading", "codeListing"].contains(type) { return value }
    guard type == "codeVoice", let code = dictionary["code"] as? String, let target = target(of: code) else {
      return dictionary.mapValues(linked)
    }
    count += 1
    let identifier = target.identifier
    references[identifier] = [
      "type": "topic", "identifier": identifier, "title": target.title, "url": target.path, "kind": "symbol",
      "role": "symbol", "abstract": [Any](),
    ]
    return [
      "type": "reference", "identifier": identifier, "isActive": true, "overridingTitle": code,
      "overridingTitleInlineContent": [["type": "codeVoice", "code": code]],
    ]
  }

  guard let content = page["primaryContentSections"] else { continue }
  page["primaryContentSections"] = linked(content)
  if count == before { continue }
  page["references"] = references
  try JSONSerialization.data(withJSONObject: page, options: [.sortedKeys, .withoutEscapingSlashes]).write(to: file)
}
print("\(count) names in the guides lead to their pages.")

/// What a page says of another that it refers to.
func reference(to target: Target) -> [String: Any] {
  let page = object(file(of: target))
  let metadata = page["metadata"] as? [String: Any] ?? [:]
  return [
    "type": "topic", "identifier": target.identifier, "title": target.title, "url": target.path, "kind": "symbol",
    "role": "symbol", "abstract": page["abstract"] ?? [Any](), "fragments": metadata["fragments"] ?? [Any](),
  ]
}

func file(of target: Target) -> URL {
  site.deletingLastPathComponent().appendingPathComponent("\(target.path.dropFirst()).json")
}

/// The neighbours of each operator: those that share a line with it.
var neighbours: [String: [Target]] = [:]
var operators: [String: Target] = [:]
var unknown: [String] = []
for line in try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).split(separator: "\n") {
  let row = line.split(separator: " ").compactMap { name -> Target? in
    let named = targets[name.prefix { $0 != "(" }]?.filter(\.isGeneral) ?? []
    if let found = named.first(where: { $0.title == name }) ?? target(of: String(name)) { return found }
    unknown.append(String(name))
    return nil
  }
  for one in row {
    operators[one.path] = one
    let others = row.filter { other in
      other.path != one.path && !neighbours[one.path, default: []].contains { $0.path == other.path }
    }
    neighbours[one.path, default: []] += others
  }
}
guard unknown.isEmpty else {
  print("The neighbours name what does not exist: \(unknown.joined(separator: ", "))")
  exit(1)
}
for (path, others) in neighbours {
  guard let one = operators[path] else { continue }
  var page = object(file(of: one))
  var references = page["references"] as? [String: Any] ?? [:]
  for other in others { references[other.identifier] = reference(to: other) }
  page["references"] = references
  let section: [String: Any] = ["title": "Neighbours", "identifiers": others.map(\.identifier), "generated": true]
  page["seeAlsoSections"] = [section] + (page["seeAlsoSections"] as? [[String: Any]] ?? [])
  try JSONSerialization.data(withJSONObject: page, options: [.sortedKeys, .withoutEscapingSlashes]).write(
    to: file(of: one))
}
print("\(neighbours.count) operators lead to their neighbours.")
