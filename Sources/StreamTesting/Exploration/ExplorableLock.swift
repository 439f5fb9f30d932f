internal import StreamCore

/// A lock for an operator of one's own that is to be explored: while a thread waits for it others go on, and a deadlock is
/// found and named. An exploration does not see locks of other kinds: a thread that waits for one is reported as blocked.
/// Outside of an exploration it is a lock as any other.
public final class ExplorableLock<Value>: @unchecked Sendable {
  // Sendable: the value is reached under the lock.
  private let state: Locked<Value>

  /// Makes a lock.
  ///
  /// - Parameter value: What it guards.
  public init(_ value: Value) {
    state = Locked(value)
  }

  /// Runs a body with the value, while no other thread can reach it.
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
