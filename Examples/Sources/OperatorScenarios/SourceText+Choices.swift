internal import Foundation

/// A call of `on.choice` in the code of a scenario.
struct SourceChoice {
  let name: String
  let options: [String]

  /// The call, from `on.choice(` to its bracket.
  let call: Range<String.Index>

  /// The code with one of the options in place of the call.
  func replaced(by number: Int, in code: String) -> String {
    guard options.indices.contains(number) else { return code }
    var before = SourceText.joiningOpenCall(code[..<call.lowerBound])
    var after = code[call.upperBound...]
    let option = SourceText.indented(options[number], by: SourceText.indentation(ofLastLine: before))
    if option.hasPrefix("{"), after.hasPrefix(")"), let open = SourceText.beforeTrailingClosure(before) {
      // As a trailing closure, which is how a user would write it.
      let isOnly = before[open].hasPrefix("(")
      before = before[..<open.lowerBound] + (isOnly ? " " : ") ")
      after = after.dropFirst()
    }
    return before + option + after
  }
}

extension SourceText {
  /// What a trailing closure replaces at the end of the code: the bracket, or the comma, and a label that is left out with it.
  fileprivate static func beforeTrailingClosure(_ code: String) -> Range<String.Index>? {
    let isWhere = ["contains(where: ", "single(where: "].contains { code.hasSuffix($0) }
    let labels = isWhere ? ["(where: "] : ["(", ", ", "(by: ", ", by: "]
    return labels.first { code.hasSuffix($0) }.map { code.index(code.endIndex, offsetBy: -$0.count)..<code.endIndex }
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
