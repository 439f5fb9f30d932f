import CoreMetrics
import IntegrationTestSupport
import MetricsTestKit
import StreamCore
import StreamDiagnostics
import StreamSharing
import StreamTesting
import Synchronization
import Testing

@testable import StreamsMetrics

@Suite("meterBuffered and drops", .generous)
struct MeterBufferedTests {
  private let metrics = TestMetrics()

  private func inside() throws -> [Double] {
    try metrics.expectMeter("streams.buffered", [("stream", "n")]).values
  }

  @Test("Changes nothing, however the stream is run")
  func law() {
    verifyLaw("meterBuffered changes nothing", .identity) { [metrics] upstream, run in
      let size = run.pick(0, 1, .max)
      return upstream.meterBuffered("law", factory: metrics) { $0.buffer(size: size, whenFull: .suspend) }
    }
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

  /// The total of the drops of the operator at a line of this file.
  private func drops(line: Int) -> Int64 {
    let site = "StreamsMetricsTests/MeterBufferedTests.swift:\(line)"
    return metrics.counterTotal(
      label: "streams.dropped", dimensions: [("operator", "Buffer"), ("reason", "overflow"), ("site", site)])
  }

  @Test("Drops are counted by operator, reason and place, and taken off what is inside")
  func drops() throws {
    try withDropHook(StreamMetrics.dropHandler(factory: metrics)) { () throws in
      let upstream = ScriptedPublisher<Int, TestError>()
      let line = #line + 2
      let recorder = upstream.meterBuffered("n", factory: metrics) {
        $0.buffer(size: 2, whenFull: .dropOldest)
      }
      .record(demand: .none)
      for value in 1...5 { upstream.send(value) }
      #expect(try inside().last == 2)
      recorder.request(.unlimited)
      #expect(recorder.values == [4, 5])
      #expect(try inside().last == 0)
      #expect(drops(line: line) == 3)
    }
  }

  @Test("What is dropped further down is not taken off")
  func dropsBelow() throws {
    try withDropHook(StreamMetrics.dropHandler(factory: metrics)) { () throws in
      let upstream = ScriptedPublisher<Int, TestError>()
      let line = #line + 4
      let recorder = upstream.meterBuffered("n", factory: metrics) {
        $0.buffer(size: 9, whenFull: .dropOldest)
      }
      .buffer(size: 1, whenFull: .dropOldest)
      .record(demand: .none)
      for value in 1...3 { upstream.send(value) }
      #expect(try inside() == [1, 0, 1, 0, 1, 0])
      #expect(drops(line: line) == 2)
      recorder.cancel()
    }
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
