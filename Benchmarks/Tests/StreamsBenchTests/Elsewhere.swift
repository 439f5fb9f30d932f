import Foundation

/// Runs a closure on a separate thread: waiting for tasks must not block the threads that run them.
func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
