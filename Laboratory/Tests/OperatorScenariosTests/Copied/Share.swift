// Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
// swift-format-ignore-file
import StreamTesting
import Streams
import Testing

@Test("share()")
func shareScenario() {
  let scheduler = TestScheduler()
  let upstream = scheduler.publisher("-1-2-3-4-|", failure: MarbleFailure(), value: { $0.wholeNumberValue ?? 0 })
  let recordings = Recordings()
  @Sendable func record<P: Publisher & SendableMetatype>(
    _ name: String, _ publisher: P, at tick: Int = 0, demand: Marbles? = nil, cancelAt end: Int? = nil
  ) {
    recordings.record(name, publisher, on: scheduler, at: tick, demand: demand, cancelAt: end)
  }
  let shared = upstream.share()
  record("subscriber 1", shared)
  record("subscriber 2", shared, at: 4)
  record("subscriber 3", shared, at: 11)
  scheduler.resume(until: VirtualTime(.seconds(40)))
  #expect(MarbleDiagram("", tick: 1, recordings.rows.map { .row($0) }).text() == """
    time (s)      0    5    10
    subscriber 1  -1-2-3-4-|
    subscriber 2      ^3-4-|
    subscriber 3             (^|)
    """)
}

/// What streams deliver, each from a tick on. The thread that moves the clock is the only one that uses it.
private final class Recordings: @unchecked Sendable {
  private var shown: [() -> MarbleRow] = []

  var rows: [MarbleRow] { shown.map { $0() } }

  func record<P: Publisher & SendableMetatype>(
    _ name: String, _ publisher: P, on scheduler: TestScheduler, at tick: Int, demand: Marbles?, cancelAt end: Int?
  ) {
    let requests = (demand?.events ?? []).compactMap { event -> (VirtualTime, Subscribers.Demand)? in
      guard case .element(let digit) = event.symbol, let count = digit.wholeNumberValue else { return nil }
      return (VirtualTime(.seconds(event.tick)), .max(count))
    }
    let subscriber = scheduler.createTestableSubscriber(
      P.Output.self, P.Failure.self,
      options: TestableSubscriberOptions(
        initialDemand: demand == nil ? .unlimited : .none, scriptedDemand: DemandLog(requests)))
    shown.append {
      var row = MarbleRow(name, subscriber.recordedOutput, cancelledAt: subscriber.recordedCancellation)
      (row.valueType, row.failureType) = ("", "")
      return row
    }
    if tick == 0 {
      publisher.subscribe(subscriber)
    } else {
      nonisolated(unsafe) let publisher = publisher
      scheduler.schedule(after: VirtualTime(.seconds(tick))) { publisher.subscribe(subscriber) }
    }
    if let end { scheduler.schedule(after: VirtualTime(.seconds(end))) { subscriber.cancel() } }
  }
}
