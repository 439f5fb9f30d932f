/// The difference between an actual and an expected run: one diagram above the other.
///
///     The marbles differ in tick 4.
///     expected  --1-(23)-|
///     actual    --1-2   ---#
///                   ^
public struct MarbleMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expected diagram.
  public let expected: Marbles

  /// The actual diagram.
  public let actual: Marbles

  /// The two diagrams, one above the other, with a legend of their letters.
  public let description: String

  init(_ expected: Marbles, _ actual: Marbles, of subject: String, notes: [String]) {
    self.expected = expected
    self.actual = actual
    var lines: [String] = []
    if expected != actual {
      let tick = zip(expected.events, actual.events).first { $0 != $1 }.map { min($0.tick, $1.tick) }
      let shorter = min(expected.events.count, actual.events.count)
      let surplus = expected.events.dropFirst(shorter).first ?? actual.events.dropFirst(shorter).first
      lines.append("The \(subject) differ in tick \(tick ?? surplus?.tick ?? 0).")
    }
    lines.append(expected.compared(with: actual))
    description = (lines + notes).joined(separator: "\n")
  }
}
