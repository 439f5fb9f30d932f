import StreamCore
import StreamTesting
import TestSupport
import Testing

@testable import StreamTiming

@Suite("sample(every:scheduler:options:)")
struct SampleEveryTests {
  private func sampled(_ source: Marbles, every interval: VirtualTime.Stride = 3) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler) { $0.sample(every: interval, scheduler: scheduler) }
  }

  // Case XA-270.
  @Test("Each tick delivers the newest value that has not been delivered, and the finish nothing")
  func newest() {
    sampled("-12----3---|").expect("---2-----3-|")
    sampled("-1--2-|").expect("---1--|")
  }

  // Case XA-271.
  @Test("A tick without a new value delivers nothing")
  func nothingNew() {
    sampled("-1----------|").expect("---1--------|")
  }

  // Case XA-272.
  @Test("A failure is passed on at once, and drops what waits")
  func failure() {
    sampled("-12-3#").expect("---2-#")
  }

  @Test("A tick without demand leaves the value in its place")
  func demand() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
    let recorder = subject.sample(every: 1, scheduler: scheduler).record(demand: .none)
    subject.send(1)
    scheduler.advance(by: 2.5)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [])
    scheduler.advance(by: 1)
    expectEqual(recorder.values, [1])
  }

  @Test("Ticks do not drift, and one that is late by intervals is one tick")
  func grid() {
    var policy = SamplePolicy<Int, Never, VirtualTime>(interval: 2)
    policy.begin(at: 0)
    _ = policy.receive(1, at: 1, hasDemand: true)
    expectEqual(policy.wake(at: 2.5, hasDemand: true).output, 1)
    expectEqual(policy.deadline, 4)
    _ = policy.receive(2, at: 5, hasDemand: true)
    expectEqual(policy.wake(at: 9, hasDemand: true).output, 2)
    expect(policy.wake(at: 9, hasDemand: true).output == nil)
    expectEqual(policy.deadline, 11)
  }

  @Test("A cancel and the end leave no timer")
  func timers() {
    for ends in [true, false] {
      let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, Never>())
      let recorder = subject.sample(every: 1, scheduler: scheduler).record()
      expectEqual(scheduler.pendingCount, 1)
      if ends { subject.send(completion: .finished) } else { recorder.cancel() }
      scheduler.advance(by: 0)
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("An interval of zero traps")
  func zero() async {
    await #expect(processExitsWith: .failure) {
      _ = Empty<Int, Never>().sample(every: 0, scheduler: TestScheduler())
    }
  }

  @Test("A clock that stands still ticks for each element")
  func standingClock() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.sample(every: 1, scheduler: ImmediateScheduler.shared).record()
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }
}
