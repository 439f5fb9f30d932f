import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

/// The threads and the clock are real here.
@Suite("PoolScheduler", .timeLimit(.generous))
struct PoolSchedulerTests {
  @Test("Eight threads run eight pieces of work at once, and never more")
  func threads() {  // XA-381
    let pool = PoolScheduler(threads: 8)
    let (running, most, done) = (Box(0), Box(0), DispatchGroup())
    let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for number in 0..<1_000 {
      done.enter()
      pool.schedule {
        let count = running.increment()
        most.update { $0 = max($0, count) }
        if number < 8 {
          arrived.signal()
          _ = gate.waitPatiently()
        }
        running.update { $0 -= 1 }
        done.leave()
      }
    }
    for _ in 1...8 { expect(arrived.waitPatiently()) }
    for _ in 1...8 { gate.signal() }
    expect(done.waitPatiently())
    expectEqual(most.value, 8)
  }

  @Test("One thread runs work in the order scheduled")
  func order() {
    let pool = PoolScheduler(threads: 1)
    let (log, done) = (Box<[Int]>([]), DispatchSemaphore(value: 0))
    for number in 0..<1_000 { pool.schedule { log.update { $0.append(number) } } }
    pool.schedule { done.signal() }
    expect(done.waitPatiently())
    expectEqual(log.value, Array(0..<1_000))
  }

  @Test(
    "A thread has the name of the pool, cut to what the system allows", arguments: ["mine", "a name of many letters"])
  func names(name: String) {
    let pool = PoolScheduler(threads: 1, name: name)
    let (found, done) = (Box(""), DispatchSemaphore(value: 0))
    pool.schedule {
      found.value = nameOfThread()
      done.signal()
    }
    expect(done.waitPatiently())
    expect(name.hasPrefix("a") ? found.value == "a name of man-1" : found.value == "mine-1")
  }

  @Test("Work beyond the bound runs on its caller, and what that schedules after it, without growing the stack")
  func callerRuns() {
    let pool = PoolScheduler(threads: 1, maxQueued: 1)
    let (started, gate, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    pool.schedule {
      started.signal()
      _ = gate.waitPatiently()
    }
    expect(started.waitPatiently())
    pool.schedule { done.signal() }
    let caller = currentThread()
    let (log, inside) = (Box<[String]>([]), Box(0))
    @Sendable func descend(_ left: Int) {
      if currentThread() != caller || inside.increment() > 1 { log.update { $0.append("stray") } }
      if left > 0 { pool.schedule { descend(left - 1) } }
      inside.update { $0 -= 1 }
    }
    pool.schedule {
      pool.schedule { log.update { $0.append("inner") } }
      log.update { $0.append("outer") }
    }
    expectEqual(log.value, ["outer", "inner"])
    pool.schedule { descend(manyTimes) }
    expectEqual(log.value, ["outer", "inner"])
    gate.signal()
    expect(done.waitPatiently())
  }

  @Test("Work of a thread of the pool that finds no room runs on that thread")
  func callerRunsOnPool() {
    let pool = PoolScheduler(threads: 1, maxQueued: 1)
    let (log, done) = (Box<[String]>([]), DispatchSemaphore(value: 0))
    pool.schedule {
      pool.schedule {
        log.update { $0.append("queued") }
        done.signal()
      }
      let thread = currentThread()
      pool.schedule { log.update { $0.append(currentThread() == thread ? "own" : "stray") } }
      log.update { $0.append("outer") }
    }
    expect(done.waitPatiently())
    expectEqual(log.value, ["own", "outer", "queued"])
  }

  @Test("Work that schedules work does not grow the stack, and loses nothing", arguments: [0, 1, 100_000])
  func workSchedulesWork(maxQueued: Int) {
    let pool = PoolScheduler(threads: 3, maxQueued: maxQueued)
    let (runs, done) = (Box(0), DispatchSemaphore(value: 0))
    @Sendable func step(_ left: Int) {
      _ = runs.increment()
      if left == 0 { done.signal() } else { pool.schedule { step(left - 1) } }
    }
    for _ in 1...4 { pool.schedule { step(manyTimes / 10) } }
    for _ in 1...4 { expect(done.waitPatiently()) }
    expectEqual(runs.value, 4 * (manyTimes / 10 + 1))
  }

  @Test("Eight threads schedule, in a queue that is too small, and each piece of work runs once")
  func stress() {
    for maxQueued in [0, 3, 100] {
      let pool = PoolScheduler(threads: 4, maxQueued: maxQueued)
      let lane = pool.serial()
      let count = repetitions(500, full: 20_000)
      let runs = Box(Array(repeating: 0, count: 8 * count))
      let (laneRuns, inside, overlaps) = (Box<[Int]>([]), Box(0), Box(0))
      let done = DispatchGroup()
      concurrently(8) { thread in
        for number in thread * count..<(thread + 1) * count {
          done.enter()
          done.enter()
          pool.schedule {
            runs.update { $0[number] += 1 }
            done.leave()
          }
          lane.schedule {
            if inside.increment() > 1 { _ = overlaps.increment() }
            laneRuns.update { $0.append(number) }
            inside.update { $0 -= 1 }
            done.leave()
          }
        }
      }
      expect(done.waitPatiently())
      expect(runs.value.allSatisfy { $0 == 1 })
      expectEqual(overlaps.value, 0)
      // The order of each caller is kept.
      for thread in 0..<8 {
        let own = thread * count..<(thread + 1) * count
        expectEqual(laneRuns.value.filter { own.contains($0) }, Array(own))
      }
    }
  }

  @Test("The shared pool has a thread for each processor")
  func computation() {
    let done = DispatchSemaphore(value: 0)
    let name = Box("")
    PoolScheduler.computation.schedule {
      name.value = nameOfThread()
      done.signal()
    }
    expect(done.waitPatiently())
    expect(name.value.hasPrefix("computation-"))
    expect(processorCount() >= 1)
  }

  @Test("No threads, a negative bound, a shutdown of the shared pool and an interval of zero trap", arguments: 0..<5)
  func badInput(kind: Int) async {
    await #expect(processExitsWith: .failure) { [kind] in
      switch kind {
      case 0: _ = PoolScheduler(threads: 0)
      case 1: _ = PoolScheduler(threads: 1, maxQueued: -1)
      case 2: PoolScheduler.computation.shutdown()
      case 3: _ = PoolScheduler.computation.schedule(after: PoolScheduler.computation.now, interval: 0) {}
      default: _ = PoolScheduler.computation.serial().schedule(after: PoolScheduler.computation.now, interval: 0) {}
      }
    }
  }
}
