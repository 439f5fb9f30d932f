public import StreamCore

// Expectations that block, for XCTest and plain programs. They have the names and the meanings of Conbini's. Those of the
// same names that suspend a task stand in `Publisher+AsyncExpectations.swift`: the compiler prefers them where it can
// await.
//
// The thread is blocked. On the main thread the run loop and the main queue go on meanwhile, provided that the process
// has loaded Foundation, as every test process has. Any other queue or actor that the thread serves stands still.

extension Publisher {
  /// Blocks the thread until this publisher finishes; its values are ignored.
  ///
  /// A failure of the publisher, or none of both in time, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - Parameters:
  ///   - timeout: How many seconds to wait at most; not negative.
  ///   - test: Ignored; stands here for tests that were written for Conbini.
  ///   - fileID: Where a failure is shown: the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  @_disfavoredOverload
  public func expectsCompletion(
    timeout: Double = 10, on test: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let expectation = Expectation<Output, Failure>.completion(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    _ = expectation.blocking(self)
  }

  /// Blocks the thread until this publisher fails; its values are ignored.
  ///
  /// A finish, or no end in time, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - Parameters:
  ///   - timeout: How many seconds to wait at most; not negative.
  ///   - test: Ignored; stands here for tests that were written for Conbini.
  ///   - fileID: Where a failure is shown: the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The failure; nothing, if the test failed.
  @discardableResult
  @_disfavoredOverload
  public func expectsFailure(
    timeout: Double = 10, on test: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Failure? {
    let expectation = Expectation<Output, Failure>.failure(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return expectation.blocking(self).account.failure
  }

  /// Blocks the thread until this publisher has sent one value and finished.
  ///
  /// A second value cancels it at once. That, no value, a failure, or no end in time fails the test.
  ///
  /// - Parameters:
  ///   - timeout: How many seconds to wait at most; not negative.
  ///   - test: Ignored; stands here for tests that were written for Conbini.
  ///   - fileID: Where a failure is shown: the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The value; nothing, if the test failed.
  @discardableResult
  @_disfavoredOverload
  public func expectsOne(
    timeout: Double = 10, on test: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Output? {
    let expectation = Expectation<Output, Failure>.one(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let (account, isMet) = expectation.blocking(self)
    return isMet ? account.values.first : nil
  }

  /// Blocks the thread until this publisher finishes.
  ///
  /// A failure of the publisher, or no end in time, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - Parameters:
  ///   - timeout: How many seconds to wait at most; not negative.
  ///   - test: Ignored; stands here for tests that were written for Conbini.
  ///   - fileID: Where a failure is shown: the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The values, also those that came before a failure or before time was up.
  @discardableResult
  @_disfavoredOverload
  public func expectsAll(
    timeout: Double = 10, on test: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [Output] {
    let expectation = Expectation<Output, Failure>.all(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return expectation.blocking(self).account.values
  }

  /// Blocks the thread until this publisher has sent a number of values, and cancels it.
  ///
  /// Fewer values and an end, or fewer in time, fail the test. The wait ends as soon as the outcome is known.
  ///
  /// - Parameters:
  ///   - count: How many values to wait for; more than 0.
  ///   - timeout: How many seconds to wait at most; not negative.
  ///   - test: Ignored; stands here for tests that were written for Conbini.
  ///   - fileID: Where a failure is shown: the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - check: Called with each of the values, in order, where the helper was called and after the wait, so that what
  ///     it expects counts for this test.
  /// - Returns: The values, `count` of them unless the test failed.
  @discardableResult
  @_disfavoredOverload
  public func expectsAtLeast(
    values count: Int, timeout: Double = 10, on test: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (Output) -> Void = { _ in }
  ) -> [Output] {
    let expectation = Expectation<Output, Failure>.atLeast(
      count, within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let values = expectation.blocking(self).account.values
    values.forEach(check)
    return values
  }
}
