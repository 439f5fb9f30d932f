internal import StreamCore

/// Writes whole lines from any thread to a client's stream. No lock is held while the stream writes (rule 6), so the
/// first thread becomes the drain thread: lines that arrive during a write are queued, and written by it in order.
// Sendable: only the drain thread, which has set `isPrinting`, uses the stream; the rest is accessed under the lock.
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
