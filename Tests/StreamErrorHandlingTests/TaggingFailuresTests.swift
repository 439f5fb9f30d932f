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
    #expect(recorder.values == [1])
    #expect(recorder.failure?.underlying == TestError("E"))
    #expect(
      recorder.failure?.sites == [TaggedFailureSite(label: "feed", site: StreamSite(fileID: #fileID, line: 12))])
    #expect(recorder.failure?.description.hasSuffix("TaggingFailuresTests.swift:12 \"feed\"") == true)
  }

  // Case XA-232.
  @Test("Two tags are two sites of one error, the inner first")
  func twoTags() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.taggingFailures("inner").taggingFailures("outer").record()
    upstream.send(completion: .failure(TestError("E")))
    let failure: SitedFailureError<TestError>? = recorder.failure
    #expect(failure?.sites.map(\.label) == ["inner", "outer"])
    #expect(failure?.underlying == TestError("E"))
  }

  @Test("A finish is passed on")
  func finish() {
    #expect([1].publisher.taggingFailures().record().isFinished)
  }
}
