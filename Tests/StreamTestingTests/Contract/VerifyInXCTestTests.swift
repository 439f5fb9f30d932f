import StreamTesting
import XCTest

final class VerifyInXCTestTests: XCTestCase {
  func testABrokenRuleMarksTheRunningTestCaseAtTheCallersLine() {
    let failures = InnerTestCase.failures { verifyContract { FaultySource(.sharedPosition) } }
    XCTAssertEqual(Set(failures.map(\.line)), [#line - 1])
    XCTAssertTrue(
      failures.contains { $0.message.contains("verifyContract: Rule 8: two subscriptions are independent.") })
  }

  func testAPublisherWithoutAFaultPasses() {
    XCTAssertEqual(verifyContract { FaultySource(.none) }, [])
  }
}
