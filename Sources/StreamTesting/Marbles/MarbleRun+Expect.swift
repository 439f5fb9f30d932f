extension MarbleRun {
  /// Expects what downstream received, and where the source was cancelled.
  ///
  ///     marbles("-1-2-3-|") { $0.map { $0 * 10 } }.expect("-A-B-C-|")
  ///
  /// If they differ, the test fails at the calling line with both diagrams and a legend of the letters:
  ///
  ///     The marbles differ in tick 3.
  ///     expected  -A-(BC)|
  ///     actual    -A-B   -|
  ///                  ^
  ///     A = 10
  ///     B = 20
  ///
  /// ``check(_:upstream:)`` throws the same as an error, and documents how elements are named.
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  public func expect(
    _ expected: Marbles, upstream: Marbles? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) { () throws(MarbleMismatch) in
      try check(expected, upstream: upstream)
    }
  }

  fileprivate func report(at site: CallSite, _ check: () throws(MarbleMismatch) -> Void) {
    do throws(MarbleMismatch) {
      try check()
    } catch {
      FailureReporter.report(error.description, at: site)
    }
  }
}

extension MarbleRun where Output: Equatable {
  /// Expects what downstream received, with names for its values, and where the source was cancelled.
  ///
  ///     run.expect("-a-b-|", values: ["a": 100, "b": 200])
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received; `#` is any failure.
  ///   - values: The value of each element of `expected`.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  public func expect(
    _ expected: Marbles, values: [Character: Output], upstream: Marbles? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) { () throws(MarbleMismatch) in
      try check(expected, values: values, upstream: upstream)
    }
  }

  /// Expects what downstream received, with values made from the letters of the diagram.
  ///
  ///     run.expect("-A-B-|", value: { "\($0)" })
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received; `#` is any failure.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  ///   - value: Returns the value of an element of `expected`.
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  public func expect(
    _ expected: Marbles, upstream: Marbles? = nil, value: (Character) -> Output,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) { () throws(MarbleMismatch) in
      try check(expected, upstream: upstream, value: value)
    }
  }
}

extension MarbleRun where Output: Equatable, Failure: Equatable {
  /// Expects what downstream received, with names for its values and errors, and where the source was cancelled.
  ///
  ///     run.expect("-a-x", values: ["a": 100], errors: ["x": ShopError.closed])
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received.
  ///   - values: The value of each element of `expected`.
  ///   - errors: The error of `#`, and of letters that stand for a failure.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  public func expect(
    _ expected: Marbles, values: [Character: Output], errors: [Character: Failure], upstream: Marbles? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) { () throws(MarbleMismatch) in
      try check(expected, values: values, errors: errors, upstream: upstream)
    }
  }
}
