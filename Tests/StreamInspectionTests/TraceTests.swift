import Foundation
import StreamCore
import StreamMapping
import StreamSharing
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@testable import StreamInspection

extension InspectorTests {
  private struct TraceFile: Decodable {
    struct Event: Decodable {
      struct Arguments: Decodable {
        let name: String?
        let waiting: Int?
      }

      let ph: String
      let name: String
      let tid: Int?
      let ts: Double?
      let dur: Double?
      let args: Arguments?
    }

    let traceEvents: [Event]
  }

  /// Traces what a body does with pipelines that it has begun.
  private func traced<Result>(
    begin: () -> Result, run: (Result) -> Void
  ) throws -> [TraceFile.Event] {
    let path = "\(NSTemporaryDirectory())/trace-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var file: TraceFile?
    try inspected(begin) { snapshot, result in
      let trace = StreamInspector.trace(to: path)
      run(result)
      try trace.finish()
      let lanes = Set(snapshot.pipelines.flatMap { $0.stages.map(\.id) })
      let all = try JSONDecoder().decode(TraceFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
      file = TraceFile(traceEvents: all.traceEvents.filter { $0.tid.map { lanes.contains($0) } ?? true })
    }
    return file?.traceEvents ?? []
  }

  @Test("A trace has a lane for each edge, and a slice for each delivery, inside those that it is a part of")
  func slices() throws {
    let subject = PassthroughSubject<Int, Never>()
    let events = try traced {
      subject.map { $0 }.map { $0 }.sink { _ in }
    } run: { _ in
      subject.send(1)
      subject.send(2)
      subject.send(completion: .finished)
    }
    let slices = events.filter { $0.ph == "X" }
    expectEqual(Set(slices.map(\.tid)).count, 3)
    expectEqual(slices.count { $0.name == "element 1" }, 3)
    expectEqual(slices.count { $0.name == "element 2" }, 3)
    expectEqual(slices.count { $0.name == "completion" }, 3)
    expect(slices.allSatisfy { ($0.dur ?? -1) >= 0 })
  }

  @Test("Arrows lead across a stage that keeps elements, and a counter has how many wait")
  func arrows() throws {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = TestScheduler()
    let events = try traced {
      subject.delay(for: .seconds(1), scheduler: scheduler).sink { _ in }
    } run: { _ in
      subject.send(1)
      subject.send(2)
      scheduler.advance(by: .seconds(2))
    }
    expectEqual(events.count { $0.ph == "s" }, 2)
    expectEqual(events.count { $0.ph == "f" }, 2)
    let counters = events.filter { $0.ph == "C" && $0.name.hasPrefix("delay") }
    expectEqual(counters.compactMap { $0.args?.waiting }, [1, 2, 1, 0])
    let lanes = events.filter { $0.name == "thread_name" }
    expectEqual(Set(lanes.compactMap { $0.args?.name }), ["delay", "PassthroughSubject"])
  }

  @Test("A trace keeps the last deliveries, and says where it cannot be written")
  func limits() {
    let trace = StreamTrace(path: "/nowhere/trace.json", limit: 2)
    for number in 1...5 {
      trace.add(StreamTrace.Slice(edge: 1, root: 1, thread: 0, start: number, end: number + 1, number: number))
    }
    let text = trace.json()
    expectEqual((1...5).filter { text.contains("element \($0)") }, [4, 5])
    let error = #expect(throws: StreamTrace.WriteError.self) { try trace.finish() }
    expect(error?.description.hasPrefix("/nowhere/trace.json: ") == true)
  }
}
