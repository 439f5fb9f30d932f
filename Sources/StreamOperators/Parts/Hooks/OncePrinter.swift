internal import StreamCore

/// Writes a line for the first report of each operator and place.
final class OncePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  private let known = Locked<Set<String>>([])

  /// - Parameter write: Writes a line, which ends with a line break.
  init(write: @escaping @Sendable (String) -> Void = writeToStandardError) {
    self.write = write
  }

  func print(_ report: some CustomStringConvertible, from place: String, hook: String) {
    let isNew = known.withLock { $0.insert(place).inserted }
    // In one piece, so that lines of several threads do not mix.
    if isNew { write("\(report) (told once; see \(hook))\n") }
  }
}
