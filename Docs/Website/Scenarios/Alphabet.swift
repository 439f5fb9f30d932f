import Foundation

/// Writes the guide that lists the operators from A to Z, each with its module and the summary of its comment; one
/// whose overloads have different summaries has a line for each. The names become links when the site is finished
/// (link.swift).
func writeAlphabet(_ folder: String, to file: String) throws {
  let operators = try symbols(of: folder).filter(\.isOperator)
  let lines = Dictionary(operators.map { ("\($0.title) \($0.module) \($0.summary)", $0) }) { first, _ in first }.values
  let order = { (symbol: Symbol) in (symbol.title.lowercased(), symbol.module, symbol.summary.joined()) }
  let sections = Dictionary(grouping: lines.sorted { order($0) < order($1) }) { $0.title.prefix(1).uppercased() }
  var text = """
    # Operators from A to Z

    Every operator with its module, in the order of the alphabet.

    ## Overview

    To find one by what you want to do, see <doc:WhichOperator>.

    """
  for (letter, symbols) in sections.sorted(by: { $0.key < $1.key }) {
    text += "\n## \(letter)\n\n"
    for symbol in symbols {
      let summary = symbol.summary.joined(separator: " ").replacing("``", with: "`")
      text += "- `\(symbol.title)` (\(symbol.module)): \(summary)\n"
    }
  }
  try text.write(toFile: file, atomically: true, encoding: .utf8)
}
