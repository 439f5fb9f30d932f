extension Character {
  /// The width of the character in a terminal or monospaced font.
  var columns: Int {
    if unicodeScalars.contains(where: \.properties.isEmojiPresentation) { return 2 }
    guard let first = unicodeScalars.first else { return 0 }
    return switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}

extension String {
  /// The width of the text in a terminal.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }

  var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  /// The text on one line, with invisible characters escaped as in a literal.
  var visible: String {
    guard !isEmpty else { return "\"\"" }
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    return unicodeScalars.map { $0.isInvisible ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
