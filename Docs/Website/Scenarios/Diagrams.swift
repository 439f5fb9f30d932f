import Foundation

/// The documented symbols of all modules.
func symbols(of folder: String) throws -> [Symbol] {
  try graphs(of: folder).flatMap { file, module in
    (try json(file)["symbols"] as? [[String: Any]] ?? []).compactMap { Symbol($0, module: module) }
  }
}

extension Symbol {
  /// Where a complaint points to.
  var place: String { "\(file):\((lines.first?.number ?? 0) + 1): \(title)" }

  /// Complains of a diagram, if it is not that of a run.
  private func complaint(of range: Range<Int>, text: [String]) -> String? {
    let diagram = lines[range].map { String($0.text.dropFirst(4)) }
    guard diagram != text else { return nil }
    return "\(place) has a diagram other than its run:\n\(text.map { "    \($0)" }.joined(separator: "\n"))"
  }

  /// Complains of an operator without a scenario, and of a diagram that is not its run.
  fileprivate func complaints(_ entries: [Entry]) -> [String] {
    guard let entry = entries.entry(for: self) else {
      return [
        """
        \(place) has no scenario. Add to a file of Laboratory/Sources/OperatorScenarios/Families:
          Scenario(
            "\(title)", ["upstream": "-1-2-|"], gives: "-1-2-|", example: "…", prints: "…", pitfall: "…",
            listed: Listing(under: "…", answers: ("I want to …", "…"))
          ) { on in on.upstream.\(title.prefix { $0 != "(" })(…) }
        """
      ]
    }
    // What has no run says why on its page.
    return entry.text.isEmpty ? [] : diagrams.compactMap { complaint(of: $0, text: entry.text) }
  }

  /// Complains of a program, and of what is said of its use, that are not those of the scenario.
  fileprivate func complaints(aboutProgramOf entry: Entry) -> [String] {
    let present = lines[program ?? 0..<0].map(\.text)
    let words = { (lines: [String]) in lines.joined(separator: " ").split(separator: " ") }
    return words(entry.textOfProgram(width: 120)) == words(present)
      ? [] : ["\(place) has another program than its scenario, or says another use: Docs/build-docs.sh --diagrams"]
  }

  /// Complains of diagrams of what is no operator: of those that are not run, and of those that are not their runs.
  fileprivate func complaints(_ types: [TypeEntry]) -> [String] {
    let (runs, diagrams) = (types.entries(for: self), diagrams)
    if diagrams.isEmpty || runs.contains(where: { $0.reason != nil }) { return [] }
    if runs.isEmpty { return ["\(place) has a diagram, and neither a run nor a reason why it has none."] }
    guard runs.count == diagrams.count else {
      return ["\(place) has \(diagrams.count) diagrams, and \(runs.count) runs."]
    }
    return zip(diagrams, runs).compactMap { complaint(of: $0, text: $1.text) }
  }
}

func check(_ folder: String, _ entries: [Entry], _ types: [TypeEntry]) throws -> [String] {
  let symbols = try symbols(of: folder)
  var complaints = symbols.flatMap { $0.isOperator ? $0.complaints(entries) : $0.complaints(types) }
  let first = firstOverloads(symbols, entries)
  for entry in entries where !entry.use.isEmpty {
    complaints += first[entry.id]?.complaints(aboutProgramOf: entry) ?? ["\(entry.id) has no comment for its program."]
  }
  let titles = Dictionary(grouping: symbols.filter(\.isMember), by: \.module).mapValues { Set($0.map(\.title)) }
  for entry in entries {
    for symbol in [entry.symbol] + entry.covers where titles[entry.module]?.contains(symbol) != true {
      complaints.append("The scenarios of \(entry.module) name \(symbol), which it does not have.")
    }
  }
  let drawn = symbols.filter { !$0.isOperator && !$0.diagrams.isEmpty }
  let paths = Dictionary(grouping: drawn, by: \.module).mapValues { Set($0.map(\.path)) }
  for entry in types {
    for symbol in [entry.symbol] + entry.covers where paths[entry.module]?.contains(symbol) != true {
      complaints.append("The scenarios of types of \(entry.module) name \(symbol), which has no diagram there.")
    }
  }
  return complaints
}

/// The operators whose comments have the programs of entries: of several overloads the one in the file of the shortest
/// name.
private func firstOverloads(_ symbols: [Symbol], _ entries: [Entry]) -> [String: Symbol] {
  let order = { (symbol: Symbol) in (symbol.file.count, symbol.file, symbol.lines.first?.number ?? 0) }
  return symbols.filter(\.isOperator).reduce(into: [:]) { first, symbol in
    guard let entry = entries.entry(for: symbol), entry.symbol == symbol.title, !entry.use.isEmpty else { return }
    if let other = first[entry.id], order(other) <= order(symbol) { return }
    first[entry.id] = symbol
  }
}

/// Writes the runs, and the programs of what people use most, into the comments.
func write(_ folder: String, _ entries: [Entry], _ types: [TypeEntry]) throws {
  /// Lines of a file, and what takes their place: text for a comment of a width.
  typealias Edit = (lines: Range<Int>, text: (Int) -> [String])
  var edits: [String: [Edit]] = [:]
  let symbols = try symbols(of: folder)
  let first = firstOverloads(symbols, entries)
  for symbol in symbols {
    func replace(_ range: Range<Int>, by text: @escaping (Int) -> [String]) {
      let isAtEnd = range.lowerBound == symbol.lines.endIndex
      guard let line = isAtEnd ? symbol.lines.last : symbol.lines[range.lowerBound] else { return }
      let start = line.number + (isAtEnd ? 1 : 0)
      edits[symbol.file, default: []].append((start..<start + range.count, text))
    }
    if !symbol.isOperator {
      let texts = types.entries(for: symbol).filter { $0.reason == nil }.map(\.text)
      guard texts.count == symbol.diagrams.count else { continue }
      for (range, text) in zip(symbol.diagrams, texts) { replace(range) { _ in text.indented } }
    } else if let entry = entries.entry(for: symbol), entry.symbol == symbol.title {
      if let range = symbol.diagram, !entry.text.isEmpty { replace(range) { _ in entry.text.indented } }
      if !entry.use.isEmpty, first[entry.id]?.place == symbol.place {
        let place = symbol.placeOfProgram
        replace(symbol.program ?? place..<place, by: entry.textOfProgram)
      }
    }
  }
  for (file, edits) in edits {
    var lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
    // From the end, so that the numbers of earlier lines hold.
    for edit in edits.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
      let margin = lines[edit.lines.lowerBound].prefix { $0 == " " } + "///"
      let text = edit.text(120 - margin.count - 1)
      lines.replaceSubrange(edit.lines, with: text.map { $0.isEmpty ? String(margin) : "\(margin) \($0)" })
    }
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }
}

extension [String] {
  /// As a block of code.
  fileprivate var indented: [String] { map { "    \($0)" } }
}

extension Entry {
  /// The program, when to use the operator, and what goes wrong with it, as its comment has them, with an empty line at
  /// the end; empty if nothing is said of its use.
  fileprivate func textOfProgram(width: Int) -> [String] {
    if use.isEmpty { return [] }
    var paragraph = [""]
    for word in "\(use) \(pitfall)".split(separator: " ") {
      let longer = paragraph[paragraph.count - 1].isEmpty ? "\(word)" : "\(paragraph[paragraph.count - 1]) \(word)"
      if longer.count <= width { paragraph[paragraph.count - 1] = longer } else { paragraph.append("\(word)") }
    }
    return ["```swift"] + program + ["```", ""] + paragraph + [""]
  }
}
