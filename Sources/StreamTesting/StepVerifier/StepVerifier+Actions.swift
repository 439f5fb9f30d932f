public import StreamCore

extension StepVerifier {
  /// Requests more values.
  ///
  /// - Parameters:
  ///   - demand: The additional demand.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func request(
    _ demand: Subscribers.Demand,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("request(\(demand))", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      run.request(demand)
    }
  }

  /// Requests more values.
  ///
  /// - Parameters:
  ///   - count: The number of values; positive.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func request(
    _ count: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("request(\(count))", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      run.request(.max(count))
    }
  }

  /// Advances the clock, running the work that becomes due.
  ///
  /// - Parameters:
  ///   - stride: The time to advance by, in virtual seconds; not negative.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func advance(
    by stride: VirtualTime.Stride,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let scheduler = clock(for: "advance(by:)")
    return adding(
      "advance(by: \(VirtualTime(stride)))",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { run throws(StepProblem) in
      scheduler.advance(by: stride)
    }
  }

  /// Advances the clock to a time, running the work that becomes due.
  ///
  /// - Parameters:
  ///   - time: The time, in virtual seconds; a past time changes nothing.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func advance(
    to time: VirtualTime,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let scheduler = clock(for: "advance(to:)")
    return adding("advance(to: \(time))", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    { run throws(StepProblem) in
      scheduler.advance(to: time)
    }
  }

  /// Performs an action, such as sending to a subject.
  ///
  /// - Parameters:
  ///   - description: The action's description in messages.
  ///   - action: Called when the step is reached.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func then(
    _ description: String = "then", _ action: @escaping () -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding(description, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      _ throws(StepProblem) in
      action()
    }
  }

  /// Cancels the subscription, and discards events that no step has examined.
  ///
  /// Events after the cancel are failures.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("cancel()", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      run.cancel()
      run.skipAll()
    }
  }
}
