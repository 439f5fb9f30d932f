import Foundation

/// What takes the place of a diagram on the site.
func page(of entry: Entry) -> [String] {
  var lines: [String] = []
  if let picture = entry.picture {
    lines += ["![\(entry.words.withoutBrackets)](\(picture))", ""]
    // finish.swift puts the site's own address in its place.
    let anchor = entry.id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    lines += ["[Change it in the laboratory](https://laboratory.invalid/#op=\(anchor))", ""]
  }
  if entry.picture == nil, let reason = entry.reason { lines += ["No picture: \(reason).", ""] }
  lines += ["```swift"] + entry.program + ["```", ""]
  if !entry.prints.isEmpty { lines += ["```text"] + entry.prints.components(separatedBy: "\n") + ["```", ""] }
  if !entry.use.isEmpty { lines += [entry.use, ""] }
  if !entry.pitfall.isEmpty { lines += ["> Important: \(entry.pitfall)", ""] }
  return lines
}

extension String {
  /// The text of a picture for those who do not see it, which Markdown would end at a bracket.
  fileprivate var withoutBrackets: String { filter { !"[]`\\".contains($0) } }
}

/// The comment of a symbol with its picture and its program.
func comment(of symbol: Symbol, _ entry: Entry) -> [String] {
  var lines = symbol.lines.map(\.text)
  // The page has it from the entry.
  if !entry.use.isEmpty, let range = symbol.program { lines.removeSubrange(range) }
  if let range = symbol.diagram, entry.picture != nil {
    lines.replaceSubrange(range.lowerBound..<min(range.upperBound + 1, lines.count), with: page(of: entry))
  } else {
    // A text diagram says more than no picture. What has neither gets the program after its summary.
    let place = symbol.diagram?.upperBound ?? lines.firstIndex(of: "") ?? lines.count
    if place == lines.count { lines.append("") }
    lines.insert(contentsOf: page(of: entry), at: place + 1)
  }
  return lines
}

/// The comment of another name for an operator: its own summary and parameters, and all else of the operator's.
func comment(of alias: Symbol, sharing general: [String]) -> [String] {
  func isOfDeclaration(_ line: String) -> Bool {
    ["- Parameter", "- Returns", "- Throws"].contains(where: line.hasPrefix)
  }
  let body = general.drop { !$0.isEmpty }.prefix { !isOfDeclaration($0) }
  return alias.summary + body + alias.lines.map(\.text).drop { !isOfDeclaration($0) }
}

func insert(_ folder: String, _ entries: [Entry]) throws {
  var count = 0
  for (file, module) in try graphs(of: folder) {
    var graph = try json(file)
    guard let symbols = graph["symbols"] as? [[String: Any]] else { continue }
    let known = symbols.compactMap { Symbol($0, module: module) }
    let costs = complexities(of: known)
    let general = Dictionary(known.filter { $0.isOperator && entries.entry(for: $0) != nil }.map { ($0.title, $0) }) {
      first, _ in first
    }
    graph["symbols"] = symbols.map { json -> [String: Any] in
      guard let symbol = Symbol(json, module: module), symbol.isMember, !symbol.isConcrete,
        let entry = entries.entry(for: symbol)
      else { return json }
      count += 1
      var lines = comment(of: symbol, entry)
      // Overloads share a page, and any of them may be the one whose comment DocC shows there: an overload that says no
      // more than how it differs from the general form has the text of that, and the difference; the run and the
      // program are its own, if it has some.
      if !symbol.isOperator, let general = general[symbol.title] {
        var shared = comment(of: general, entry)
        let difference = symbol.summary.joined(separator: " ").replacing(#/``[^`]*``/#, with: "`\(symbol.title)`")
        let bullets = shared.firstIndex { $0.hasPrefix("- **") } ?? shared.count
        shared.insert(contentsOf: [difference, ""], at: bullets)
        lines = shared
      } else if symbol.isAlias(of: entry.symbol), let general = general[entry.symbol] {
        lines = comment(of: symbol, sharing: comment(of: general, entry))
      }
      if symbol.isOperator, complexity(in: lines).isEmpty, let cost = costs[symbol.title] { lines += [""] + cost }
      var json = json
      // Without positions, in which DocC would look for the text.
      json["docComment"] = ["lines": lines.map { ["text": $0] }]
      return json
    }
    try JSONSerialization.data(withJSONObject: graph).write(to: file)
  }
  print("\(count) operators have a run or a program on their pages.")
}

/// The lines on complexity of the operators that have them. Overloads that differ in their failures leave the line to
/// one of them (check-symbols.swift), but any may be the one that DocC shows on their page.
func complexities(of symbols: [Symbol]) -> [String: [String]] {
  let stated = symbols.filter(\.isOperator).map { ($0.title, complexity(in: $0.lines.map(\.text))) }
  return Dictionary(stated.filter { !$0.1.isEmpty }) { first, _ in first }
}

/// The line on complexity of a comment, with what continues it.
func complexity(in lines: [String]) -> [String] {
  guard let start = lines.firstIndex(where: { $0.hasPrefix("- Complexity:") }) else { return [] }
  return [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
}
