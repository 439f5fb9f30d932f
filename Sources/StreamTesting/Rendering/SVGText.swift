/// Measures and breaks text in a monospaced font.
enum SVGText {
  /// The width of a text.
  static func width(_ text: String, small: Bool = false) -> Double {
    Double(text.columns) * (small ? 7.3 : 8.5)
  }

  /// Truncates a text to a number of columns, with `…` at the end.
  static func truncated(_ text: String, columns: Int) -> String {
    guard text.columns > columns else { return text }
    var result = ""
    var width = 1
    for character in text {
      width += character.columns
      guard width <= columns else { break }
      result.append(character)
    }
    return result + "…"
  }

  /// Breaks a text into lines, at blanks if possible.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - columns: The largest width of a line.
  ///   - limit: The largest number of lines; the rest is replaced by `…`.
  /// - Returns: The lines, at least one.
  static func wrapped(_ text: String, columns: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while lines.count + 1 < limit, String(rest).columns > columns {
      var width = 0
      let end = rest.firstIndex { character in
        width += character.columns
        return width > columns
      }
      var cut = end ?? rest.endIndex
      // Take at least one character per line, and drop a blank at the break.
      if cut == rest.startIndex { cut = rest.index(after: cut) }
      if let blank = rest[..<cut].lastIndex(of: " "), blank > rest.startIndex { cut = rest.index(after: blank) }
      lines.append(String(rest[..<cut]).withoutTrailingBlanks)
      rest = rest[cut...]
    }
    lines.append(truncated(String(rest), columns: columns))
    return lines
  }
}
