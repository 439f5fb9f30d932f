public import StreamCore

extension StepVerifier {
  /// Expects the subscription.
  ///
  /// Optional: any other expecting step skips a received subscription.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectSubscription(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectSubscription()", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectSubscription()
    }
  }

  /// Expects the stream to finish.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectFinished(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectFinished()", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectCompletion("the finish") { if case .finished = $0 { true } else { false } }
    }
  }

  /// Expects the stream to fail, with any error.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectFailure(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectFailure()", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectCompletion("a failure") { if case .failure = $0 { true } else { false } }
    }
  }

  /// Expects the stream to fail with an error that satisfies a predicate.
  ///
  /// - Parameters:
  ///   - description: The expectation's description in messages.
  ///   - isExpected: Whether the error is the expected one.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectFailure(
    _ description: String = "a failure that matches", matching isExpected: @escaping (P.Failure) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectFailure(matching:)", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectCompletion(description) {
        if case .failure(let failure) = $0 { isExpected(failure) } else { false }
      }
    }
  }

  /// Expects a number of values of any kind.
  ///
  /// - Parameters:
  ///   - count: The number of values; a negative one traps.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expect(
    count: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    precondition(count >= 0, "Less than no values cannot be expected.")
    return adding(
      "expect(count: \(count))", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { run throws(StepProblem) in
      for number in 0..<count { try run.expectValue("value \(number + 1) of \(count)") { _ in true } }
    }
  }

  /// Expects a value that satisfies a predicate.
  ///
  /// - Parameters:
  ///   - description: The expectation's description in messages.
  ///   - isExpected: Whether the value is the expected one.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expect(
    _ description: String = "a value that matches", matching isExpected: @escaping (P.Output) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expect(matching:)", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectValue(description, where: isExpected)
    }
  }

  /// Expects that there are no unexamined events.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectNoEvent(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectNoEvent()", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      run.skipSubscription()
      try run.expectNothing("no event")
    }
  }

  /// Expects no event while the clock advances.
  ///
  /// A subscription is an event too.
  ///
  /// - Parameters:
  ///   - stride: The time to advance by, in virtual seconds; not negative.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectNoEvent(
    for stride: VirtualTime.Stride,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let scheduler = clock(for: "expectNoEvent(for:)")
    return adding(
      "expectNoEvent(for: \(VirtualTime(stride)))",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { run throws(StepProblem) in
      let expected = "no event until \(scheduler.now.advanced(by: stride))"
      run.skipSubscription()
      try run.expectNothing(expected)
      scheduler.advance(by: stride)
      try run.expectNothing(expected)
    }
  }
}

extension StepVerifier where P.Output: Equatable {
  /// Expects values, in order.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expect(
    _ values: P.Output...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding(
      "expect(\(values.map { "\($0)" }.joined(separator: ", ")))",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { run throws(StepProblem) in
      for value in values { try run.expectValue("the value \(value)") { $0 == value } }
    }
  }

  /// Expects the values of a sequence, in order.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expect(
    contentsOf values: some Sequence<P.Output>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let values = Array(values)
    return adding(
      "expect(contentsOf: \(values.count) values)",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { run throws(StepProblem) in
      for (number, value) in values.enumerated() {
        try run.expectValue("the value \(value), \(number + 1) of \(values.count)") { $0 == value }
      }
    }
  }
}

extension StepVerifier where P.Failure: Equatable {
  /// Expects the stream to fail with an error.
  ///
  /// - Parameters:
  ///   - failure: The error.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The script with this step.
  public func expectFailure(
    _ failure: P.Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    adding("expectFailure(\(failure))", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      run throws(StepProblem) in
      try run.expectCompletion("the failure \(failure)") { $0 == .failure(failure) }
    }
  }
}
