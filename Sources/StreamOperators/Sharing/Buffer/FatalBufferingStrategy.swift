public import StreamCore

extension Publishers.BufferingStrategy {
  /// Stops the program when an element overflows the buffer: for a buffer whose overflow is a programming error.
  ///
  /// - Parameters:
  ///   - message: The text to print after the statement that the buffer is full.
  ///   - file: The file to report.
  ///   - line: The line to report.
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
