import Foundation

/// A table of Docs/Performance.md.
enum DocumentTable {
  /// The cells of the rows, without the head, of the table that follows a heading.
  static func rows(below heading: String) throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Performance.md")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != heading }.dropFirst()
      .prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }
}
