import StreamParts
import StreamTesting
import TestSupport
import Testing

@Suite("DropRecorder and FailureRecorder")
struct ReportRecorderTests {
  @Test("Collects what is reported of its file, until it is stopped")
  func drops() {
    let recorder = DropRecorder()
    let reports = ["one", "two"].map { DropReport(operatorName: $0, reason: .overflow, site: StreamSite()) }
    DropHook.report(reports[0])
    DropHook.report(DropReport(operatorName: "other", reason: .overflow, site: StreamSite(fileID: "Other/File.swift")))
    recorder.stop()
    DropHook.report(reports[1])
    expectEqual(recorder.reports, [reports[0]])
    expectEqual(recorder.count, 1)
  }

  @Test("Collects the failures of its file, until it is stopped")
  func failures() {
    let recorder = FailureRecorder()
    func report(_ name: String, at site: StreamSite = StreamSite()) {
      FailureHook.report(
        UnhandledFailure(error: TestError(name), operatorName: "Test", reason: .ignored, site: site))
    }
    report("one")
    report("other", at: StreamSite(fileID: "Other/File.swift"))
    recorder.stop()
    report("two")
    expectEqual(recorder.errors(of: TestError.self), [TestError("one")])
    expectEqual(recorder.failures.count, 1)
  }
}
