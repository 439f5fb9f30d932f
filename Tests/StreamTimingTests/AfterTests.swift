import StreamCore
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("after and at")
struct AfterTests {
  private let scheduler = TestScheduler()

  // Case XA-261.
  @Test("Delivers when the time has passed, then finishes")
  func delivers() {
    let recorder = Publishers.after(3, "a", scheduler: scheduler).record()
    scheduler.advance(to: 2.9)
    expectEqual(recorder.values, [])
    scheduler.advance(to: 3)
    expectEqual(recorder.values, ["a"])
    expect(recorder.isFinished)
    expectEqual(scheduler.pendingCount, 0)
  }

  // Case XA-262.
  @Test("The time runs from the subscription, and the value waits for demand")
  func demand() {
    let recorder = Publishers.after(3, 1, scheduler: scheduler).record(demand: .none)
    scheduler.advance(to: 5)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  // Case XA-263.
  @Test("A cancel takes the timer from the scheduler")
  func cancel() {
    let recorder = Publishers.after(3, scheduler: scheduler).record()
    scheduler.advance(to: 2)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.resume()
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
  }

  @Test("A cancel inside the handover sets no timer")
  func cancelInHandover() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onSubscription = { $0.cancel() }
    Publishers.after(3, 1, scheduler: scheduler).subscribe(recorder)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("No time, or a time that is over, is the scheduler's next turn")
  func atOnce() {
    let recorders = [
      Publishers.after(0, scheduler: scheduler).record(), Publishers.after(-5, scheduler: scheduler).record(),
      Publishers.at(-1, scheduler: scheduler).record(),
    ]
    expect(recorders.allSatisfy { $0.values.isEmpty })
    scheduler.advance(by: 0)
    expect(recorders.allSatisfy { $0.values.count == 1 && $0.isFinished })
  }

  @Test("A time is kept")
  func at() {
    scheduler.advance(to: 1)
    let publisher = Publishers.at(4, scheduler: scheduler)
    scheduler.advance(to: 2)
    let recorder = publisher.record()
    scheduler.advance(to: 3.9)
    expect(recorder.values.isEmpty)
    scheduler.advance(to: 4)
    expectEqual(recorder.values.count, 1)
  }

  @Test("Downstream and the value are released by the end, by a cancel, and by the timer")
  func releases() {
    for cancels in [true, false] {
      weak var released: RecordingSubscriber<Int, Never>?
      do {
        let recorder = RecordingSubscriber<Int, Never>()
        released = recorder
        Publishers.after(1, 1, scheduler: scheduler).subscribe(recorder)
        if cancels { recorder.cancel() }
      }
      if !cancels { scheduler.advance(by: 1) }
      expect(released == nil)
    }
  }
}
