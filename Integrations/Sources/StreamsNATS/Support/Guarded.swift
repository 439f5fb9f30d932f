internal import Foundation

/// A value that is reached under a lock alone.
///
/// The kernel's own lock is not visible outside of its package; this one is Foundation's, which the thread sanitizer
/// understands.
// Sendable: the value is accessed between `lock()` and `unlock()` alone.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with exclusive access to the value. It must make no outside calls.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
