import Foundation
import StreamInspection
import Testing

@testable import StreamsInspector

@Suite("Snapshots for the page")
struct SnapshotViewTests {
  @Test("Requests within half a second share a snapshot, or for as long as it took")
  func shared() {
    var (now, taken, duration) = (0.0, 0, 0.2)
    let snapshots = SharedSnapshots(
      clock: { now },
      take: {
        taken += 1
        // That it takes long counts, too: the pause begins when it is complete.
        now += duration
        return snapshot([])
      })
    for _ in 0..<100 { _ = snapshots.latest }
    #expect(taken == 1)
    now = 0.69
    _ = snapshots.latest
    #expect(taken == 1)
    (now, duration) = (0.71, 3)
    #expect(snapshots.latest.moment == 0.71)
    #expect(taken == 2)
    now = 6.7
    _ = snapshots.latest
    #expect(taken == 2)
    now = 6.72
    _ = snapshots.latest
    #expect(taken == 3)
  }

  @Test("A group has grown by what it has more than at the first look within a minute")
  func growth() throws {
    var (now, count) = (0.0, 1)
    let snapshots = SharedSnapshots(
      clock: { now }, take: { snapshot((0..<count).map { pipeline(id: $0 + 1, line: "A.swift:1 a()") }) })
    func answer() throws -> Groups.Group {
      try #require(try answered(GroupsAnswer(snapshots.latest, matching: all), Groups.self).groups.first)
    }
    #expect(try answer().growth == nil)
    for second in 1...30 {
      (now, count) = (Double(second), 1 + second)
      #expect(try answer().growth == second)
    }
    // What it had more than a minute ago does not count.
    for second in 31...200 {
      (now, count) = (Double(second), 31)
      let growth = try answer().growth ?? 0
      let expected = second < 60 ? 30...30 : second > 93 ? 0...0 : 0...30
      #expect(expected.contains(growth), "after \(second) s")
    }
  }

  @Test("A group that appears while the page is open has grown from nothing")
  func newGroup() throws {
    var (now, lines) = (0.0, ["A.swift:1"])
    let snapshots = SharedSnapshots(
      clock: { now }, take: { snapshot(lines.enumerated().map { pipeline(id: $0.offset + 1, line: $0.element) }) })
    _ = snapshots.latest
    (now, lines) = (1, ["A.swift:1", "B.swift:2", "B.swift:2"])
    let groups = try answered(GroupsAnswer(snapshots.latest, matching: all), Groups.self).groups
    #expect(groups.map(\.line) == ["B.swift:2", "A.swift:1"])
    #expect(groups.map(\.growth) == [2, 0])
  }

  @Test("A group has the colour of its worst verdict, and a verdict can be looked for")
  func verdicts() throws {
    let view = SnapshotView(
      snapshot([
        pipeline(id: 1, line: "A.swift:1", verdict: "runs"), pipeline(id: 2, line: "A.swift:1", verdict: "full"),
        pipeline(id: 3, line: nil, verdict: "runs"),
      ]), at: 0)
    let groups = try answered(GroupsAnswer(view, matching: all), Groups.self)
    #expect(groups.groups.map(\.worst) == ["full", "runs"])
    #expect(groups.verdicts == ["runs": 2, "full": 1])
    let full = try answered(
      GroupsAnswer(view, matching: PipelineFilter(search: "", verdict: .full)), Groups.self)
    #expect(full.groups.map(\.count) == [1])
    #expect(full.found == 1 && full.total == 3)
    let pipelines = try answered(
      PipelinesAnswer(view, of: full.groups[0].id, matching: PipelineFilter(search: "", verdict: .full), offset: 0),
      Pipelines.self)
    #expect(pipelines.pipelines.map(\.id) == [2])
  }

  @Test("Every answer is bounded, whatever the program's names are")
  func bounds() throws {
    // One character of 400 scalars, which takes 6 bytes for each in JSON.
    let name = "\u{1}" + String(repeating: "\u{0301}", count: 400)
    func stages(_ count: Int) -> [[String: Any]] {
      (1...count).map { stage(id: $0, name: "\(name)\($0)", below: $0 == 1 ? nil : $0 - 1) }
    }
    let (long, short) = (stages(1_000), stages(20))
    let pipelines = (0..<500).map {
      pipeline(id: $0 * 2, line: "\($0)\(name)", stages: $0 == 2 ? long : $0 < 60 ? short : [])
    }
    let view = SnapshotView(snapshot(pipelines), at: 0)
    let groups = try JSONEncoder().encode(GroupsAnswer(view, matching: all))
    let decoded = try JSONDecoder().decode(Groups.self, from: groups)
    #expect(decoded.groups.count == 200 && decoded.more == 300)
    #expect(groups.count < 512 * 1_024, "\(groups.count)")
    let list = try JSONEncoder().encode(PipelinesAnswer(view, of: view.groups[0].id, matching: all, offset: 0))
    #expect(list.count < 512 * 1_024, "\(list.count)")
    let one = try JSONEncoder().encode(try #require(PipelineAnswer(view, id: 4, unfolding: [])))
    let drawn = try JSONDecoder().decode(OnePipeline.self, from: one)
    #expect(drawn.stages.count == 200 && drawn.isCut && drawn.total == 1_000)
    #expect(one.count < 512 * 1_024, "\(one.count)")
    #expect(PipelineAnswer(view, id: 5, unfolding: []) == nil)
  }

  @Test("Many equal branches are folded as inner streams are, but few are not")
  func branches() throws {
    func drawn(_ count: Int, isInner: Bool) throws -> [OnePipeline.Stage] {
      let branches = (2..<2 + count).map { stage(id: $0, name: "source", below: 1, isInner: isInner) }
      let view = SnapshotView(
        snapshot([pipeline(id: 1, stages: [stage(id: 1, name: "merge", below: nil)] + branches)]), at: 0)
      return try answered(try #require(PipelineAnswer(view, id: 1, unfolding: [])), OnePipeline.self).stages
    }
    #expect(try drawn(3, isInner: false).count == 4)
    #expect(try drawn(4, isInner: false).compactMap(\.fold?.count) == [4])
    #expect(try drawn(1, isInner: true).count == 2)
    #expect(try drawn(2, isInner: true).compactMap(\.fold?.count) == [2])
  }

  @Test("A value is shown of a recorded stage alone, bounded, and without the marks of a placeholder")
  func values() throws {
    func drawn(_ value: String, isRecorded: Bool = true) throws -> String? {
      var stage = stage(id: 1, name: "map", below: nil)
      (stage["lastValue"], stage["isRecorded"]) = (value, isRecorded)
      let view = SnapshotView(snapshot([pipeline(id: 1, stages: [stage])]), at: 0)
      let answer = try #require(PipelineAnswer(view, id: 1, unfolding: []))
      return try answered(answer, OnePipeline.self).stages[0].lastValue
    }
    #expect(try drawn("\"a\"") == "\"a\"")
    #expect(try drawn("\"a\"", isRecorded: false) == nil)
    #expect(try drawn("<#Image#>") == "Image")
    #expect(try drawn("<#(unknown context at $7f12ab).Image#>") == "Image")
    #expect(try drawn("<#") == "<#")
    #expect(try drawn(String(repeating: "1", count: 1_000)) == String(repeating: "1", count: 60) + "…")
  }

  @Test("Lines whose pipelines were cancelled unheard are shown, the ten with most of them")
  func unheard() throws {
    struct Lines: Decodable {
      struct Line: Decodable, Equatable {
        let line: String
        let count: Int
      }

      let unheard: [Line]
    }
    let counts = Dictionary(uniqueKeysWithValues: (1...12).map { ("A.swift:\($0)", $0) })
    let lines = try answered(
      GroupsAnswer(SnapshotView(snapshot([], unheard: counts), at: 0), matching: all), Lines.self)
    #expect(lines.unheard.count == 10)
    #expect(lines.unheard.first == Lines.Line(line: "A.swift:12", count: 12))
  }

  @Test("Folded stages have a sum of what they have dropped, and nothing else of their queues")
  func foldedQueues() throws {
    let queues = (2...4).map { id in
      stage(id: id, name: "buffer", below: 1, isInner: true)
        .merging([
          "buffered": 2, "capacity": 2, "dropped": 5, "waitingSends": 3, "lastValue": "1", "isRecorded": true,
        ]) { $1 }
    }
    let view = SnapshotView(
      snapshot([pipeline(id: 1, stages: [stage(id: 1, name: "flatMap", below: nil)] + queues)]), at: 0)
    let stages = try answered(try #require(PipelineAnswer(view, id: 1, unfolding: [])), OnePipeline.self).stages
    let folded = try #require(stages.last)
    #expect(folded.fold?.count == 3 && folded.dropped == 15)
    #expect(folded.buffered == nil && folded.capacity == nil && folded.waitingSends == nil)
    #expect(folded.lastValue == nil && !folded.isRecorded)
  }

  private let all = PipelineFilter(search: "", verdict: nil)

  private func answered<Value: Decodable>(_ answer: some Encodable, _ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: JSONEncoder().encode(answer))
  }
}

/// Snapshots are made by the inspector alone; those of a test come from their coded form.
private func snapshot(_ pipelines: [[String: Any]], unheard: [String: Int] = [:]) -> StreamSnapshot {
  do {
    let data = try JSONSerialization.data(withJSONObject: ["pipelines": pipelines, "unheard": unheard])
    return try JSONDecoder().decode(StreamSnapshot.self, from: data)
  } catch {
    preconditionFailure("The form of a snapshot is another one: \(error)")
  }
}

private func pipeline(
  id: Int, line: String? = "A.swift:1", verdict: String = "runs", stages: [[String: Any]] = []
) -> [String: Any] {
  var pipeline: [String: Any] = [
    "id": id, "age": 1, "end": "sink", "stages": stages, "verdict": ["kind": verdict, "reason": ""],
  ]
  pipeline["line"] = line
  return pipeline
}

private func stage(id: Int, name: String, below: Int?, isInner: Bool = false) -> [String: Any] {
  var stage: [String: Any] = [
    "id": id, "name": name, "checkpoints": [name, name, name, name], "isInner": isInner, "delivered": 0,
    "dropped": 0, "isRecorded": false, "age": 1, "isDelivering": false, "state": "open",
  ]
  stage["below"] = below
  return stage
}
