import StreamCore
import StreamTesting
import TestSupport
import Testing
import XCTest

@Suite("Failures of marbles and steps in Swift Testing")
struct ReportTests {
  @Test("StepVerifier.verify() fails the test at the line of the step, with the message")
  func steps() {
    let line = #line + 3
    withKnownIssue {
      StepVerifier(Just(1))
        .expect(2)
        .verify()
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue == """
          Step 1 of 1, expect(2), at StreamTestingTests/VerifyReportTests.swift:\(line)
            expected  the value 2
            came      the value 1
            so far    subscription, 1, finished
          """
    }
  }

  @Test("MarbleRun.expect(_:) fails the test at the caller's line, with the diagrams")
  func diagrams() {
    let line = #line + 2
    withKnownIssue {
      marbles("-1-|") { $0 }.expect("-2-|")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue == """
          The marbles differ in tick 1.
          expected  -2-|
          actual    -1-|
                     ^
          """
    }
  }

  @Test("Each form of a marble expectation reports what it finds, or nothing")
  func ways() {
    let run = marbles("-1-#") { $0 }
    func expectAll(_ marbles: Marbles, _ value: Int) {
      run.expect(marbles)
      run.expect(marbles, values: ["1": value])
      run.expect(marbles, value: { _ in value })
      run.expect(marbles, values: ["1": value], errors: ["#": MarbleFailure()])
    }
    expect(FailureReporter.failures { expectAll("-1-#", 1) }.isEmpty)
    expectEqual(FailureReporter.failures { expectAll("--1#", 2) }.count, 4)
    expect(FailureReporter.failures { StepVerifier(Just(1)).expect(1).expectFinished().verify() }.isEmpty)
  }
}

final class MarbleAndStepReportTests: XCTestCase {
  func testVerifyFailsTheTestCaseAtTheLineOfTheStep() {
    let line = #line + 3
    let failures = InnerTestCase.failures {
      StepVerifier(Just(1))
        .expect(2)
        .verify()
    }
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertEqual(
      failures.map(\.message),
      [
        """
        failed - Step 1 of 1, expect(2), at StreamTestingTests/VerifyReportTests.swift:\(line)
          expected  the value 2
          came      the value 1
          so far    subscription, 1, finished
        """
      ])
  }

  func testMarblesFailTheTestCaseAtTheCallersLine() {
    let line = #line + 1
    let failures = InnerTestCase.failures { marbles("-1-|") { $0 }.expect("-2-|") }
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertEqual(
      failures.map(\.message),
      [
        """
        failed - The marbles differ in tick 1.
        expected  -2-|
        actual    -1-|
                   ^
        """
      ])
  }
}
