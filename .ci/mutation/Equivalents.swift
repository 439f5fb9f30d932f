import Foundation

/// The mutants that change nothing a test could see, each with the reason: paragraphs of a file, the line, the change
/// and lines that say why.
struct Equivalents {
  private var keys: Set<String> = []

  init(readingFrom path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for paragraph in text.components(separatedBy: "\n\n") {
      let lines = paragraph.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.hasPrefix("#") }
      if lines.isEmpty { continue }
      guard lines.count >= 4 else { throw Failure("Not a file, a line, a change and a reason:\n\(paragraph)") }
      keys.insert(lines[0..<3].joined(separator: "\n"))
    }
  }

  func contains(_ mutant: Mutant) -> Bool { keys.contains(mutant.key) }

  /// Fails if one of them is not in the code any more.
  func check(against mutants: [Mutant]) throws {
    let stale = keys.subtracting(mutants.map(\.key))
    guard stale.isEmpty else {
      throw Failure("Not in the code any more:\n" + stale.sorted().joined(separator: "\n\n"))
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
