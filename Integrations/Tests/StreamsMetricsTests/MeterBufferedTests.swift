import CoreMetrics
import IntegrationTestSupport
import MetricsTestKit
import StreamCore
import StreamParts
import StreamSharing
import StreamTesting
import Synchronization
import Testing

@testable import StreamsMetrics

// Serialized: a drop hook is the process's.
@Suite("meterBuffered and drops", .serialized, .generous)
struct MeterBufferedTests {
  private let metrics = TestMetrics()

  private func inside() throws -> [Double] {
    try metrics.expectMeter("streams.buffered", [("stream", "n")]).values
  }

  @Test("Goes up with what enters, down with what leaves")
  func upAndDown() throws {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder =
      upstream
      .meterBuffered("n", factory: metrics) { $0.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest) }
      .record(demand: .none)
    upstream.send(1)
    upstream.send(2)
    recorder.request(.max(1))
    upstream.send(3)
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2, 3])
    #expect(try inside() == [1, 2, 1, 2, 1, 0])
  }

  @Test("Takes off what is inside at a cancel and at a failure, once")
  func endTakesOff() throws {
    for fails in [false, true] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder =
        upstream
        .meterBuffered("n", factory: metrics) { $0.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest) }
        .record(demand: .none)
      upstream.send(1)
      upstream.send(2)
      if fails {
        recorder.request(.max(1))
        upstream.send(completion: .failure(TestError()))
        recorder.request(.max(5))
      } else {
        recorder.cancel()
        recorder.cancel()
      }
      #expect(try inside().last == 0)
    }
    #expect(try inside().allSatisfy { $0 >= 0 })
  }

  @Test("Drops are counted by operator, reason and place, and taken off what is inside")
  func drops() throws {
    DropHook.install(StreamMetrics.dropHandler(factory: metrics))
    defer { DropHook.install(nil) }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder =
      upstream
      .meterBuffered("n", factory: metrics) { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) }
      .record(demand: .none)
    for value in 1...5 { upstream.send(value) }
    #expect(try inside().last == 2)
    recorder.request(.unlimited)
    #expect(recorder.values == [4, 5])
    #expect(try inside().last == 0)
    #expect(
      metrics.counters(label: "streams.dropped", dimensions: [("operator", "Buffer"), ("reason", "overflow")])
        .map(\.totalValue) == [3])
  }

  @Test("What is dropped further down is not taken off")
  func dropsBelow() throws {
    DropHook.install(StreamMetrics.dropHandler(factory: metrics))
    defer { DropHook.install(nil) }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder =
      upstream
      .meterBuffered("n", factory: metrics) { $0.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest) }
      .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
      .record(demand: .none)
    for value in 1...3 { upstream.send(value) }
    #expect(try inside() == [1, 0, 1, 0, 1, 0])
    #expect(metrics.counterTotal(label: "streams.dropped") == 2)
    recorder.cancel()
  }

  @Test("Without a factory the part is attached as if written alone")
  func offIsNothing() {
    let types = Mutex<[String]>([])
    let upstream = SubscriberTypes<Int, Never> { type in types.withLock { $0.append(type) } }
    upstream.subscribe(RecordingSubscriber<Int, Never>(demand: .unlimited))
    upstream.meterBuffered("n") { $0 }.subscribe(RecordingSubscriber<Int, Never>(demand: .unlimited))
    upstream.meterBuffered("n", factory: metrics) { $0 }.subscribe(RecordingSubscriber<Int, Never>(demand: .unlimited))
    let seen = types.withLock { $0 }
    #expect(seen[1] == seen[0])
    #expect(seen[2] != seen[0])
  }

  @Test("Keeps the contract")
  func contract() {
    let metrics = metrics
    verifyContract { upstream in upstream.meterBuffered("c", factory: metrics) { $0 } }
  }
}
