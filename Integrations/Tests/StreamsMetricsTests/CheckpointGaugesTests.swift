import CoreMetrics
import Foundation
import IntegrationTestSupport
import MetricsTestKit
import StreamCore
import StreamInspection
import StreamTesting
import Testing

@testable import StreamsMetrics

@Suite("checkpointGauges", .generous)
struct CheckpointGaugesTests {
  private let metrics = TestMetrics()

  @Test("Adds up the places of a name, and counts a pipeline once")
  func addsUp() {
    var gauges = CheckpointGauges()
    gauges.set(
      to: snapshot([
        [stage("a (App/A.swift:1)", "b (App/A.swift:2)", requested: 10, delivered: 4)],
        [
          stage("a (App/A.swift:9)", "a (App/A.swift:9)", requested: nil, delivered: 20),
          stage("a (App/B.swift:3)", requested: 6, delivered: 5),
          stage(requested: 50, delivered: 50),
        ],
      ]), factory: metrics)
    #expect(last("a", in: metrics) == Numbers(pipelines: 2, values: 29, outstanding: 7, unlimited: 1))
    #expect(last("b", in: metrics) == Numbers(pipelines: 1, values: 4, outstanding: 6, unlimited: 0))
    #expect(metrics.meters.count == 8)
  }

  @Test("Nothing is outstanding in a stream that has ended", arguments: ["finished", "failed", "cancelled"])
  func ended(_ state: String) {
    var gauges = CheckpointGauges()
    gauges.set(
      to: snapshot([
        [stage("a (A/A.swift:1)", requested: 9, delivered: 4, state: state)],
        [stage("a (A/A.swift:1)", requested: nil, delivered: 2, state: state)],
      ]), factory: metrics)
    #expect(last("a", in: metrics) == Numbers(pipelines: 2, values: 6, outstanding: 0, unlimited: 0))
  }

  @Test("A sum of demand beyond all integers is a large number")
  func largeDemand() {
    var gauges = CheckpointGauges()
    let large = [stage("a (A/A.swift:1)", requested: .max - 1, delivered: 0)]
    gauges.set(to: snapshot([large, large, large]), factory: metrics)
    #expect(last("a", in: metrics)?.outstanding == 3 * 0x1p63)
  }

  @Test("A name that is gone is zero at one look, and destroyed at the next")
  func gone() throws {
    var gauges = CheckpointGauges()
    let there = snapshot([[stage("a (A/A.swift:1)", requested: 3, delivered: 1)]])
    gauges.set(to: there, factory: metrics)
    let pipelines = try metrics.expectMeter("streams.checkpoint.pipelines", [("checkpoint", "a")])
    gauges.set(to: snapshot([]), factory: metrics)
    #expect(last("a", in: metrics) == Numbers(pipelines: 0, values: 0, outstanding: 0, unlimited: 0))
    gauges.set(to: there, factory: metrics)
    #expect(last("a", in: metrics) == Numbers(pipelines: 1, values: 1, outstanding: 2, unlimited: 0))
    gauges.set(to: snapshot([]), factory: metrics)
    gauges.set(to: snapshot([]), factory: metrics)
    #expect(metrics.meters.isEmpty)
    #expect(pipelines.values == [1, 0, 1, 0])
    gauges.set(to: there, factory: metrics)
    #expect(last("a", in: metrics)?.pipelines == 1)
  }

  @Test("Names that vary without bound keep the meters of two looks")
  func boundless() {
    var gauges = CheckpointGauges()
    for number in 0..<100 {
      gauges.set(to: snapshot([[stage("\(number) (A/A.swift:1)", requested: 1, delivered: 0)]]), factory: metrics)
      #expect(metrics.meters.count <= 8)
    }
  }

  @Test(
    "The dimension is the name, whatever is in it",
    arguments: [
      ("orders (App/Orders.swift:12)", "orders"), ("new orders (App/Orders.swift:12)", "new orders"),
      ("a/b (c/d) (App/Orders.swift:12)", "a/b (c/d)"), ("a (App/Orders (copy).swift:12)", "a"),
      (" (App/Orders.swift:12)", ""), ("a (Orders.swift:12)", "a"),
    ])
  func names(_ checkpoint: String, _ name: String) {
    var gauges = CheckpointGauges()
    gauges.set(to: snapshot([[stage(checkpoint, requested: 1, delivered: 0)]]), factory: metrics)
    #expect(metrics.meters.allSatisfy { $0.dimensions.map(\.1) == [name] })
    #expect(last(name, in: metrics)?.pipelines == 1)
  }

  @Test("Looks at once and after each wait, and removes its meters when it is cancelled")
  func looks() async throws {
    var looks = 0
    await StreamMetrics.setCheckpointGauges(factory: metrics) {
      looks += 1
      return snapshot([[stage("a (A/A.swift:1)", requested: nil, delivered: looks)]])
    } wait: {
      #expect(last("a", in: metrics)?.values == Double(looks))
      if looks == 3 { throw CancellationError() }
    }
    #expect(looks == 3)
    #expect(metrics.meters.isEmpty)
  }

  @Test("Takes no snapshot for a factory that discards everything")
  func off() async {
    var waits = 0
    await StreamMetrics.setCheckpointGauges(factory: nil) {
      Issue.record("A snapshot was taken.")
      return snapshot([])
    } wait: {
      waits += 1
      if waits == 2 { throw CancellationError() }
    }
  }

  // In a process of its own: the others do without probes.
  @Test("Sets gauges to what pipelines do while the inspector is armed, until it is cancelled or released")
  func armed() async {
    await #expect(processExitsWith: .success) {
      let metrics = TestMetrics()
      var gauges: AnyCancellable? = StreamMetrics.checkpointGauges(every: .milliseconds(2), factory: metrics)
      StreamInspector.arm()
      let orders = PassthroughSubject<Int, Never>()
      let slow = orders.checkpoint("orders").record(demand: .max(3))
      let fast = orders.checkpoint("orders").record()
      orders.send(1)
      try await eventually {
        last("orders", in: metrics) == Numbers(pipelines: 2, values: 2, outstanding: 2, unlimited: 1)
      }
      withExtendedLifetime((slow, fast)) { gauges?.cancel() }
      try await eventually { metrics.meters.isEmpty }
      gauges = StreamMetrics.checkpointGauges(every: .seconds(3_600), factory: metrics)
      try await eventually { last("orders", in: metrics)?.pipelines == 2 }
      withExtendedLifetime((slow, fast)) { gauges = nil }
      try await eventually { metrics.meters.isEmpty }
    }
  }

  @Test("An interval of zero stops the program")
  func noInterval() async {
    await #expect(processExitsWith: .failure) { _ = StreamMetrics.checkpointGauges(every: .zero) }
  }
}

/// The last numbers of the four meters of a name.
private struct Numbers: Equatable {
  var pipelines, values, outstanding, unlimited: Double
}

private func last(_ name: String, in metrics: TestMetrics) -> Numbers? {
  func value(_ label: String) -> Double? {
    try? metrics.expectMeter("streams.checkpoint.\(label)", [("checkpoint", name)]).lastValue
  }
  guard let pipelines = value("pipelines"), let values = value("values"), let outstanding = value("outstanding"),
    let unlimited = value("outstanding.unlimited")
  else { return nil }
  return Numbers(pipelines: pipelines, values: values, outstanding: outstanding, unlimited: unlimited)
}

/// Snapshots are made by the inspector alone; those of a test come from their coded form.
private func snapshot(_ pipelines: [[[String: Any]]]) -> StreamSnapshot {
  let pipelines = pipelines.enumerated().map { number, stages in
    ["id": number, "age": 1, "end": "sink", "verdict": ["kind": "runs", "reason": ""], "stages": stages]
      as [String: Any]
  }
  do {
    let data = try JSONSerialization.data(withJSONObject: ["pipelines": pipelines, "unheard": [:] as [String: Int]])
    return try JSONDecoder().decode(StreamSnapshot.self, from: data)
  } catch {
    preconditionFailure("The form of a snapshot is another one: \(error)")
  }
}

private func stage(
  _ checkpoints: String..., requested: Int?, delivered: Int, state: String = "open"
) -> [String: Any] {
  var stage: [String: Any] = [
    "id": 1, "name": "map", "checkpoints": checkpoints, "isInner": false, "delivered": delivered,
    "isDelivering": false, "state": state, "dropped": 0, "isRecorded": false, "age": 1,
  ]
  stage["requested"] = requested
  return stage
}
