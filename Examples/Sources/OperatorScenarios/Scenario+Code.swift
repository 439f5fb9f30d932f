internal import Foundation

extension Scenario {
  /// The closure of the scenario, as a user would write it, with its numbers.
  ///
  /// - Parameter numbers: The parameters in place of the scenario's own.
  /// - Returns: The lines.
  public func code(numbers: [Stage.Parameter] = []) -> String {
    var text = SourceText.closure(file: place.file, line: place.line)
    for parameter in numbers {
      let call = try? Regex("on\\.(number|ticks)\\(\"\(NSRegularExpression.escapedPattern(for: parameter.name))\"[^)]*\\)")
      if let call { text = text.replacing(call, with: "\(parameter.value)") }
    }
    return text
      .replacing(#/on\("(\w+)", \[[^\]]*(?:\[[^\]]*\][^\]]*)*\]\)/#) { String($0.1) }
      .replacing(#/\bon\.(text\.|flags\.|properties\.|infallible\.)?/#, with: "")
  }

  /// The operation that a picture shows: the code in one line, applied to upstream.
  func operation(numbers: [Stage.Parameter]) -> String {
    guard outputs.count == 1, outputs[0].name == "downstream" else { return symbol }
    let line = code(numbers: numbers).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: "") { $0 += $1.hasPrefix(".") || $0.isEmpty || $0.hasSuffix("(") ? $1 : " " + $1 }
    return line.hasPrefix("upstream.") ? String(line.dropFirst("upstream.".count)) : line
  }
}

/// Reads the code of scenarios from their files.
enum SourceText {
  /// The body of the trailing closure of a call, without its parameter.
  static func closure(file: String, line: Int) -> String {
    guard let source = try? String(contentsOfFile: file, encoding: .utf8) else { return "" }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1)
    var body: [Substring] = []
    var indentation = 0
    for line in lines {
      if body.isEmpty {
        guard let start = line.firstRange(of: "{ on in") else { continue }
        let rest = line[start.upperBound...]
        // All in one line.
        if rest.hasSuffix("}") { return rest.dropLast().trimmingCharacters(in: .whitespaces) }
        body.append("")
        indentation = line.prefix { $0 == " " }.count
        continue
      }
      if line.prefix(while: { $0 == " " }).count <= indentation, line.contains("}") { break }
      body.append(line)
    }
    let code = body.dropFirst()
    let margin = code.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return code.map { $0.dropFirst(margin) }.joined(separator: "\n")
  }
}
