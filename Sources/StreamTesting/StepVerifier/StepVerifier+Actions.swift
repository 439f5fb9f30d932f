public import StreamCore

extension StepVerifier {
  /// Asks for more values.
  ///
  /// - Parameters:
  ///   - demand: How many.
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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

  /// Asks for more values.
  ///
  /// - Parameters:
  ///   - count: How many, more than none.
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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

  /// Moves the clock on, and runs the work that is due on the way.
  ///
  /// - Parameters:
  ///   - stride: By how much, in virtual seconds, zero or more.
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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

  /// Moves the clock to a time, and runs the work that is due on the way.
  ///
  /// - Parameters:
  ///   - time: The time, in virtual seconds; one that has passed changes nothing.
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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

  /// Does something: sends to a subject, for example.
  ///
  /// - Parameters:
  ///   - description: What it does, for the message.
  ///   - action: Called when the step is reached.
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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

  /// Cancels the subscription, and leaves out what has come and no step has looked at.
  ///
  /// What comes later is a failure.
  ///
  /// - Parameters:
  ///   - fileID: The file in which the step stands.
  ///   - filePath: The file in which the step stands.
  ///   - line: The line in which the step stands.
  ///   - column: The column in which the step stands.
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
