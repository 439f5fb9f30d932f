import Foundation
import StreamCombining
import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamSharing
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@testable import StreamInspection

extension InspectorTests {
  @Test("A pipeline is its stages, from the source to its end, with the line that subscribed", .readsLines)
  func stages() throws {
    try inspected(
      findsLines: true,
      { PassthroughSubject<Int, Never>().map { $0 + 1 }.filter { $0 > 0 }.eraseToAnyPublisher().sink { _ in } }
    ) { snapshot, _ in
      let pipeline = try #require(snapshot.pipelines.first)
      #expect(snapshot.pipelines.count == 1)
      #expect(StageTree(pipeline).trunk.map(\.name) == ["filter", "map", "PassthroughSubject"])
      #expect(pipeline.end == "sink")
      #if os(Linux)
        #expect(pipeline.line?.hasPrefix("InspectorTests.swift:") == true)
        #expect(pipeline.line?.contains("stages()") == true)
      #endif
    }
  }

  @Test("Requested and delivered elements are counted on each edge")
  func counts() throws {
    let subject = PassthroughSubject<Int, Never>()
    try inspected({
      let cancellable = subject.filter { $0.isMultiple(of: 2) }.prefix(5).sink { _ in }
      for number in 0..<4 { subject.send(number) }
      return cancellable
    }) { snapshot, _ in
      let trunk = StageTree(try #require(snapshot.pipelines.first)).trunk
      #expect(trunk.map(\.name) == ["output", "filter", "PassthroughSubject"])
      #expect(trunk.map(\.delivered) == [2, 2, 4])
      #expect(trunk[0].requested == nil)
      #expect(trunk.map(\.state) == [.open, .open, .open])
    }
  }

  @Test("Inner streams belong to the stage that subscribed to them, and are folded in the report")
  func inner() {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    inspected({
      let cancellable = outer.flatMap { _ in inner.map { $0 } }.sink { _ in }
      for number in 0..<3 { outer.send(number) }
      return cancellable
    }) { snapshot, _ in
      #expect(snapshot.pipelines.count == 1)
      let stages = snapshot.pipelines[0].stages
      #expect(stages.filter { $0.below == stages[0].id }.map(\.isInner) == [false, true, true, true])
      #expect("\(snapshot)".contains("and 3 × PassthroughSubject ─ map into flatMap"), "\(snapshot)")
      let objects = Set(stages.compactMap(\.object))
      #expect(objects.count == 2)
    }
  }

  @Test("Several sources of one stage are its branches")
  func branches() {
    let (one, other) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
    inspected({ one.map { $0 }.merge(with: other).sink { _ in } }) { snapshot, _ in
      #expect("\(snapshot)".contains("PassthroughSubject ─ map ─ merge ─ sink\n"), "\(snapshot)")
      #expect("\(snapshot)".contains("and CurrentValueSubject into merge, delivered 1 of ∞\n"), "\(snapshot)")
    }
  }

  @Test("What a sink subscribes to while it receives a value is a pipeline of its own")
  func nested() {
    let (subject, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let inner = Locked<[AnyCancellable]>([])
    inspected({
      let cancellable = subject.sink { _ in
        let cancellable = other.sink { _ in }
        inner.withLock { $0.append(cancellable) }
      }
      subject.send(1)
      return cancellable
    }) { snapshot, _ in
      #expect(snapshot.pipelines.map(\.stages.count) == [1, 1])
    }
  }

  @Test("A pipeline that is cancelled, has ended or was never held is not alive")
  func gone() {
    let subject = PassthroughSubject<Int, Never>()
    inspected({
      _ = subject.map { $0 }.sink { _ in }
      let finished = [1, 2].publisher.map { $0 }.sink { _ in }
      let cancelled = subject.delay(for: .seconds(1), scheduler: TestScheduler()).sink { _ in }
      cancelled.cancel()
      return [finished, cancelled]
    }) { snapshot, _ in
      #expect(snapshot.pipelines.isEmpty, "\(snapshot)")
    }
  }

  @Test("Identity, description and mirror are those of the bare pipeline")
  func unchanged() {
    func seen() -> [String] {
      let subject = PassthroughSubject<Int, Never>()
      let look = Look()
      subject.map { $0 }.prefix(2).subscribe(look)
      subject.send(1)
      return look.seen
    }
    let bare = seen()
    inspected(seen) { _, armed in #expect(armed == bare) }
  }

  @Test("A snapshot is the same after coding")
  func coding() throws {
    try inspected({ PassthroughSubject<Int, Never>().prefix(3).sink { _ in } }) { snapshot, _ in
      let data = try JSONEncoder().encode(snapshot)
      #expect(try JSONDecoder().decode(StreamSnapshot.self, from: data) == snapshot)
    }
  }

  @Test("The graph has a node for each stage, one for a shared subject, and an arrow for each edge")
  func graph() {
    let subject = PassthroughSubject<Int, Never>()
    inspected({ [subject.map { $0 }.sink { _ in }, subject.sink { _ in }] }) { snapshot, _ in
      let dot = snapshot.dot()
      #expect(dot.components(separatedBy: "[label=\"PassthroughSubject\"]").count == 3)
      #expect(Set(dot.split(separator: "\n").filter { $0.contains("[label=\"PassthroughSubject\"]") }).count == 1)
      #expect(dot.components(separatedBy: " -> ").count == 4)
    }
  }

  @Test("Ten thousand pipelines of one line are one group, and their snapshot is quick")
  func many() {
    let subject = PassthroughSubject<Int, Never>()
    inspected({ (0..<10_000).map { _ in subject.map { $0 }.sink { _ in } } }) { snapshot, _ in
      #expect(snapshot.pipelines.count == 10_000)
      let report = snapshot.report(limit: 1)
      #expect(report.contains("and 9999 more: 9999 × waits for its source"), "\(report)")
      let before = ContinuousClock.now
      _ = StreamInspector.snapshot(at: now(), findsLines: false)
      // 0.1 s in a release build on a quiet machine.
      #expect(ContinuousClock.now - before < .seconds(10))
    }
  }

  @Test("Patterns choose pipelines by stage, checkpoint, file, line and function", .readsLines)
  func patterns() {
    let subject = PassthroughSubject<Int, Never>()
    inspected(findsLines: true, { [subject.checkpoint("orders").sink { _ in }, subject.map { $0 }.sink { _ in }] }) {
      seen, _ in
      let ids = Set(seen.pipelines.map(\.id))
      func found(_ pattern: String) -> Int {
        _ = StreamInspector.patterns.exchange([Pattern(pattern)])
        defer { _ = StreamInspector.patterns.exchange([]) }
        return StreamInspector.snapshot(at: now(), findsLines: false).pipelines.count { ids.contains($0.id) }
      }
      #expect(found("orders") == 1)
      #expect(found("ord*") == 1)
      #expect(found("*ders") == 1)
      #expect(found("map") == 1)
      #expect(found("ma") == 0)
      #expect(found("PassthroughSubject") == 2)
      #if os(Linux)
        #expect(found("InspectorTests.swift") == 2)
        #expect(found("Inspector*") == 2)
        #expect(found("*patterns*") == 2)
      #endif
    }
  }
}

/// Looks at its subscription.
private final class Look: Subscriber {
  nonisolated(unsafe) var seen: [String] = []

  func receive(subscription: any Subscription) {
    seen.append("\(subscription) \(Mirror(reflecting: subscription).children.map { "\($0)" })")
    subscription.request(.unlimited)
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    seen.append("\(input)")
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

extension InspectorTests {
  private struct Offline: Error {}

  @Test("A checkpoint is shown, changes nothing, and is not there while the inspector is off")
  func checkpoint() throws {
    let subject = PassthroughSubject<Int, Never>()
    try inspected({ subject.checkpoint("raw").map { $0 }.checkpoint("even").sink { _ in } }) { snapshot, _ in
      let trunk = StageTree(try #require(snapshot.pipelines.first)).trunk
      #expect(trunk.map(\.name) == ["map", "PassthroughSubject"])
      #expect(trunk.map { $0.checkpoints.map { $0.prefix { $0 != " " } } } == [["even"], ["raw"]])
      #expect("\(snapshot)".contains("PassthroughSubject ─ “raw ("), "\(snapshot)")
    }
    let look = Look()
    subject.checkpoint("off").subscribe(look)
    #expect(look.seen.first?.hasPrefix("PassthroughSubject") == true)
  }

  /// What is reported of the failure of a source, by a pipeline that `subscribe` begins.
  private func reports(
    _ subscribe: (PassthroughSubject<Int, any Error>) -> AnyCancellable
  ) -> [FailureReport] {
    let reports = Locked<[FailureReport]>([])
    let observation = StreamInspector.onFailure { report in reports.withLock { $0.append(report) } }
    let subject = PassthroughSubject<Int, any Error>()
    inspected({ subscribe(subject) }) { _, _ in subject.send(completion: .failure(Offline())) }
    observation.cancel()
    return reports.value
  }

  @Test("A failure is reported once, with the checkpoints it has passed, and stays the same")
  func failure() throws {
    let end = Locked<(any Error)?>(nil)
    let reports = reports {
      $0.checkpoint("fetch").map { $0 }.checkpoint("show").sink {
        if case .failure(let error) = $0 { _ = end.exchange(error) }
      } receiveValue: { _ in
      }
    }
    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(report.error is Offline)
    #expect(end.value is Offline)
    #expect(report.checkpoints.map { $0.prefix { $0 != " " } } == ["fetch", "show"])
    #expect(report.checkpoints.allSatisfy { $0.contains("StreamInspectionTests/InspectorTests.swift:") })
  }

  @Test("A failure that is caught between two checkpoints is reported at the first")
  func caughtFailure() {
    let reports = reports { $0.checkpoint("fetch").catch { _ in Just(0) }.checkpoint("show").sink { _ in } }
    #expect(reports.map { $0.checkpoints.map { $0.prefix { $0 != " " } } } == [["fetch"]])
  }

  @Test("Names are those that people write: the first word in lower case")
  func names() {
    enum Publishers {
      struct Map {}
      struct URLSessionDataTask {}
      struct UTF8Lines {}
      struct ABC {}
    }
    struct OtherSinkSubscriber {}
    let types: [Any.Type] = [
      Publishers.Map.self, Publishers.URLSessionDataTask.self, Publishers.UTF8Lines.self, Publishers.ABC.self,
      OtherSinkSubscriber.self,
    ]
    expectEqual(types.map(streamName), ["map", "urlSessionDataTask", "utf8Lines", "abc", "sink"])
  }

  @Test("A pipeline stalls if a side of a zip is silent, and not if one of a merge is", arguments: [true, false])
  func silentSide(isZip: Bool) throws {
    let (busy, silent) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    try inspected({
      let cancellable = isZip ? busy.zip(silent).sink { _ in } : busy.merge(with: silent).sink { _ in }
      busy.send(1)
      return cancellable
    }) { snapshot, _ in
      // What the busy side has sent came just now, and so did what the merge has delivered.
      let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
        .replacingOccurrences(of: "\"silence\":[0-9.]+", with: "\"silence\":0.1", options: .regularExpression)
      var other = try JSONDecoder().decode(StreamSnapshot.self, from: Data(text.utf8))
      other.pipelines[0].verdict = Verdict(other.pipelines[0], unconnected: [])
      expectEqual(other.pipelines[0].verdict.kind, .waitsForSource)
      let told = Locked(0)
      StallWatch(patience: 5) { _ in told.withLock { $0 += 1 } }.look(at: other)
      expectEqual(told.value, isZip ? 1 : 0)
    }
  }

  @Test("A pipeline that waits is told once, and again after it has run")
  func stalls() throws {
    let told = Locked<[Verdict.Kind]>([])
    let watch = StallWatch(patience: 5) { pipeline in told.withLock { $0.append(pipeline.verdict.kind) } }
    let subject = PassthroughSubject<Int, Never>()
    inspected({ subject.sink { _ in } }) { stalled, _ in
      var running = stalled
      running.pipelines = []
      watch.look(at: stalled)
      watch.look(at: stalled)
      #expect(told.value == [.waitsForSource])
      watch.look(at: running)
      watch.look(at: stalled)
      #expect(told.value == [.waitsForSource, .waitsForSource])
    }
  }

  @Test("A stall is told by a timer, until the watch is cancelled")
  func timer() throws {
    let isTold = DispatchSemaphore(value: 0)
    let subject = PassthroughSubject<Int, Never>()
    try inspected({ subject.sink { _ in } }) { snapshot, _ in
      let id = try #require(snapshot.pipelines.first).id
      let watch = StreamInspector.onStall(after: .seconds(1)) { if $0.id == id { isTold.signal() } }
      #expect(isTold.wait(timeout: .now() + 60) == .success)
      watch.cancel()
    }
  }
}

extension InspectorTests {
  @Test("A drop and a failure that nobody receives are told with the line that subscribed", .readsLines)
  func hooks() {
    let drops = DropRecorder(of: nil)
    let failures = FailureRecorder(of: nil)
    let source = PassthroughSubject<Int, Never>()
    let failing = PassthroughSubject<Int, any Error>()
    inspected({
      let inner = PassthroughSubject<Int, Never>()
      let waiting = source.flatMap(maxPublishers: .max(1)) { _ in inner }.sink { _ in }
      let ignoring = failing.ignoreFailure().sink { _ in }
      source.send(1)
      return [waiting, ignoring]
    }) { _, _ in
      source.send(2)
      failing.send(completion: .failure(Offline()))
    }
    #if os(Linux)
      // Other tests drop and fail, too.
      let line = "subscribed to at InspectorTests.swift:"
      expectEqual(drops.reports.filter { $0.description.contains(line) }.map(\.operatorName), ["PassthroughSubject"])
      expectEqual(failures.failures.filter { $0.description.contains(line) }.map(\.operatorName), ["IgnoreFailure"])
    #endif
  }
}
