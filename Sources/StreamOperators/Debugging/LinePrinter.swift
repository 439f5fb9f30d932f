internal import StreamCore

/// Prints whole lines, whichever threads they come from. The stream is the client's code, so that no lock is held while
/// it takes a line: a line that comes meanwhile waits for the thread that prints.
// Sendable: the stream is used by one thread at a time, as `isPrinting` says; all else is under the lock.
@usableFromInline
final class LinePrinter: @unchecked Sendable {
  private let prefix: String
  private let isStandardOutput: Bool
  private var stream: (any TextOutputStream)?
  private let state = Locked((lines: Queue<String>(), isPrinting: false))

  @usableFromInline
  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix
    self.stream = stream
    isStandardOutput = stream == nil
  }

  @usableFromInline
  func print(_ line: String) {
    guard !isStandardOutput else { return Swift.print(prefix + line) }
    let isMine = state.withLock { state in
      state.lines.append(prefix + line)
      defer { state.isPrinting = true }
      return !state.isPrinting
    }
    if isMine { printLines() }
  }

  private func printLines() {
    while let line = nextLine() {
      stream?.write(line + "\n")
    }
  }

  private func nextLine() -> String? {
    state.withLock { state in
      let line = state.lines.popFirst()
      state.isPrinting = line != nil
      return line
    }
  }
}
