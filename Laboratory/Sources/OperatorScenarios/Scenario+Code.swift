internal import Foundation

extension Scenario {
  /// The closure of the scenario, as a user would write it, with its numbers.
  ///
  /// - Parameter numbers: The parameters in place of the scenario's own.
  /// - Returns: The lines.
  public func code(numbers: [Stage.Parameter] = []) -> String {
    var text = source
    for parameter in numbers {
      let name = NSRegularExpression.escapedPattern(for: parameter.name)
      let call = try? Regex("on\\.(number|ticks)\\(\"\(name)\"[^)]*\\)")
      if let call { text = text.replacing(call, with: "\(parameter.value)") }
    }
    // Each moves the places of those behind it.
    while let choice = SourceText.choices(in: text).first {
      let chosen = numbers.first { $0.name == choice.name }?.value ?? 0
      text = choice.replaced(by: chosen, in: text)
    }
    return SourceText.withoutStage(text)
  }

  /// The closure, as the table has it.
  var source: String { SourceText.closure(file: place.file, line: place.line) }

  /// The operation that a picture shows, in one line: what is applied to upstream; of several statements, the one with
  /// the operator.
  func operation(numbers: [Stage.Parameter]) -> String {
    let call = call(numbers: numbers)
    // What would not fit a picture.
    return call.count > 96 ? symbol.replacing("fileID:line:", with: "") : call
  }

  private func call(numbers: [Stage.Parameter]) -> String {
    let statements = SourceText.statements(of: code(numbers: numbers))
    let name = symbol.prefix { $0 != "(" }
    // A property, of which the rest of the statement uses the value.
    if !symbol.contains("("), statements.count > 1 { return symbol }
    let isCall = { (statement: String) in statement.contains(".\(name)(") || statement.contains(".\(name) {") }
    guard let statement = statements.count == 1 ? statements[0] : statements.last(where: isCall) else { return symbol }
    for start in ["upstream.", "return upstream."] where statement.hasPrefix(start) {
      return String(statement.dropFirst(start.count))
    }
    guard outputs.map(\.name) != ["downstream"] || statements.count > 1 else { return statement }
    guard let start = statement.firstRange(of: ".\(name)")?.lowerBound else { return symbol }
    return SourceText.balanced(statement[start...].dropFirst())
  }
}

/// Reads the code of scenarios from their files.
enum SourceText {
  /// The code with the names of timelines in place of what plays them.
  static func withoutStage(_ code: String) -> String {
    code
      .replacing(#/on\("(\w+)", \[[^\]]*(?:\[[^\]]*\][^\]]*)*\]\)/#) { String($0.1) }
      .replacing(#/\bon\.(text\.|flags\.|properties\.|infallible\.)?/#, with: "")
  }

  /// The statements of a closure's body, each in one line, without comments.
  static func statements(of code: String) -> [String] {
    var statements: [String] = []
    for line in code.split(separator: "\n") where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
      let next = line.trimmingCharacters(in: .whitespaces)
      guard let last = statements.last, [" ", "}", ")"].contains(line.prefix(1)) else {
        statements.append(next)
        continue
      }
      let isJoined = last.hasSuffix("(") || [".", ")"].contains(next.prefix(1))
      let isBlank = next.hasPrefix("}") || ["{", ",", " in", "?", ":", "="].contains { last.hasSuffix($0) }
      statements[statements.count - 1] += isJoined ? next : isBlank ? " \(next)" : "; \(next)"
    }
    return statements
  }

  /// The beginning of a line, up to a bracket that closes what is open before it.
  static func balanced(_ line: Substring) -> String {
    var depth = 0
    let call = line.prefix { character in
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      return depth >= 0
    }
    return call.trimmingCharacters(in: .whitespaces)
  }

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
