import StreamCore
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("prefix(for:) and dropFirst(for:)")
struct ForATimeTests {
  private func prefixed(_ source: Marbles, for time: VirtualTime.Stride) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler) { $0.prefix(for: time, scheduler: scheduler) }
  }

  private func dropped(_ source: Marbles, for time: VirtualTime.Stride) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler) { $0.dropFirst(for: time, scheduler: scheduler) }
  }

  // Case XA-267.
  @Test("The first is delivered until the time has passed, the rest from then on")
  func splits() {
    prefixed("-1-2-3-4-|", for: 4).expect("-1-2|", upstream: "----!")
    dropped("-1-2-3-4-|", for: 4).expect("-----3-4-|")
  }

  // Case XA-268.
  @Test("An end before the time is passed on, and calls the timer off")
  func endsBefore() {
    for end in ["-1|", "-1#"] as [Marbles] {
      let scheduler = TestScheduler()
      let run = marbles(end, scheduler: scheduler) { $0.prefix(for: 4, scheduler: scheduler) }
      run.expect(end)
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  // Case XA-269.
  @Test("A value at exactly the time is the last of the prefix, and the first that is not dropped")
  func border() {
    prefixed("----1--|", for: 4).expect("----(1|)")
    dropped("----1--|", for: 4).expect("----1--|")
  }

  @Test("No time: an empty prefix, and nothing dropped")
  func noTime() {
    prefixed("-1-|", for: 0).expect("|")
    dropped("1-2|", for: 0).expect("1-2|")
  }

  @Test("A finish that is due during a delivery comes after it")
  func duringDelivery() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>()
    let completionsInside = Box(-1)
    recorder.onValue = { [weak recorder] _ in
      scheduler.advance(to: 5)
      completionsInside.value = recorder?.completions.count ?? -1
      return .none
    }
    subject.prefix(for: 4, scheduler: scheduler).subscribe(recorder)
    recorder.request(.unlimited)
    subject.send(1)
    expectEqual(completionsInside.value, 0)
    expect(recorder.isFinished)
  }

  @Test("A cancel leaves no timer")
  func cancel() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
    let recorder = subject.prefix(for: 4, scheduler: scheduler).record()
    expectEqual(scheduler.pendingCount, 1)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A dropped value asks for one more")
  func demand() {
    let (scheduler, upstream) = (TestScheduler(), ScriptedPublisher<Int, Never>())
    let recorder = upstream.dropFirst(for: 1, scheduler: scheduler).record(demand: .max(1))
    expectEqual(upstream.send(1), .max(1))
    scheduler.advance(by: 1)
    expectEqual(upstream.send(2), .none)
    expectEqual(recorder.values, [2])
  }
}
