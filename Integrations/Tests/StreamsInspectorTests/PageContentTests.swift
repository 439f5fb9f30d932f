import Foundation
import IntegrationTestSupport
import StreamCombining
import StreamCore
import StreamInspection
import StreamMapping
import StreamSharing
import StreamTesting
import Testing

@testable import StreamsInspector

extension PageTests {
  /// Arms the inspector for what a closure subscribes to.
  private func armed<Value>(_ body: () throws -> Value) rethrows -> Value {
    StreamInspector.arm()
    defer { StreamInspector.disarm() }
    return try body()
  }

  @Test("Groups, pipelines of a group, and one pipeline with its stages")
  func contents() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let kept = armed {
      (0..<3).map { _ in subject.map { $0 + 1 }.checkpoint("page contents").filteredTwice().sink { _ in } }
    }
    subject.send(1)
    subject.send(2)
    try await withPage { page in
      let groups = try await page.get("groups?search=PAGE+CONTENTS", Groups.self)
      let group = try #require(groups.groups.first)
      #expect(groups.groups.count == 1 && group.count == 3 && groups.found == 3)
      #expect(group.verdicts == ["runs": 3] || group.verdicts == ["waits for its source": 3])
      #expect(group.recent == 3)
      #if os(Linux)
        #expect(isThreadSanitized || group.line?.hasPrefix("PageContentTests.swift:") == true)
      #endif
      let pipelines = try await page.get("pipelines?group=\(group.id)&search=page%20contents", Pipelines.self)
      #expect(pipelines.total == 3 && pipelines.pipelines.count == 3)
      let listed = try #require(pipelines.pipelines.first)
      #expect(listed.chain == ["PassthroughSubject", "map", "map", "map", "sink"])
      #expect(listed.delivered == 2 && listed.requested == nil)
      let one = try await page.get("pipeline?id=\(listed.id)", OnePipeline.self)
      #expect(one.stages.map(\.name) == ["map", "map", "map", "PassthroughSubject"])
      #expect(one.stages.map(\.delivered) == [2, 2, 2, 2])
      #expect(one.stages[2].checkpoints.first?.hasPrefix("page contents (") == true)
      #expect(one.group == group.id && one.end == "sink" && !one.isCut)
      // Drawn once in each pipeline, with the others that have it.
      #expect(one.stages[3].object == 0)
      #expect(one.objects.map(\.others) == [2])
      #expect(Set(one.objects[0].pipelines) == Set(pipelines.pipelines.map(\.id)).subtracting([listed.id]))
      #expect(try await page.get("groups?search=no+such+text", Groups.self).groups.isEmpty)
    }
    withExtendedLifetime(kept) {}
  }

  @Test("Inner streams are folded, and unfolded when it is asked for")
  func innerStreams() async throws {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let kept = armed {
      let kept = outer.flatMap { _ in inner.map { $0 } }.checkpoint("innerStreams").sink { _ in }
      for number in 0..<30 { outer.send(number) }
      return kept
    }
    inner.send(1)
    try await withPage { page in
      let group = try #require(try await page.get("groups?search=innerStreams", Groups.self).groups.first)
      let id = try #require(
        try await page.get("pipelines?group=\(group.id)&search=innerStreams", Pipelines.self).pipelines.first
      ).id
      let folded = try await page.get("pipeline?id=\(id)", OnePipeline.self)
      #expect(folded.stages.map(\.name) == ["flatMap", "PassthroughSubject", "map"])
      let fold = try #require(folded.stages[2].fold)
      #expect(fold.count == 30 && fold.asked == 30 && fold.ended == 0 && !fold.isOpen)
      #expect(fold.chain == ["PassthroughSubject", "map"])
      #expect(folded.stages[2].delivered == 30 && folded.total == 62)
      let open = try await page.get("pipeline?id=\(id)&open=\(fold.key)", OnePipeline.self)
      // 20 chains of two stages, and the rest.
      #expect(open.stages.count == 43)
      #expect(open.stages.compactMap(\.fold).map(\.count) == Array(repeating: 1, count: 20) + [10])
      #expect(open.stages.compactMap(\.fold).allSatisfy { $0.isOpen && $0.key == fold.key })
      // All inner streams have the same subject.
      #expect(Set(open.stages.compactMap(\.object)).count == 2)
    }
    withExtendedLifetime(kept) {}
  }

  @Test("A share has one number, wherever it is")
  func shares() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let kept = armed {
      let shared = subject.map { $0 }.share()
      return shared.map { $0 }.merge(with: shared.map { -$0 }).checkpoint("shares").sink { _ in }
    }
    try await withPage { page in
      let group = try #require(try await page.get("groups?search=shares", Groups.self).groups.first)
      let id = try #require(
        try await page.get("pipelines?group=\(group.id)&search=shares", Pipelines.self).pipelines.first
      ).id
      let one = try await page.get("pipeline?id=\(id)", OnePipeline.self)
      #expect(one.stages.filter { $0.name.hasPrefix("share") }.compactMap(\.object) == [0, 0], "\(one.stages)")
    }
    withExtendedLifetime(kept) {}
  }

  @Test("With ten thousand pipelines answers are small, and come soon")
  func tenThousand() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let kept = armed { (0..<10_000).map { _ in subject.map { $0 }.checkpoint("tenThousand").map { $0 }.sink { _ in } } }
    try await withPage { page in
      // The first looks up the lines, which takes long in a program of this size.
      let groups = try await page.get("groups?search=tenThousand", Groups.self)
      let group = try #require(groups.groups.first)
      #expect(group.count == 10_000)
      let first = try await page.get("pipelines?group=\(group.id)&search=tenThousand", Pipelines.self)
      #expect(first.pipelines.count == 50 && first.total == 10_000)
      let last = try await page.get("pipelines?group=\(group.id)&search=tenThousand&offset=1000000", Pipelines.self)
      #expect(last.offset == 9_950 && last.pipelines.count == 50)
      let id = try #require(last.pipelines.last).id
      for path in ["groups", "groups?search=tenThousand", "pipelines?group=\(group.id)", "pipeline?id=\(id)"] {
        let start = ContinuousClock.now
        let reply = try await page.request("GET", page.path + path)
        let time = ContinuousClock.now - start
        #expect(reply.status == 200)
        #expect(reply.body.utf8.count < 64 * 1_024, "\(path): \(reply.body.utf8.count) bytes")
        // Debug code on a busy machine; a release build takes a tenth.
        #expect(time < .seconds(5), "\(path): \(time)")
        if ProcessInfo.processInfo.environment["STREAMS_INSPECTOR_PRINT"] != nil {
          print("\(path.prefix(24)): \(reply.body.utf8.count) bytes, \(time)")
        }
      }
    }
    withExtendedLifetime(kept) {}
  }

  @Test("A recorded stage shows what it keeps and drops, its last value, its marbles and its test; others do not")
  func recordings() async throws {
    let recording = StreamInspector.record("pageRecording")
    let subject = PassthroughSubject<String, Never>()
    let reader = RecordingSubscriber<String, Never>(demand: .max(1))
    armed {
      subject.map { $0 + "?" }.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).checkpoint("pageRecording")
        .subscribe(reader)
    }
    for text in ["<script>", "b", "c", "d"] { subject.send(text) }
    try await withPage { page in
      let stages = try await page.pipeline("pageRecording").stages
      #expect(stages.map(\.name) == ["buffer", "map", "PassthroughSubject"])
      #expect(stages[0].buffered == 2 && stages[0].capacity == 2 && stages[0].dropped == 1)
      #expect(stages.map(\.waitingSends) == [nil, nil, 0])
      #expect(stages.map(\.lastValue) == ["\"<script>?\"", nil, nil])
      #expect(stages.map(\.isRecorded) == [true, false, false])
      let recorded = try await page.get("recording?stage=\(stages[0].id)", Recorded.self)
      #expect(recorded.name == "buffer" && recorded.inputs == 1 && recorded.drawn == 1 && recorded.since == 0)
      #expect(recorded.marbles.hasPrefix("<svg ") && recorded.marbles.contains("&lt;script&gt;?"))
      #expect(!recorded.marbles.contains("<script"))
      #expect(recorded.values == 5)
      #expect(
        recorded.words.contains(#/^source: map: subscribed to at [0-9.]+ s, "<script>\?" at .* buffer: subscribed/#),
        "\(recorded.words)")
      let test = try #require(recorded.test)
      #expect(test.contains(".buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)"), "\(test)")
      #expect(try await page.request("GET", page.path + "recording?stage=\(stages[1].id)").status == 404)
      recording.cancel()
      #expect(try await page.request("GET", page.path + "recording?stage=\(stages[0].id)").status == 404)
    }
  }

  @Test("However much has passed a stage, the picture of it is small, and a test that is too long is left out")
  func recordingBounds() async throws {
    let recording = StreamInspector.record("pageBounds")
    let outer = PassthroughSubject<Int, Never>()
    let inner = (0..<20).map { _ in PassthroughSubject<String, Never>() }
    let kept = armed {
      let kept = outer.flatMap { inner[$0] }.checkpoint("pageBounds").sink { _ in }
      for number in inner.indices { outer.send(number) }
      return kept
    }
    for number in 0..<100 {
      for (index, inner) in inner.enumerated() {
        inner.send("\(number * 100 + index)" + String(repeating: "\"", count: 200))
      }
    }
    try await withPage { page in
      let id = try #require(try await page.pipeline("pageBounds").stages.first).id
      let reply = try await page.request("GET", page.path + "recording?stage=\(id)")
      #expect(reply.body.utf8.count < 128 * 1_024, "\(reply.body.utf8.count)")
      let recorded = try reply.decoded(Recorded.self)
      #expect(recorded.inputs == 21 && recorded.drawn == 8)
      #expect((1...60).contains(recorded.values), "\(recorded.values)")
      #expect(recorded.test == nil)
    }
    withExtendedLifetime((kept, recording)) {}
  }

  @Test("The picture has the upstreams, the inner streams that have sent last, and the last thirty seconds")
  func picture() throws {
    let recording = StreamInspector.record("pagePicture")
    let outer = PassthroughSubject<Int, Never>()
    let inner = (0..<10).map { _ in PassthroughSubject<Int, Never>() }
    let kept = armed {
      let kept = outer.flatMap { inner[$0] }.checkpoint("pagePicture").sink { _ in }
      for number in inner.indices { outer.send(number) }
      return kept
    }
    for number in [7, 0, 1, 2, 3, 4, 5] { inner[number].send(number) }
    let id = try #require(
      StreamInspector.snapshot().pipelines.lazy.flatMap(\.stages).first { $0.isRecorded && $0.name == "flatMap" }
    ).id
    let picture = RecordingPicture(try #require(StreamInspector.recording(of: id)))
    #expect(picture.inputs == 8)
    let names = picture.words.matches(of: #/inner\d/#).map { String($0.output) }
    #expect(names == ["inner0", "inner1", "inner2", "inner3", "inner4", "inner5", "inner7"])
    #expect(picture.since == 0)
    // The same, looked at a minute later.
    var later = try #require(StreamInspector.recording(of: id))
    later.duration += 60
    let old = RecordingPicture(later)
    #expect(old.since == later.duration - 30 && old.words.contains("flatMap: nothing"), "\(old.words)")
    withExtendedLifetime((kept, recording)) {}
  }

}

extension Publisher {
  /// Two stages that do nothing.
  fileprivate func filteredTwice() -> some Publisher<Output, Failure> { map { $0 }.map { $0 } }
}

extension InspectorPage {
  /// The pipeline with a checkpoint of this name.
  fileprivate func pipeline(_ name: String) async throws -> OnePipeline {
    let group = try #require(try await get("groups?search=\(name)", Groups.self).groups.first)
    let id = try #require(
      try await get("pipelines?group=\(group.id)&search=\(name)", Pipelines.self).pipelines.first
    ).id
    return try await get("pipeline?id=\(id)", OnePipeline.self)
  }
}
