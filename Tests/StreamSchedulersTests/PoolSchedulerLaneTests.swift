import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("Serial lanes of a PoolScheduler", .timeLimit(.generous))
struct PoolSchedulerLaneTests {
  @Test("A lane runs very many pieces in order, without overlap")
  func order() {  // XA-382
    let pool = PoolScheduler(threads: 4)
    let lane = pool.serial()
    let (log, inside, overlaps) = (Box<[Int]>([]), Box(0), Box(0))
    let done = DispatchSemaphore(value: 0)
    for number in 0..<manyTimes {
      lane.schedule {
        if inside.increment() > 1 { _ = overlaps.increment() }
        log.update { $0.append(number) }
        inside.update { $0 -= 1 }
      }
    }
    lane.schedule { done.signal() }
    expect(done.waitPatiently())
    expectEqual(log.value, Array(0..<manyTimes))
    expectEqual(overlaps.value, 0)
  }

  @Test("Lanes run beside each other, and other work comes in between")
  func together() {
    let pool = PoolScheduler(threads: 2)
    let lanes = [pool.serial(), pool.serial()]
    let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for lane in lanes {
      lane.schedule {
        arrived.signal()
        _ = gate.waitPatiently()
      }
    }
    for _ in lanes { expect(arrived.waitPatiently()) }
    for _ in lanes { gate.signal() }

    let single = PoolScheduler(threads: 1)
    let lane = single.serial()
    let (log, done) = (Box<[String]>([]), DispatchSemaphore(value: 0))
    lane.schedule {
      for name in ["a", "b"] { lane.schedule { log.update { $0.append(name) } } }
      single.schedule { log.update { $0.append("other") } }
      lane.schedule { done.signal() }
    }
    expect(done.waitPatiently())
    expectEqual(log.value, ["other", "a", "b"])
  }

  @Test("A caller waits while a lane is full, and its work keeps its place")
  func waitsForRoom() {
    let pool = PoolScheduler(threads: 1, maxQueued: 2)
    let lane = pool.serial()
    let (gate, started, returned) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let (log, done) = (Box<[Int]>([]), DispatchSemaphore(value: 0))
    lane.schedule {
      started.signal()
      _ = gate.waitPatiently()
    }
    expect(started.waitPatiently())
    DispatchQueue(label: "caller").async {
      for number in 0..<5 {
        lane.schedule { log.update { $0.append(number) } }
        returned.signal()
      }
      lane.schedule { done.signal() }
    }
    for _ in 1...2 { expect(returned.waitPatiently()) }
    // Short, because it always passes in full.
    expectEqual(returned.wait(timeout: .now() + .milliseconds(50)), .timedOut)
    gate.signal()
    expect(done.waitPatiently())
    expectEqual(log.value, [0, 1, 2, 3, 4])
  }

  @Test("Work that schedules onto its own lane, or that of another pool, never waits", arguments: [0, 1])
  func noDeadlock(maxQueued: Int) {
    let pools = (0..<2).map { _ in PoolScheduler(threads: 1, maxQueued: maxQueued) }
    let lanes = pools.map { $0.serial() }
    let done = DispatchGroup()
    for _ in 1...100 { done.enter() }
    for (own, other) in [(0, 1), (1, 0)] {
      lanes[own].schedule {
        for _ in 1...25 {
          lanes[own].schedule { done.leave() }
          lanes[other].schedule { done.leave() }
        }
      }
    }
    expect(done.waitPatiently())
  }

  @Test("A lane keeps the pool, which ends with it")
  func keepsPool() {
    weak var core: PoolCore?
    let done = DispatchSemaphore(value: 0)
    do {
      let lane = PoolScheduler(threads: 2).serial()
      core = lane.pool.core
      lane.schedule { done.signal() }
      expect(done.waitPatiently())
      expect(core != nil)
    }
    expect(eventually { core == nil })
  }
}
