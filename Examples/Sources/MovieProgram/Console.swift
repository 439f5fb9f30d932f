import Foundation
import MovieBrowser
import Synchronization

/// The program's input and output. Results go to standard output, everything else to standard error.
final class Console: Sendable {
  /// Whether output is a terminal. A program that reads the output gets no progress lines.
  private let isWatched = isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// The content of the terminal's last, unterminated line.
  private enum OpenLine {
    case nothing
    case progress
    case prompt
  }

  private let openLine = Mutex(OpenLine.nothing)

  /// The number of columns of a line.
  var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a result.
  func print(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes a line that is not part of the result.
  func note(_ line: String) {
    write(line + "\n")
  }

  /// Reports an attempt, unless it is the only one.
  func report(_ attempt: Attempt) {
    let isOnlyOne = attempt.number == 1 && attempt.error?.mayPass != true
    if isOnlyOne { return }
    let result = attempt.error.map { "failed: \($0)" } ?? "succeeded"
    note("\(attempt.subject): attempt \(attempt.number) \(result)")
  }

  /// Shows progress in a line that is overwritten.
  func showProgress(_ text: String) {
    if isWatched { write(text, leaving: .progress) }
  }

  /// Clears the progress line.
  func clearProgress() {
    write("")
  }

  /// Reads a line without blocking the main queue, and passes it to `use`; `nil` at the end of the input.
  func readLine(prompt: String, use: @escaping @MainActor (String?) -> Void) {
    if isWatched { write(prompt, leaving: .prompt) }
    Thread.detachNewThread { [self] in
      let line = Swift.readLine()
      // Typing a line has terminated it.
      if line != nil { openLine.withLock { $0 = .nothing } }
      DispatchQueue.main.async { use(line) }
    }
  }

  /// Writes to standard error, replacing the progress line or below a prompt. If standard error is closed, the text is
  /// dropped.
  private func write(_ text: String, leaving newOpenLine: OpenLine = .nothing) {
    openLine.withLock { openLine in
      let end =
        switch openLine {
        case .nothing: ""
        case .progress: "\r\u{1B}[K"
        case .prompt: "\n"
        }
      openLine = newOpenLine
      try? FileHandle.standardError.write(contentsOf: Data((end + text).utf8))
    }
  }
}
