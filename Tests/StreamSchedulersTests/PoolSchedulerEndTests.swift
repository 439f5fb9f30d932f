import Dispatch
import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("The end of a PoolScheduler", .timeLimit(.generous))
struct PoolSchedulerEndTests {
  /// How many threads of the process have a name that begins like this; `nil` where that cannot be told.
  private func threadCount(_ name: String) -> Int? {
    #if os(Linux)
      let folder = "/proc/self/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return threads.count { thread in
        (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8))?.hasPrefix(name) ?? false
      }
    #else
      return nil
    #endif
  }

  @Test("The release of a pool without a shutdown ends its threads, after all that waits has run")
  func release() {  // XA-383
    let (runs, gate) = (Box(0), DispatchSemaphore(value: 0))
    weak var core: PoolCore?
    do {
      let pool = PoolScheduler(threads: 3, name: "released")
      core = pool.core
      pool.schedule { _ = gate.waitPatiently() }
      for _ in 1...10 { pool.schedule { runs.increment() } }
      pool.serial().schedule { runs.increment() }
      pool.schedule(after: pool.now.advanced(by: .milliseconds(20))) { runs.increment() }
      expect(eventually { threadCount("released-").map { $0 == 4 } ?? true })
    }
    expect(core != nil)
    gate.signal()
    expect(eventually { core == nil })
    expect(eventually { threadCount("released-").map { $0 == 0 } ?? true })
    expectEqual(runs.value, 12)
  }

  @Test("A pool that has never run anything ends, too, and so does one that is released by its own work")
  func releaseInside() {
    weak var core: PoolCore?
    do { core = PoolScheduler(threads: 2).core }
    expect(eventually { core == nil })
    do {
      let pool = PoolScheduler(threads: 2)
      core = pool.core
      let kept = Box<PoolScheduler?>(pool)
      pool.schedule { kept.value = nil }
    }
    expect(eventually { core == nil })
  }

  @Test("The threads of a released pool end when repeated work is cancelled")
  func releaseRepeating() {
    weak var core: PoolCore?
    let (runs, repetition) = (Box(0), Box<(any Cancellable)?>(nil))
    do {
      let pool = PoolScheduler(threads: 2, name: "repeats")
      core = pool.core
      repetition.value = pool.schedule(after: pool.now, interval: .milliseconds(1)) { runs.increment() }
    }
    expect(eventually { runs.value > 3 })
    expect(core != nil)
    repetition.value = nil
    expect(eventually { core == nil })
    expect(eventually { threadCount("repeats-").map { $0 == 0 } ?? true })
  }

  @Test("A shutdown lets what runs end, and drops and counts what waits, and what comes later")
  func shutdown() {
    let pool = PoolScheduler(threads: 1, name: "shut")
    let lane = pool.serial()
    let (runs, late, started, gate) = (Box(0), Box(0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    weak var token: Token?
    pool.schedule {
      started.signal()
      _ = gate.waitPatiently()
      _ = runs.increment()
      pool.schedule { late.increment() }
    }
    expect(started.waitPatiently())
    do {
      let newToken = Token()
      token = newToken
      for _ in 1...3 { pool.schedule { _ = newToken.pass(late.increment()) } }
      for _ in 1...2 { lane.schedule { _ = newToken.pass(late.increment()) } }
      pool.schedule(after: pool.now.advanced(by: .seconds(1_000))) { _ = newToken.pass(late.increment()) }
    }
    let repetition = pool.schedule(after: pool.now.advanced(by: .seconds(1_000)), interval: 1) { late.increment() }
    expectEqual(pool.shutdown(), 7)
    expect(token == nil)
    expectEqual(pool.shutdown(), 0)
    gate.signal()
    expect(eventually { pool.droppedCount == 8 })
    lane.schedule { late.increment() }
    pool.schedule(after: pool.now.advanced(by: 1)) { late.increment() }
    _ = pool.schedule(after: pool.now, interval: 1) { late.increment() }
    expectEqual(pool.droppedCount, 11)
    repetition.cancel()
    expect(eventually { threadCount("shut-").map { $0 == 0 } ?? true })
    expectEqual(runs.value, 1)
    expectEqual(late.value, 0)
  }

  @Test("A shutdown wakes a caller that waits for room in a lane, and one from inside work is no deadlock")
  func shutdownWakes() {
    let pool = PoolScheduler(threads: 1, maxQueued: 0)
    let lane = pool.serial()
    let (started, gate, returned) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let (count, runs) = (Box(0), Box(0))
    lane.schedule {
      started.signal()
      _ = gate.waitPatiently()
      count.value = pool.shutdown()
    }
    expect(started.waitPatiently())
    DispatchQueue(label: "caller").async {
      lane.schedule { runs.increment() }
      returned.signal()
    }
    // Short, because it always passes in full.
    expectEqual(returned.wait(timeout: .now() + .milliseconds(50)), .timedOut)
    gate.signal()
    expect(returned.waitPatiently())
    expect(eventually { count.value == 1 })
    expectEqual(runs.value, 0)
  }

  @Test("Shutdowns, releases and work that cross lose no thread")
  func races() {
    for round in 1...repetitions(100, full: 2_000) {
      weak var core: PoolCore?
      let (ran, total) = (Box(0), Box(0))
      do {
        let pool = PoolScheduler(threads: 2, maxQueued: 1, name: "races")
        core = pool.core
        let lane = pool.serial()
        concurrently(3) { thread in
          switch thread {
          case 0: for _ in 1...10 { pool.schedule { ran.increment() } }
          case 1: for _ in 1...10 { lane.schedule { ran.increment() } }
          default: if round.isMultiple(of: 2) { pool.shutdown() }
          }
        }
        total.value = pool.droppedCount
      }
      expect(eventually { core == nil })
      expectEqual(ran.value + total.value, 20)
    }
  }
}
