import StreamTesting
import TestSupport
import XCTest

/// Runs a body as a test case of its own, and keeps the failures that XCTest records in it.
final class InnerTestCase: XCTestCase {
  struct Failure: Equatable {
    var message: String
    var file: String
    var line: Int
    var isExpected: Bool
  }

  private(set) var failures: [Failure] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    failures.append(Failure(message: description, file: filePath, line: lineNumber, isExpected: expected))
  }

  /// - Returns: What XCTest recorded while `body` ran.
  static func failures(of body: @escaping () throws -> Void) -> [Failure] {
    let testCase = InnerTestCase(name: "inner") { _ in try body() }
    testCase.run()
    return testCase.failures
  }
}

final class XCTestReportTests: XCTestCase {
  func testFailureMarksTheRunningTestCaseAtTheCallersLine() {
    let site = CallSite()
    let failures = InnerTestCase.failures { FailureReporter.report("told to XCTest", at: site) }
    let expected = InnerTestCase.Failure(
      message: "failed - told to XCTest", file: #filePath, line: Int(site.line), isExpected: true)
    XCTAssertEqual(failures, [expected])
  }

  func testFailureOfAnotherThreadMarksTheRunningTestCase() {
    let failures = InnerTestCase.failures {
      let thread = JoinableThread { FailureReporter.report("from elsewhere", at: CallSite()) }
      thread.join()
    }
    XCTAssertEqual(failures.map(\.message), ["failed - from elsewhere"])
  }
}
