public import StreamCore

extension Publishers.BufferingStrategy {
  /// Stops the program when an element comes for which there is no room: for a buffer that is large enough unless there
  /// is a fault elsewhere.
  ///
  /// - Parameters:
  ///   - message: What to print, besides that the buffer is full.
  ///   - file: Where the buffer is made.
  ///   - line: The line there.
  /// - Returns: The strategy. It stops the program in release builds, too.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public static func fatalError(
    message: @autoclosure @escaping @Sendable () -> String = "", file: StaticString = #file, line: UInt = #line
  ) -> Self {
    .customError {
      let message = message()
      Swift.fatalError("The buffer is full" + (message.isEmpty ? "." : ": " + message), file: file, line: line)
    }
  }
}
