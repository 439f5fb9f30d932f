public import StreamCore

// Blocking expectations, for XCTest and plain programs, with the names and meanings of Conbini's. Their async overloads
// are in `Publisher+AsyncExpectations.swift`; the compiler prefers those inside async functions and closures. At the
// top level of a program it chooses the blocking ones, even behind an `await`, which it then warns of.
//
// The thread is blocked. On the main thread the run loop and the main queue keep running if the process has loaded
// Foundation, as every test process has. Any other queue or actor served by the thread is blocked too.

extension Publisher {
  /// Blocks the thread until this publisher finishes; its values are ignored.
  ///
  /// A failure, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: ends the wait.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: blocks the calling thread; values may arrive on any other. On the main thread, the run loop and the
  ///   main queue keep running.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - test: Ignored; accepted for source compatibility with Conbini.
  ///   - fileID: The caller's file, where a failure is shown.
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
  /// A finish, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: fails the test.
  /// - **Failure**: ends the wait, and is returned.
  /// - **Threads**: blocks the calling thread; values may arrive on any other. On the main thread, the run loop and the
  ///   main queue keep running.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - test: Ignored; accepted for source compatibility with Conbini.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The failure; `nil` if the test failed.
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
  /// A second value cancels the subscription immediately and fails the test, as do a missing value, a failure, and a
  /// timeout.
  ///
  /// - **Demand**: unlimited; a second value cancels the subscription.
  /// - **Completion**: ends the wait, after one value; without a value, it fails the test.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: blocks the calling thread; values may arrive on any other. On the main thread, the run loop and the
  ///   main queue keep running.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - test: Ignored; accepted for source compatibility with Conbini.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The value; `nil` if the test failed.
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
  /// A failure, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: ends the wait.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: blocks the calling thread; values may arrive on any other. On the main thread, the run loop and the
  ///   main queue keep running.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - test: Ignored; accepted for source compatibility with Conbini.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The values, including those received before a failure or the timeout.
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
  /// Too few values before a completion or within the timeout fail the test. The wait ends as soon as the outcome is
  /// known.
  ///
  /// - **Demand**: unlimited; the last expected value cancels the subscription.
  /// - **Completion**: fails the test, if it comes before the last expected value.
  /// - **Failure**: fails the test, if it comes before the last expected value.
  /// - **Threads**: blocks the calling thread; values may arrive on any other. On the main thread, the run loop and the
  ///   main queue keep running.
  ///
  /// - Parameters:
  ///   - count: How many values to wait for; more than 0.
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - test: Ignored; accepted for source compatibility with Conbini.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - check: Called with each value, in order, in the caller's context after the wait, so that its expectations
  ///     count for this test.
  /// - Returns: The values; exactly `count` unless the test failed.
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
