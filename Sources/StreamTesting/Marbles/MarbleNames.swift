/// Assigns each distinct element a character: its own description if that is one letter or digit, else a capital
/// letter.
struct MarbleNames {
  private(set) var legend: [(name: Character, text: String)] = []
  private let names: [Character]
  private let taken: Set<Character>

  /// Creates names.
  ///
  /// - Parameters:
  ///   - texts: The descriptions to be named: no text gets a name that is another's description.
  ///   - taken: Reserved characters.
  init(for texts: [String], avoiding taken: Set<Character> = []) {
    self.taken = taken
    let own = Set(texts.compactMap(Self.ownName))
    names = Self.names.filter { !taken.contains($0) && !own.contains($0) }
  }

  mutating func name(of text: String) -> Character {
    if let own = Self.ownName(of: text), !taken.contains(own) { return own }
    if let known = legend.first(where: { $0.text == text }) { return known.name }
    guard !names.isEmpty else { return "?" }
    let name = names[legend.count % names.count]
    legend.append((name, text))
    return name
  }

  private static func ownName(of text: String) -> Character? {
    guard text.count == 1, let own = text.first, own.isMarble else { return nil }
    return own
  }

  private static let names = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΘΛΞΠΣΦΨΩ")
}
