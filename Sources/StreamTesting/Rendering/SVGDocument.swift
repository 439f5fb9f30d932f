/// Writes SVG elements.
struct SVGDocument {
  private(set) var lines: [String] = []

  /// Escapes text for XML content or attributes. Control characters that XML forbids are replaced by their visible
  /// symbols.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}"..."\u{1F}":
        escaped.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case "\u{7F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Formats a length with at most one fractional digit.
  static func number(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    let digit = abs(tenths % 10)
    return "\(tenths < 0 && tenths > -10 ? "-" : "")\(tenths / 10)" + (digit == 0 ? "" : ".\(digit)")
  }

  mutating func raw(_ line: String) {
    lines.append(line)
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) {
    lines.append("<path class=\"\(name)\" d=\"M\(point(x1, y1))L\(point(x2, y2))\"/>")
  }

  mutating func path(_ points: [(Double, Double)], closed: Bool = true, class name: String) {
    let path = points.map { point($0, $1) }.joined(separator: "L")
    lines.append("<path class=\"\(name)\" d=\"M\(path)\(closed ? "Z" : "")\"/>")
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, class name: String
  ) {
    lines.append(
      "<rect class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\""
        + " height=\"\(Self.number(height))\" rx=\"\(Self.number(radius))\"/>")
  }

  mutating func text(_ text: String, _ x: Double, _ y: Double, class name: String) {
    lines.append(
      "<text class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(Self.escaped(text))</text>")
  }

  private func point(_ x: Double, _ y: Double) -> String { "\(Self.number(x)) \(Self.number(y))" }
}
