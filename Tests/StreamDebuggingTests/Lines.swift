import StreamCore
import TestSupport

/// A stream that keeps what is printed.
final class Lines: TextOutputStream, Sendable {
  private let text = Box("")

  /// Called with each piece of text.
  let onWrite: (@Sendable (String) -> Void)?

  init(onWrite: (@Sendable (String) -> Void)? = nil) {
    self.onWrite = onWrite
  }

  func write(_ string: String) {
    text.update { $0 += string }
    onWrite?(string)
  }

  var all: [String] { text.value.split(separator: "\n").map(String.init) }
}
