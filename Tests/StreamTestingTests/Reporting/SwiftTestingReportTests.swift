import Dispatch
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("Reporting in Swift Testing")
struct SwiftTestingReportTests {
  @Test("A failure is an issue of the running test, with its message, at the caller's line")
  func issueAtCallersLine() {
    let site = CallSite()
    let seen = Box<[(comment: String, location: SourceLocation?)]>([])
    withKnownIssue {
      FailureReporter.report("A failure that is long enough to live on the heap", at: site)
    } matching: { issue in
      seen.update { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation)) }
      return true
    }
    expectEqual(seen.value.map(\.comment), ["A failure that is long enough to live on the heap"])
    expectEqual(seen.value.first?.location?.line, Int(site.line))
    expectEqual(seen.value.first?.location?.column, Int(site.column))
    expectEqual(seen.value.first?.location?.fileID, #fileID)
  }

  @Test("Two call sites are equal if the file, the line and the column are")
  func equalSites() {
    let site = CallSite(filePath: "a.swift", line: 1, column: 2)
    expectEqual(site, CallSite(filePath: "a.swift", line: 1, column: 2))
    expect(site != CallSite(filePath: "a.swift", line: 1, column: 3))
    expect(site != CallSite(filePath: "a.swift", line: 2, column: 2))
    expect(site != CallSite(filePath: "b.swift", line: 1, column: 2))
  }

  @Test("A failure after a suspension is an issue of the test too")
  func issueAfterSuspension() async {
    await withKnownIssue {
      await Task.yield()
      FailureReporter.report("later", at: CallSite())
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["later"]
    }
  }

  @Test("Many failures leave no unbalanced state")
  func manyIssues() {
    let count = Box(0)
    withKnownIssue {
      for index in 0..<20 {
        FailureReporter.report("failure \(index) of many, in a string that is allocated", at: CallSite())
      }
    } matching: { _ in
      count.increment()
      return true
    }
    expectEqual(count.value, 20)
  }

  @Test("Failures are collected instead of reported, in a synchronous and in an asynchronous body")
  func collected() async {
    let site = CallSite()
    let sync = FailureReporter.failures { FailureReporter.report("one", at: site) }
    expectEqual(sync, [StreamTestFailure("one", at: site)])
    let async = await FailureReporter.failures {
      await Task.yield()
      FailureReporter.report("two", at: site)
    }
    expectEqual(async, [StreamTestFailure("two", at: site)])
    expectEqual("\(async[0])", "\(#filePath):\(site.line):\(site.column): error: two")
  }
}
