public import StreamCore

// Expectations that suspend the task, for Swift Testing and asynchronous XCTest cases. A cancelled task stops waiting,
// and its test fails.

extension Publisher {
  /// Suspends the task until this publisher finishes; its values are ignored.
  ///
  /// A failure, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: ends the wait.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: suspends the task and blocks no thread; values may arrive on any. A cancel of the task ends the
  ///   wait, and fails the test.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - isolation: The actor of the caller.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  @_disfavoredOverload
  public func expectsCompletion(
    timeout: Double = 10, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let expectation = Expectation<Output, Failure>.completion(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    _ = await expectation.suspending(self, isolation: isolation)
  }

  /// Suspends the task until this publisher fails; its values are ignored.
  ///
  /// A finish, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: fails the test.
  /// - **Failure**: ends the wait, and is returned.
  /// - **Threads**: suspends the task and blocks no thread; values may arrive on any. A cancel of the task ends the
  ///   wait, and fails the test.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - isolation: The actor of the caller.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The failure; `nil` if the test failed.
  @discardableResult
  @_disfavoredOverload
  public func expectsFailure(
    timeout: Double = 10, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Failure? {
    let expectation = Expectation<Output, Failure>.failure(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return (await expectation.suspending(self, isolation: isolation)).account.failure
  }

  /// Suspends the task until this publisher has sent one value and finished.
  ///
  /// A second value cancels the subscription immediately and fails the test, as do a missing value, a failure, and a
  /// timeout.
  ///
  /// - **Demand**: unlimited; a second value cancels the subscription.
  /// - **Completion**: ends the wait, after one value; without a value, it fails the test.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: suspends the task and blocks no thread; values may arrive on any. A cancel of the task ends the
  ///   wait, and fails the test.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - isolation: The actor of the caller.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The value; `nil` if the test failed.
  @discardableResult
  @_disfavoredOverload
  public func expectsOne(
    timeout: Double = 10, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Output? {
    let expectation = Expectation<Output, Failure>.one(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let (account, isMet) = await expectation.suspending(self, isolation: isolation)
    return isMet ? account.values.first : nil
  }

  /// Suspends the task until this publisher finishes.
  ///
  /// A failure, or no completion within the timeout, fails the test. The wait ends as soon as the outcome is known.
  ///
  /// - **Demand**: unlimited, until the wait ends.
  /// - **Completion**: ends the wait.
  /// - **Failure**: fails the test, which shows the error.
  /// - **Threads**: suspends the task and blocks no thread; values may arrive on any. A cancel of the task ends the
  ///   wait, and fails the test.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - isolation: The actor of the caller.
  ///   - fileID: The caller's file, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  /// - Returns: The values, including those received before a failure or the timeout.
  @discardableResult
  @_disfavoredOverload
  public func expectsAll(
    timeout: Double = 10, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> [Output] {
    let expectation = Expectation<Output, Failure>.all(
      within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return (await expectation.suspending(self, isolation: isolation)).account.values
  }

  /// Suspends the task until this publisher has sent a number of values, and cancels it.
  ///
  /// Too few values before a completion or within the timeout fail the test. The wait ends as soon as the outcome is
  /// known.
  ///
  /// - **Demand**: unlimited; the last expected value cancels the subscription.
  /// - **Completion**: fails the test, if it comes before the last expected value.
  /// - **Failure**: fails the test, if it comes before the last expected value.
  /// - **Threads**: suspends the task and blocks no thread; values may arrive on any. A cancel of the task ends the
  ///   wait, and fails the test.
  ///
  /// - Parameters:
  ///   - count: How many values to wait for; more than 0.
  ///   - timeout: The longest wait in seconds; not negative.
  ///   - isolation: The actor of the caller.
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
    values count: Int, timeout: Double = 10, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (Output) -> Void = { _ in }
  ) async -> [Output] {
    let expectation = Expectation<Output, Failure>.atLeast(
      count, within: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let values = (await expectation.suspending(self, isolation: isolation)).account.values
    values.forEach(check)
    return values
  }
}
