internal import StreamCore

/// Writes a line for the first failure of each operator and place.
final class FailurePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  private let known = Locked<Set<String>>([])

  /// - Parameter write: Writes a line, which ends with a line break.
  init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  func print(_ failure: UnhandledFailure) {
    let isNew = known.withLock { $0.insert(failure.place).inserted }
    // In one piece, so that lines of several threads do not mix.
    if isNew { write("\(failure) (told once; see FailureHook)\n") }
  }
}
