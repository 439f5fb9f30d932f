import Foundation

struct Entry: Decodable {
  var module: String
  var symbol: String
  var matching: String
  var covers: [String]
  var picture: String?
  var text: [String]
  var words: String
  var reason: String?
  var example: String
  var prints: String
  var use: String
  var pitfall: String

  /// Complete tests of the run, as the laboratory has them to copy: one for each closure that may be chosen.
  var tests: [String]?

  /// Where people find the operator; `nil` if pages name it by hand.
  var listing: Listing?
}

extension Entry {
  /// As the laboratory names it.
  var id: String { "\(module)/\(symbol)\(matching.isEmpty ? "" : "/\(matching)")" }
}

extension [Entry] {
  /// The entry that shows a symbol: one that names it before one that covers it, one for its overload before a general
  /// one.
  func entry(for symbol: Symbol) -> Entry? {
    let named = filter { $0.module == symbol.module && $0.symbol == symbol.title }
    let all = named.isEmpty ? filter { $0.module == symbol.module && $0.covers.contains(symbol.title) } : named
    return all.first { !$0.matching.isEmpty && symbol.declaration.contains($0.matching) }
      ?? all.first { $0.matching.isEmpty }
  }
}

/// A diagram of what is no operator, or why it is not run.
struct TypeEntry: Decodable {
  var module: String
  var symbol: String
  var covers: [String]
  var text: [String]
  var reason: String?
}

extension [TypeEntry] {
  /// The entries for a symbol, in the order of its diagrams.
  func entries(for symbol: Symbol) -> [TypeEntry] {
    filter { $0.module == symbol.module && ([$0.symbol] + $0.covers).contains(symbol.path) }
  }
}

func typeEntries(of folder: String) throws -> [TypeEntry] {
  try JSONDecoder().decode([TypeEntry].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/types.json")))
}

func entries(of folder: String) throws -> [Entry] {
  try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/scenarios.json")))
}

extension [Entry] {
  /// The entries, where one of more streams, `zip(_:_:)`, without a pitfall has that of the operator of two, `zip(_:)`.
  var withPitfalls: [Entry] {
    let ofTwo = filter { $0.matching.isEmpty && !$0.pitfall.isEmpty }
    return map { entry in
      let ofMore = #/((?:combineLatest|merge|zip)\(\w+:)(?:_:)+(?:transform:)?\)/#
      guard entry.pitfall.isEmpty, let match = entry.symbol.wholeMatch(of: ofMore) else { return entry }
      var entry = entry
      entry.pitfall = ofTwo.first { $0.module == entry.module && $0.symbol == "\(match.1))" }?.pitfall ?? ""
      return entry
    }
  }
}
