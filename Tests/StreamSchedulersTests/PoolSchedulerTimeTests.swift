import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

/// The clock is real here: what is expected of it is only that nothing comes too early.
@Suite("Delayed work of a PoolScheduler", .timeLimit(.generous))
struct PoolSchedulerTimeTests {
  private let pool = PoolScheduler(threads: 2, name: "timed")

  @Test("Delayed work runs no earlier than its time, on a thread of the pool or in the lane")
  func delayed() {
    let due = pool.now.advanced(by: .milliseconds(20))
    let (times, names, done) = (Box<[PoolScheduler.SchedulerTimeType]>([]), Box<[String]>([]), DispatchGroup())
    let work: @Sendable () -> Void = { [pool] in
      times.update { $0.append(pool.now) }
      names.update { $0.append(nameOfThread()) }
      done.leave()
    }
    for _ in 1...3 { done.enter() }
    pool.schedule(after: due, work)
    pool.serial().schedule(after: due, tolerance: .milliseconds(10), work)
    pool.schedule(after: due, tolerance: .seconds(.max), work)
    expect(done.waitPatiently())
    expect(times.value.allSatisfy { $0 >= due })
    expect(names.value.allSatisfy { $0 == "timed-1" || $0 == "timed-2" })
  }

  @Test("Work for an earlier time does not wait for that of a later one, and work for the past runs")
  func earlier() {
    let done = DispatchSemaphore(value: 0)
    let late = Box(0)
    pool.schedule(after: pool.now.advanced(by: .nanoseconds(.max))) { _ = late.increment() }
    pool.schedule(after: pool.now.advanced(by: .seconds(3_600))) { _ = late.increment() }
    pool.schedule(after: pool.now.advanced(by: .milliseconds(10))) { done.signal() }
    pool.schedule(after: pool.now.advanced(by: .seconds(-5))) { done.signal() }
    pool.schedule(after: pool.now.advanced(by: .nanoseconds(.min))) { done.signal() }
    for _ in 1...3 { expect(done.waitPatiently()) }
    expectEqual(late.value, 0)
    expectEqual(pool.shutdown(), 2)
  }

  @Test("A lane runs work that is due in its order, after what waits")
  func dueInLane() {
    let lane = pool.serial()
    let (log, done, gate) = (Box<[String]>([]), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lane.schedule { _ = gate.waitPatiently() }
    lane.schedule { log.update { $0.append("waits") } }
    lane.schedule(after: lane.now.advanced(by: .milliseconds(1))) {
      log.update { $0.append("due") }
      done.signal()
    }
    pool.schedule(after: pool.now.advanced(by: .milliseconds(20))) { gate.signal() }
    expect(done.waitPatiently())
    expectEqual(log.value, ["waits", "due"])
    expectEqual(lane.minimumTolerance, pool.minimumTolerance)
  }

  @Test("Repeated work runs after each interval, without overlap, until its cancel, and is then released")
  func repeats() {
    for schedule in [
      { self.pool.schedule(after: self.pool.now, interval: .milliseconds(1), tolerance: .milliseconds(1), $0) },
      { self.pool.serial().schedule(after: self.pool.now, interval: .milliseconds(1), $0) },
    ] as [(@escaping @Sendable () -> Void) -> any Cancellable] {
      let (runs, inside, overlaps, enough) = (Box(0), Box(0), Box(0), DispatchSemaphore(value: 0))
      weak var token: Token?
      let repetition: any Cancellable
      do {
        let newToken = Token()
        token = newToken
        repetition = schedule {
          if inside.increment() > 1 { _ = overlaps.increment() }
          // Longer than the interval, now and then.
          if runs.value == 2 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10)) }
          inside.update { $0 -= 1 }
          if newToken.pass(runs.increment()) == 5 { enough.signal() }
        }
      }
      expect(enough.waitPatiently())
      repetition.cancel()
      expect(eventually { token == nil })
      expectEqual(overlaps.value, 0)
    }
    // Nothing is left with the timer.
    expectEqual(pool.core.state.withLock { $0.delayed.count }, 0)
  }

  @Test("Repeated work ends when its handle is released, and a cancel inside a run is the last")
  func ends() {
    let (runs, done) = (Box(0), DispatchSemaphore(value: 0))
    do {
      let repetition = pool.schedule(after: pool.now.advanced(by: .seconds(1_000)), interval: 1) { runs.increment() }
      withExtendedLifetime(repetition) {}
    }
    expectEqual(pool.core.state.withLock { $0.delayed.count }, 0)
    let own = Box<(any Cancellable)?>(nil)
    own.value = pool.schedule(after: pool.now.advanced(by: .milliseconds(50)), interval: .milliseconds(1)) {
      _ = runs.increment()
      own.value?.cancel()
      done.signal()
    }
    expect(done.waitPatiently())
    // Had it gone on, there would be more of them by now.
    expectEqual(done.wait(timeout: .now() + .milliseconds(50)), .timedOut)
    expectEqual(runs.value, 1)
    expectEqual(pool.core.state.withLock { $0.delayed.count }, 0)
  }

  @Test("A cancel that crosses runs leaves nothing with the timer")
  func cancelRace() {
    for _ in 1...repetitions(20, full: 200) {
      let repetitions = (0..<50).map { _ in
        pool.schedule(after: pool.now, interval: .nanoseconds(1)) {}
      }
      nonisolated(unsafe) let shared = repetitions
      concurrently(2) { thread in
        for repetition in thread == 0 ? shared : shared.reversed() { repetition.cancel() }
      }
    }
    expectEqual(pool.core.state.withLock { $0.delayed.count }, 0)
    expect(eventually { pool.core.state.withLock { $0.pool.queuedCount } == 0 })
  }
}
