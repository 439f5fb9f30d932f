#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A value under a lock that the thread sanitizer knows, unlike `Mutex` on Linux.
// Sendable: the value is accessed under the mutex only.
@usableFromInline
package final class Lock<Value>: @unchecked Sendable {
  @usableFromInline var value: Value

  /// In memory of its own: a system's mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  @usableFromInline
  package init(_ value: Value) {
    self.value = value
    let error = pthread_mutex_init(mutex, nil)
    precondition(error == 0, "The system makes no mutex: error \(error).")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure that reads and changes the value, and calls nothing else (rule 6).
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value)
  }

  // Not inlinable: a client would have to import the C library.
  @usableFromInline
  func lock() {
    pthread_mutex_lock(mutex)
  }

  @usableFromInline
  func unlock() {
    pthread_mutex_unlock(mutex)
  }
}
