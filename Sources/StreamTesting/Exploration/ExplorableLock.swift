internal import StreamCore

/// A lock for a custom operator under exploration: while one thread waits for it others run, and a deadlock is detected
/// and described. An exploration does not see other locks: a thread that waits for one is reported as blocked. Outside
/// an exploration it is an ordinary lock.
public final class ExplorableLock<Value>: @unchecked Sendable {
  // Sendable: the value is accessed under the lock.
  private let state: Locked<Value>

  /// Creates a lock.
  ///
  /// - Parameter value: The guarded value.
  public init(_ value: Value) {
    state = Locked(value)
  }

  /// Runs a body with exclusive access to the value.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for the trace.
  ///   - line: The line.
  ///   - function: The function.
  ///   - body: Reads or changes the value.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withLock<Result>(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    #if Explore
      try state.withLock(file: fileID, line: line, function: function) { try body(&$0) }
    #else
      try state.withLock { try body(&$0) }
    #endif
  }
}
