internal import Foundation

/// A call of `on.choice` in the code of a scenario.
struct SourceChoice {
  let name: String
  let options: [String]

  /// The call, from `on.choice(` to its bracket.
  let call: Range<String.Index>

  /// The code with one of the options in place of the call.
  func replaced(by number: Int, in code: String) -> String {
    let option = options[min(max(number, 0), options.count - 1)]
    let (start, rest) = (code[..<call.lowerBound], SourceText.joiningRest(code[call.upperBound...]))
    let lines = put(option, between: String(start), and: rest)
    let line = put(option, between: SourceText.joiningOpenCall(start), and: rest)
    return SourceText.width(line) <= max(100, SourceText.width(lines)) ? line : lines
  }

  private func put(_ option: String, between before: String, and after: String) -> String {
    let option = SourceText.indented(option, by: SourceText.indentation(ofLastLine: before))
    guard option.hasPrefix("{"), after.hasPrefix(")"), let open = SourceText.beforeTrailingClosure(before) else {
      return before + option + after
    }
    // As a trailing closure, which is how a user would write it.
    let isOnly = before[open].hasPrefix("(")
    return before[..<open.lowerBound] + (isOnly ? " " : ") ") + option + after.dropFirst()
  }
}

extension SourceText {
  /// What a trailing closure replaces at the end of the code: the bracket, or the comma, and a label that is left out
  /// with it.
  fileprivate static func beforeTrailingClosure(_ code: String) -> Range<String.Index>? {
    // `filter`, and `contains(where:)`, say without a label what the closure is; `prefix(while:)` does not.
    let names = #/\.(?:contains|single|try\w+)(\((?:where|while): )$/#
    if let match = code.firstMatch(of: names) { return match.1.startIndex..<match.1.endIndex }
    let labels = #/(?:, |\()(?:(?:by|operation|resultSelector|transform|uniquingKeysWith): )?$/#
    return code.firstMatch(of: labels)?.range
  }

  /// The calls of `on.choice`, in their order.
  static func choices(in code: String) -> [SourceChoice] {
    code.matches(of: #/on\.choice\(\s*"(\w+)",\s*as: [^"]*?\.self,/#).compactMap { start in
      let arguments = arguments(code[start.range.upperBound...])
      guard let last = arguments.last, last.endIndex < code.endIndex else { return nil }
      return SourceChoice(
        name: String(start.1), options: arguments.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) },
        call: start.range.lowerBound..<code.index(after: last.endIndex))
    }
  }

  /// The rest of the arguments of a call, whose bracket follows the last.
  private static func arguments(_ code: Substring) -> [Substring] {
    var arguments: [Substring] = []
    var start = code.startIndex
    var depth = 0
    var isText = false
    for (index, character) in zip(code.indices, code) {
      if character == "\"" { isText.toggle() }
      if isText { continue }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      guard depth < 0 || (depth == 0 && character == ",") else { continue }
      arguments.append(code[start..<index])
      if depth < 0 { break }
      start = code.index(after: index)
    }
    return arguments
  }

  /// In one line, for a list.
  static func line(_ code: String) -> String {
    statements(of: withoutStage(code)).joined(separator: " ")
  }

  /// The code with the arguments of its last call, which is open, in one line.
  fileprivate static func joiningOpenCall(_ code: Substring) -> String {
    var depth = 0
    let start = code.indices.last { index in
      if ")]}".contains(code[index]) { depth -= 1 }
      if "([{".contains(code[index]) { depth += 1 }
      return depth > 0
    }
    guard let start else { return String(code) }
    return String(code[..<start] + code[start...].replacing(#/\(\s+/#, with: "(").replacing(#/\s+/#, with: " "))
  }

  /// The code with the rest of the arguments of an open call in one line, if there is no closure among them.
  fileprivate static func joiningRest(_ code: Substring) -> String {
    let rest = arguments(code)
    guard let end = rest.last?.endIndex, !code[..<end].contains("{") else { return String(code) }
    return rest.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.joined(separator: ", ") + code[end...]
  }

  /// The length of the longest line.
  fileprivate static func width(_ code: String) -> Int {
    withoutStage(code).split(separator: "\n").map(\.count).max() ?? 0
  }

  fileprivate static func indentation(ofLastLine code: String) -> Int {
    code.split(separator: "\n", omittingEmptySubsequences: false).last?.prefix { $0 == " " }.count ?? 0
  }

  /// The code with the lines after the first indented.
  fileprivate static func indented(_ code: String, by count: Int) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let margin = lines.dropFirst().map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let rest = lines.dropFirst().map { String(repeating: " ", count: count) + $0.dropFirst(margin) }
    return ([String(lines[0])] + rest).joined(separator: "\n")
  }
}
