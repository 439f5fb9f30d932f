/// One small fault that can be switched on in the instrumented copy of the package.
struct Mutant: Sendable {
  /// A piece of the source and what takes its place; ``on`` in it becomes the call that asks whether the mutant is on.
  struct Edit: Sendable {
    var range: Range<Int>
    var text: String
  }

  static let on = "\u{1}"

  /// What the mutant is switched on by; given once it is drawn.
  var id = 0
  var module: String
  var file: String
  var line: Int
  var lineText: String

  /// The expression or statement, before and after: `a < b → a <= b`.
  var change: String
  var edits: [Edit]

  /// A mutant that stands around another one takes no copy of what is inside.
  var copies: Bool

  var extent: Range<Int> { edits[0].range.lowerBound..<edits[edits.count - 1].range.upperBound }

  /// What says which mutant it is, though lines above it come and go.
  var key: String { [file, lineText, change].joined(separator: "\n") }

  /// Whether both can be in one source.
  func fits(_ other: Mutant) -> Bool {
    if file != other.file || !extent.overlaps(other.extent) { return true }
    return surrounds(other) || other.surrounds(self)
  }

  private func surrounds(_ other: Mutant) -> Bool {
    !copies && extent.lowerBound < other.extent.lowerBound && other.extent.upperBound < extent.upperBound
  }

  /// A number that depends on the seed and the mutant alone, so that a sample stays the same when other code changes.
  func rank(seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return hash ^ (hash >> 33)
  }
}

extension [Mutant] {
  /// The source with all of these in it, each behind a question whether it is on.
  func instrument(_ source: [UInt8]) -> [UInt8] {
    let edits = flatMap { mutant in
      mutant.edits.map {
        Mutant.Edit(range: $0.range, text: $0.text.replacing(Mutant.on, with: "mutantIsOn(\(mutant.id))"))
      }
    }.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var result = Array<UInt8>("public import MutantSwitch\n".utf8)
    var position = 0
    for edit in edits {
      result += source[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + source[position...]
  }
}
