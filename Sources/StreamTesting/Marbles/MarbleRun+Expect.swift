extension MarbleRun {
  /// Expects what downstream received, and where the source was cancelled.
  ///
  ///     marbles("-1-2-3-|") { $0.map { $0 * 10 } }.expect("-A-B-C-|")
  ///
  /// Where they differ, the test fails at the line that calls, with both diagrams and what the letters stand for:
  ///
  ///     The marbles differ in tick 3.
  ///     expected  -A-(BC)|
  ///     actual    -A-B   -|
  ///                  ^
  ///     A = 10
  ///     B = 20
  ///
  /// ``check(_:upstream:)`` throws the same as an error. It also says how the elements are named.
  ///
  /// - Parameters:
  ///   - expected: What downstream should have received.
  ///   - upstream: What the source should have seen; `nil` for whatever it saw.
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
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
  ///   - expected: What downstream should have received; `#` is any failure.
  ///   - values: What the elements of `expected` stand for.
  ///   - upstream: What the source should have seen; `nil` for whatever it saw.
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
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
  ///   - expected: What downstream should have received; `#` is any failure.
  ///   - upstream: What the source should have seen; `nil` for whatever it saw.
  ///   - value: What an element of `expected` stands for.
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
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
  ///   - expected: What downstream should have received.
  ///   - values: What the elements of `expected` stand for.
  ///   - errors: What `#` stands for, and which letters stand for a failure too.
  ///   - upstream: What the source should have seen; `nil` for whatever it saw.
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
  public func expect(
    _ expected: Marbles, values: [Character: Output], errors: [Character: Failure], upstream: Marbles? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) { () throws(MarbleMismatch) in
      try check(expected, values: values, errors: errors, upstream: upstream)
    }
  }
}
