import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("taggingFailures")
struct TaggingFailuresTests {
  // Case XA-231.
  @Test("A failure has the place of the operator, and the label")
  func tags() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.taggingFailures("feed", line: 12).record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("E")))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure?.underlying, TestError("E"))
    expectEqual(
      recorder.failure?.sites, [TaggedFailureSite(label: "feed", site: StreamSite(fileID: #fileID, line: 12))])
    expectEqual(recorder.failure?.description.hasSuffix("TaggingFailuresTests.swift:12 \"feed\""), true)
  }

  // Case XA-232.
  @Test("Two tags are two sites of one error, the inner first")
  func twoTags() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.taggingFailures("inner").taggingFailures("outer").record()
    upstream.send(completion: .failure(TestError("E")))
    let failure: SitedFailureError<TestError>? = recorder.failure
    expectEqual(failure?.sites.map(\.label), ["inner", "outer"])
    expectEqual(failure?.underlying, TestError("E"))
  }

  @Test("A finish is passed on")
  func finish() {
    expect([1].publisher.taggingFailures().record().isFinished)
  }
}
