import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("The state of a pool")
struct PoolStateTests {
  private typealias State = PoolState<String, Int>

  /// A pool, and what its threads have been told.
  private struct Pool {
    var state: State
    var effects = State.Effects()

    init(threads: Int, maxQueued: Int = 100) {
      state = State(threads: threads, maxQueued: maxQueued)
    }

    mutating func next(_ thread: Int, expectsMore: Bool = false) -> String? {
      state.next(for: thread, expectsMore: expectsMore, &effects)
    }

    mutating func offer(_ work: String, from caller: UInt = 9) -> String { said(state.offer(work, from: caller)) }
    mutating func offer(_ work: String, lane: Int) -> String { said(state.offer(work, to: lane)) }
    mutating func wait(_ work: String, lane: Int, as waiter: Int) -> String {
      said(state.offer(work, to: lane, as: waiter))
    }

    private func said(_ offer: State.Offer) -> String {
      switch offer {
      case .queued(let thread): thread.map { "wake \($0)" } ?? "queued"
      case .runOnCaller: "run"
      case .leftToCaller: "left"
      case .full: "full"
      case .waiting: "waiting"
      case .dropped: "dropped"
      }
    }
  }

  @Test("Work is taken in the order scheduled, and wakes a sleeping thread for each piece")
  func order() {
    var pool = Pool(threads: 2)
    expect(pool.next(0) == nil)
    expect(pool.next(1) == nil)
    expectEqual(pool.offer("a"), "wake 1")
    expectEqual(pool.offer("b"), "wake 0")
    expectEqual(pool.offer("c"), "queued")
    expectEqual(pool.next(0), "a")
    expectEqual(pool.next(1), "b")
    expectEqual(pool.next(0), "c")
    expect(pool.next(0) == nil)
    expectEqual(pool.state.queuedCount, 0)
  }

  @Test("Work beyond the bound runs on its caller, and what that schedules after it")
  func callerRuns() {
    var pool = Pool(threads: 1, maxQueued: 1)
    expectEqual(pool.offer("a"), "queued")
    expectEqual(pool.next(0), "a")
    expectEqual(pool.offer("b"), "queued")
    expectEqual(pool.offer("c"), "run")
    expectEqual(pool.offer("d"), "left")
    expectEqual(pool.offer("e"), "left")
    expectEqual(pool.offer("f", from: 8), "run")
    expectEqual(pool.state.nextOfCaller(9), "d")
    expectEqual(pool.next(0), "b")
    // There is room again: the caller need not run this itself.
    expectEqual(pool.offer("g"), "queued")
    expectEqual(pool.state.nextOfCaller(9), "e")
    expect(pool.state.nextOfCaller(9) == nil)
    expect(pool.state.nextOfCaller(8) == nil)
    expectEqual(pool.offer("h"), "run")
  }

  @Test("Without a queue there is room for each thread that is free")
  func noQueue() {
    var pool = Pool(threads: 2, maxQueued: 0)
    expectEqual(pool.offer("a"), "queued")
    expectEqual(pool.offer("b"), "queued")
    expectEqual(pool.offer("c"), "run")
    expectEqual(pool.next(0), "a")
    expectEqual(pool.next(1), "b")
    expectEqual(pool.offer("d", from: 8), "run")
    expect(pool.next(1) == nil)
    expectEqual(pool.offer("e", from: 7), "wake 1")
  }

  @Test("A bound may be as large as an Int")
  func hugeBound() {
    var pool = Pool(threads: 3, maxQueued: .max)
    expectEqual(pool.offer("a"), "queued")
    expectEqual(pool.next(0), "a")
    expect(pool.next(1) == nil)
    expectEqual(pool.offer("b"), "wake 1")
  }

  @Test("A lane runs one piece at a time, and lets other work come in between")
  func lanes() {
    var pool = Pool(threads: 2)
    let (first, second) = (pool.state.makeLane(), pool.state.makeLane())
    for work in ["a1", "a2", "a3"] { _ = pool.offer(work, lane: first) }
    _ = pool.offer("x")
    _ = pool.offer("b1", lane: second)
    expectEqual(pool.state.queuedCount, 5)
    expectEqual(pool.next(0), "a1")
    expectEqual(pool.next(1), "x")
    expectEqual(pool.next(1), "b1")
    expect(pool.next(1) == nil)
    // The one that has run a piece goes on with the next.
    expectEqual(pool.next(0), "a2")
    expectEqual(pool.offer("a4", lane: first), "queued")
    expectEqual(pool.next(0), "a3")
    expectEqual(pool.next(0), "a4")
    expect(pool.next(0) == nil)
    expectEqual(pool.offer("a5", lane: first), "wake 0")
  }

  @Test("Work of a full lane waits in the order of its callers, until a thread is free")
  func waitsForRoom() {
    var pool = Pool(threads: 1, maxQueued: 1)
    let lane = pool.state.makeLane()
    _ = pool.offer("a", lane: lane)
    expectEqual(pool.next(0), "a")
    expectEqual(pool.offer("b", lane: lane), "queued")
    expectEqual(pool.offer("c", lane: lane), "full")
    expectEqual(pool.wait("c", lane: lane, as: 3), "waiting")
    expectEqual(pool.wait("d", lane: lane, as: 4), "waiting")
    guard case .queued(nil) = pool.state.push("beyond", to: lane) else { return expect(Bool(false)) }
    expectEqual(pool.next(0), "b")
    expectEqual(pool.effects.admitted, [])
    expectEqual(pool.next(0), "beyond")
    expectEqual(pool.effects.admitted, [3])
    expectEqual(pool.next(0), "c")
    expectEqual(pool.effects.admitted, [3, 4])
    expectEqual(pool.next(0), "d")
    expect(pool.next(0) == nil)
    expectEqual(pool.wait("e", lane: lane, as: 5), "wake 0")
  }

  @Test("A free thread is room for a lane that does nothing, though another is full")
  func roomForFreeLane() {
    var pool = Pool(threads: 2, maxQueued: 0)
    let (busy, other) = (pool.state.makeLane(), pool.state.makeLane())
    expectEqual(pool.offer("a", lane: busy), "queued")
    expectEqual(pool.next(0), "a")
    expect(pool.next(1) == nil)
    expectEqual(pool.wait("b", lane: busy, as: 1), "waiting")
    expectEqual(pool.offer("c", lane: other), "wake 1")
    expectEqual(pool.next(1), "c")
    expect(pool.next(1) == nil)
    expectEqual(pool.effects.admitted, [])
    expectEqual(pool.next(0), "b")
    expectEqual(pool.effects.admitted, [1])
  }

  @Test("A closed pool ends when nothing waits, runs or is expected")
  func closes() {
    var pool = Pool(threads: 2)
    expect(pool.next(0) == nil)
    _ = pool.offer("a")
    expectEqual(pool.next(1), "a")
    _ = pool.offer("b")
    pool.state.close(expectsMore: false, &pool.effects)
    expect(!pool.state.isOver)
    expectEqual(pool.next(0), "b")
    expect(pool.next(0) == nil)
    expect(!pool.state.isOver)
    expect(pool.next(1, expectsMore: true) == nil)
    expect(!pool.state.isOver)
    expect(!pool.effects.hasEnded)
    pool.state.endIfQuiet(expectsMore: false, &pool.effects)
    expect(pool.state.isOver && pool.effects.hasEnded)
    expectEqual(pool.effects.wakes.sorted(), [0, 1])
  }

  @Test("The last thread of a closed pool ends with its work, and wakes the others")
  func lastThread() {
    var pool = Pool(threads: 3)
    for thread in [0, 1] { expect(pool.next(thread) == nil) }
    _ = pool.state.push("a", to: pool.state.makeLane())
    expectEqual(pool.next(2), "a")
    pool.state.close(expectsMore: false, &pool.effects)
    expect(pool.next(2) == nil)
    expect(pool.state.isOver)
    expect(pool.effects.wakes.contains(0))
  }

  @Test("A shutdown drops what waits anywhere, counts it, and lets everybody go")
  func shutsDown() {
    var pool = Pool(threads: 1, maxQueued: 2)
    let lane = pool.state.makeLane()
    _ = pool.offer("running", lane: lane)
    expectEqual(pool.next(0), "running")
    _ = pool.offer("a")
    _ = pool.offer("b", lane: lane)
    expectEqual(pool.offer("on caller"), "run")
    expectEqual(pool.offer("c"), "left")
    expectEqual(pool.wait("d", lane: lane, as: 4), "waiting")
    expectEqual(pool.state.shutDown(delayedCount: 10, &pool.effects).sorted(), ["a", "b", "c", "d"])
    expectEqual(pool.state.droppedCount, 14)
    expectEqual(pool.effects.admitted, [4])
    expect(pool.effects.hasEnded)
    expect(pool.state.nextOfCaller(9) == nil)
    expect(pool.next(0) == nil)
    expectEqual(pool.offer("late"), "dropped")
    expectEqual(pool.offer("late", lane: lane), "dropped")
    expectEqual(pool.wait("late", lane: lane, as: 5), "dropped")
    expectEqual(pool.state.droppedCount, 17)
    expectEqual(pool.state.shutDown(delayedCount: 0, &pool.effects), [])
    pool.state.close(expectsMore: false, &pool.effects)
    expect(pool.state.isOver)
  }
}
