import CoreMetrics
import IntegrationTestSupport
import MetricsTestKit
import StreamCore
import StreamTesting
import Synchronization
import Testing

@testable import StreamsMetrics

@Suite("meter", .generous)
struct MeterTests {
  private let metrics = TestMetrics()
  private let dimensions = [("stream", "n")]

  private func total(_ name: String) throws -> Int64 {
    try metrics.expectCounter(name, dimensions).totalValue
  }

  @Test("Changes nothing, however the stream is run")
  func law() {
    verifyLaw("meter changes nothing", .identity) { [metrics] upstream, _ in upstream.meter("law", factory: metrics) }
  }

  @Test("Counts subscriptions, values, demand and failures under the label")
  func counts() throws {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.meter("n", factory: metrics).record(demand: .max(2)) { _ in .max(3) }
    #expect(try metrics.expectMeter("streams.active", dimensions).lastValue == 1)
    upstream.send(1)
    upstream.send(2)
    recorder.request(.unlimited)
    upstream.send(completion: .failure(TestError()))
    #expect(try total("streams.subscriptions") == 1)
    #expect(try total("streams.values") == 2)
    #expect(try total("streams.demand") == 8)
    #expect(try total("streams.demand.unlimited") == 1)
    #expect(try total("streams.failures") == 1)
    #expect(try total("streams.finished") == 0)
    #expect(try total("streams.cancels") == 0)
    #expect(try metrics.expectMeter("streams.active", dimensions).lastValue == 0)
    #expect(recorder.values == [1, 2])
  }

  @Test("Counts finishes and cancels, and adds up over subscriptions")
  func countsEnds() throws {
    let publisher = [1, 2, 3].publisher.meter("n", factory: metrics)
    _ = publisher.record()
    let recorder = publisher.record(demand: .max(1))
    recorder.cancel()
    recorder.cancel()
    #expect(try total("streams.finished") == 1)
    #expect(try total("streams.cancels") == 1)
    #expect(try total("streams.values") == 4)
    #expect(try metrics.expectMeter("streams.active", dimensions).lastValue == 0)
  }

  @Test("Measures what downstream takes for a value, and the time between values, with the clock")
  func measures() throws {
    let now = Mutex<Int64>(1_000)
    let upstream = ScriptedPublisher<Int, Never>()
    let publisher = MeterPublisher(
      upstream: upstream, signals: [.durations, .intervals],
      source: MetricsSource(label: "n", dimensions: [], factory: metrics),
      clock: NanosecondClock { now.withLock { $0 } })
    _ = publisher.record { value in
      now.withLock { $0 += Int64(value) }
      return .none
    }
    upstream.send(30)
    now.withLock { $0 += 500 }
    upstream.send(7)
    #expect(try metrics.expectTimer("streams.value.duration", dimensions).values == [30, 7])
    #expect(try metrics.expectTimer("streams.value.interval", dimensions).values == [530])
    #expect(metrics.counters.isEmpty)
  }

  @Test("The system's clock does not go back")
  func systemClock() {
    let start = NanosecondClock.system.now()
    let later = NanosecondClock.system.now()
    #expect(start >= 0 && later >= start)
  }

  @Test("With nothing to count the subscriber is attached to upstream itself, and no metric is made")
  func offIsNothing() {
    let types = Mutex<[String]>([])
    let upstream = SubscriberTypes<Int, TestError> { type in types.withLock { $0.append(type) } }
    upstream.subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    // The tests bootstrap no metrics: the process's factory discards everything.
    upstream.meter("n").subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.meter("n", signals: [], factory: metrics).subscribe(
      RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.meter("n", factory: metrics).subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    let seen = types.withLock { $0 }
    #expect(seen.count == 4)
    #expect(seen[1] == seen[0] && seen[2] == seen[0])
    #expect(seen[3] != seen[0])
  }

  @Test("Counts the ends alone, without a clock or a counter for values")
  func endsOnly() throws {
    let publisher = MeterPublisher(
      upstream: [1, 2].publisher, signals: .ends,
      source: MetricsSource(label: "n", dimensions: [("shard", "1")], factory: metrics),
      clock: NanosecondClock {
        Issue.record("the clock was read"); return 0
      })
    let recorder = publisher.record()
    #expect(recorder.values == [1, 2])
    #expect(metrics.counters.count == 3)
    #expect(metrics.timers.isEmpty && metrics.meters.isEmpty)
    #expect(try metrics.expectCounter("streams.finished", dimensions + [("shard", "1")]).totalValue == 1)
  }

  @Test("Keeps the contract")
  func contract() {
    let metrics = metrics
    verifyContract { upstream in upstream.meter("c", factory: metrics) }
  }
}
