/// Gives each kind of element one character: its own, if it shows itself as a letter or digit, and else a capital letter.
struct MarbleNames {
  private(set) var legend: [(name: Character, text: String)] = []

  mutating func name(of text: String) -> Character {
    if text.count == 1, let own = text.first, own.isLetter || own.isNumber { return own }
    if let known = legend.first(where: { $0.text == text }) { return known.name }
    let name = Self.names[legend.count % Self.names.count]
    legend.append((name, text))
    return name
  }

  private static let names = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΘΛΞΠΣΦΨΩ")
}
