/// Texts of a picture, measured in a font whose letters are all as wide.
enum SVGText {
  /// How wide a text is.
  static func width(_ text: String, small: Bool = false) -> Double {
    Double(text.columns) * (small ? 7.3 : 8.5)
  }

  /// A text that is no wider than some columns: what is too much gives way to `…`.
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

  /// A text on several lines, broken at blanks where that is possible.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - columns: How wide a line may be.
  ///   - limit: How many lines there may be; what is too much gives way to `…`.
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
      // At least one character a line, and a blank where there is one.
      if cut == rest.startIndex { cut = rest.index(after: cut) }
      if let blank = rest[..<cut].lastIndex(of: " "), blank > rest.startIndex { cut = rest.index(after: blank) }
      lines.append(String(rest[..<cut]).withoutTrailingBlanks)
      rest = rest[cut...]
    }
    lines.append(truncated(String(rest), columns: columns))
    return lines
  }
}
