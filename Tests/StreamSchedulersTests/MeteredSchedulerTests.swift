import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("MeteredScheduler", .timeLimit(.generous))
struct MeteredSchedulerTests {
  // Case XA-384.
  @Test("Of a hundred pieces of work on a queue all are counted, and none waits at the end")
  func counts() {
    let queue = DispatchQueue(label: "metered")
    let counters = SchedulerCounters()
    let scheduler = queue.metered(by: counters)
    queue.suspend()
    concurrently(4) { _ in
      for _ in 0..<25 { scheduler.schedule {} }
    }
    expectEqual(counters.waiting, 100)
    expectEqual(counters.count, 0)
    queue.resume()
    queue.sync {}
    expectEqual(counters.waiting, 0)
    expectEqual(counters.count, 100)
    expect(counters.longestWait > .zero)
    expect(counters.totalTime > .zero)
    expect(counters.totalTime <= .seconds(600))
  }

  @Test("Counters begin at zero")
  func countersOfNothing() {
    let counters = SchedulerCounters()
    expectEqual([counters.count, counters.waiting], [0, 0])
    expectEqual([counters.longestWait, counters.totalTime], [.zero, .zero])
  }

  // Case XA-385.
  @Test("Delayed and repeating work is counted when it runs, and not as waiting, cancelled or not")
  func repetition() {
    let clock = DispatchQueue.test
    let counters = SchedulerCounters()
    let scheduler = MeteredScheduler(clock, recorder: counters)
    let timer = scheduler.schedule(after: clock.now, interval: .seconds(1)) {}
    scheduler.schedule(after: clock.now.advanced(by: .milliseconds(500))) {}
    expectEqual(counters.waiting, 0)
    clock.advance(by: .seconds(2))
    expectEqual(counters.count, 4)
    timer.cancel()
    expectEqual(counters.waiting, 0)
    expectEqual(clock.pendingCount, 0)
    clock.advance(by: .seconds(2))
    expectEqual(counters.count, 4)
    expectEqual(counters.longestWait, .zero)
  }

  @Test("Times, tolerance and options are passed on, and work runs where the base runs it")
  func passesOn() {
    let counters = SchedulerCounters()
    let clock = DispatchQueue.test
    let scheduler = clock.metered(by: counters)
    clock.advance(by: .seconds(3))
    expectEqual(scheduler.now, clock.now)
    expectEqual(scheduler.minimumTolerance, clock.minimumTolerance)
    let runs = Box(0)
    scheduler.schedule(options: DispatchQueue.SchedulerOptions(qos: .utility)) { runs.increment() }
    expectEqual(runs.value, 0)
    expectEqual(counters.waiting, 1)
    clock.advance()
    expectEqual(runs.value, 1)
    expectEqual(counters.waiting, 0)
  }

  @Test("Work is released when it has run, and at its cancel; the scheduler keeps its base and its recorder, no longer")
  func release() {
    final class Recorder: SchedulerRecorder {
      func enqueued() {}
      func started(waited: Duration) {}
      func finished(ran: Duration) {}
    }
    let clock = DispatchQueue.test
    weak var work: Token?
    weak var recorder: Recorder?
    do {
      let newRecorder = Recorder()
      recorder = newRecorder
      let scheduler = clock.metered(by: newRecorder)
      for kind in 0..<3 {
        var timer: (any Cancellable)?
        do {
          let token = Token()
          work = token
          switch kind {
          case 0: scheduler.schedule { _ = token.pass(1) }
          case 1: scheduler.schedule(after: clock.now.advanced(by: .seconds(1))) { _ = token.pass(1) }
          default: timer = scheduler.schedule(after: clock.now, interval: .seconds(1)) { _ = token.pass(1) }
          }
        }
        expect(work != nil)
        clock.advance(by: .seconds(1))
        timer?.cancel()
        expect(work == nil)
        withExtendedLifetime(timer) {}
      }
      expect(recorder != nil)
    }
    expect(recorder == nil)
  }

  @Test("A recorder of one's own is told of each piece of work in order")
  func ownRecorder() {
    struct Notes: SchedulerRecorder {
      let log = Box<[String]>([])
      func enqueued() { log.update { $0.append("enqueued") } }
      func started(waited: Duration) { log.update { $0.append(waited >= .zero ? "started" : "early") } }
      func finished(ran: Duration) { log.update { $0.append(ran >= .zero ? "finished" : "early") } }
    }
    let notes = Notes()
    ImmediateScheduler.shared.metered(by: notes).schedule { notes.log.update { $0.append("work") } }
    expectEqual(notes.log.value, ["enqueued", "started", "work", "finished"])
  }
}
