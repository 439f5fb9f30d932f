import Foundation
import StreamCore
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("timestamped and withInterval")
struct TimestampsTests {
  // Cases XA-276, XA-277.
  @Test("Each value has its time, and the time since the one before")
  func times() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<String, Never>())
    let timed = subject.timestamped(by: scheduler).record()
    let intervals = subject.withInterval(by: scheduler).record()
    scheduler.advance(to: 1)
    subject.send("a")
    scheduler.advance(to: 4)
    subject.send("b")
    subject.send(completion: .finished)
    expectEqual(timed.values, [TimedValue("a", at: 1), TimedValue("b", at: 4)])
    expectEqual(intervals.values.map(\.interval), [1, 3])
    expectEqual(intervals.values.map(\.value), ["a", "b"])
    expect(timed.isFinished && intervals.isFinished)
  }

  @Test("A value with its time can be encoded")
  func encodes() throws {
    let value = TimedValue("a", at: 1.5)
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(TimedValue<String, Double>.self, from: data) == value)
  }
}
