import Foundation
import MovieBrowser
import Synchronization

/// Where the program reads and writes. Results go to standard output, all else to standard error.
final class Console: Sendable {
  /// Whether a person is watching. A program that reads the output is shown no progress.
  private let isWatched = isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// What stands in the last line of the terminal, which has no end yet.
  private enum OpenLine {
    case nothing
    case progress
    case prompt
  }

  private let openLine = Mutex(OpenLine.nothing)

  /// How many columns a line may have.
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

  /// Tells of an attempt, unless it is the only one.
  func report(_ attempt: Attempt) {
    let isOnlyOne = attempt.number == 1 && attempt.error?.mayPass != true
    if isOnlyOne { return }
    let result = attempt.error.map { "failed: \($0)" } ?? "succeeded"
    note("\(attempt.subject): attempt \(attempt.number) \(result)")
  }

  /// Shows how far the program is, in a line that is overwritten.
  func showProgress(_ text: String) {
    if isWatched { write(text, leaving: .progress) }
  }

  /// Removes the line of the progress.
  func clearProgress() {
    write("")
  }

  /// Reads a line without holding up the main queue, and gives it to `use`; `nil` at the end of the input.
  func readLine(prompt: String, use: @escaping @MainActor (String?) -> Void) {
    if isWatched { write(prompt, leaving: .prompt) }
    Thread.detachNewThread { [self] in
      let line = Swift.readLine()
      // Whoever typed a line has ended it.
      if line != nil { openLine.withLock { $0 = .nothing } }
      DispatchQueue.main.async { use(line) }
    }
  }

  /// Writes to standard error, in place of progress or below a prompt. If it is closed there is nobody left to tell.
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
