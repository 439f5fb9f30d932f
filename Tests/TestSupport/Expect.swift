public import Testing

// Tests expect by these functions where `#expect` would do the same: it is a macro, whose expansion took a third of the
// time in which the tests compile. What throws, waits or exits is for the macro, and so is a test that users copy.

/// Fails the test unless a condition holds.
///
/// - Parameters:
///   - condition: The condition.
///   - comment: What is wrong if it does not hold.
///   - fileID: The caller's file.
///   - filePath: The path of that file.
///   - line: The line.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line
) {
  if condition { return }
  fail("This does not hold.", comment(), fileID, filePath, line)
}

/// Fails the test unless two values are equal.
///
/// - Parameters:
///   - value: The value that came out.
///   - expected: The value that should.
///   - comment: What is wrong if they differ.
///   - fileID: The caller's file.
///   - filePath: The path of that file.
///   - line: The line.
public func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line
) {
  if value == expected { return }
  fail("\(value) should be \(expected).", comment(), fileID, filePath, line)
}

private func fail(_ text: String, _ comment: Comment?, _ fileID: String, _ filePath: String, _ line: Int) {
  let text = if let comment { "\(text) \(comment.rawValue)" } else { text }
  Issue.record(
    Comment(rawValue: text),
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1))
}
