import Foundation

/// The documented symbols of all modules.
private func symbols(of folder: String) throws -> [Symbol] {
  try graphs(of: folder).flatMap { file, module in
    (try json(file)["symbols"] as? [[String: Any]] ?? []).compactMap { Symbol($0, module: module) }
  }
}

extension Symbol {
  /// Where a complaint points to.
  private var place: String { "\(file):\((lines.first?.number ?? 0) + 1): \(title)" }

  /// Complains of a diagram, if it is not that of a run.
  private func complaint(of range: Range<Int>, text: [String]) -> String? {
    let diagram = lines[range].map { String($0.text.dropFirst(4)) }
    guard diagram != text else { return nil }
    return "\(place) has a diagram other than its run:\n\(text.map { "    \($0)" }.joined(separator: "\n"))"
  }

  /// Complains of an operator without a scenario, and of a diagram that is not its run.
  fileprivate func complaints(_ entries: [Entry]) -> [String] {
    guard let entry = entries.entry(for: self) else { return ["\(place) has no scenario."] }
    // What has no run says why on its page.
    if entry.text.isEmpty { return [] }
    return diagrams.compactMap { complaint(of: $0, text: entry.text) }
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

func write(_ folder: String, _ entries: [Entry], _ types: [TypeEntry]) throws {
  var edits: [String: [(lines: Range<Int>, text: [String])]] = [:]
  for symbol in try symbols(of: folder) {
    var runs: [(Range<Int>, [String])] = []
    if !symbol.isOperator {
      let texts = types.entries(for: symbol).filter { $0.reason == nil }.map(\.text)
      if texts.count == symbol.diagrams.count { runs = Array(zip(symbol.diagrams, texts)) }
    } else if let entry = entries.entry(for: symbol), entry.symbol == symbol.title, !entry.text.isEmpty {
      runs = symbol.diagram.map { [($0, entry.text)] } ?? []
    }
    for (range, text) in runs {
      guard let first = symbol.lines[range].first, let last = symbol.lines[range].last else { continue }
      edits[symbol.file, default: []].append((first.number..<last.number + 1, text))
    }
  }
  for (file, edits) in edits {
    var lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
    // From the end, so that the numbers of earlier lines hold.
    for edit in edits.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
      let margin = lines[edit.lines.lowerBound].prefix { $0 == " " }
      lines.replaceSubrange(edit.lines, with: edit.text.map { "\(margin)///     \($0)" })
    }
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }
}
