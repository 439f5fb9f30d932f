/// Gives each kind of element one character: its own, if it shows itself as a letter or digit, and else a capital letter.
struct MarbleNames {
  private(set) var legend: [(name: Character, text: String)] = []
  private let names: [Character]
  private let taken: Set<Character>

  /// - Parameter taken: Characters that stand for something else.
  init(avoiding taken: Set<Character> = []) {
    self.taken = taken
    names = Self.names.filter { !taken.contains($0) }
  }

  mutating func name(of text: String) -> Character {
    if text.count == 1, let own = text.first, own.isLetter || own.isNumber, !taken.contains(own) { return own }
    if let known = legend.first(where: { $0.text == text }) { return known.name }
    guard !names.isEmpty else { return "?" }
    let name = names[legend.count % names.count]
    legend.append((name, text))
    return name
  }

  private static let names = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΘΛΞΠΣΦΨΩ")
}
