import StreamCore
import TestSupport
import Testing

@Suite("Locked")
struct LockedTests {
  @Test("No change of eight contending threads is lost", .timeLimit(.generous))
  func mutualExclusion() {
    // Not a Box, whose own lock this is about.
    let locked = Held((changes: 0, inside: 0, most: 0))
    concurrently(8) { _ in
      for _ in 0..<20_000 {
        locked.lock.withLock { state in
          state.inside += 1
          state.most = max(state.most, state.inside)
          state.changes += 1
          state.inside -= 1
        }
      }
    }
    expectEqual(locked.lock.value.changes, 160_000)
    expectEqual(locked.lock.value.most, 1)
  }

  @Test("Threads that wait for different locks are all woken", .timeLimit(.generous))
  func manyLocks() {
    // More locks than there are places to wait in, so that some share one.
    let locks = (0..<200).map { _ in Held(0) }
    concurrently(8) { thread in
      for round in 0..<100 {
        for index in locks.indices {
          locks[(index * (thread + 1) + round) % locks.count].lock.withLock { $0 += 1 }
        }
      }
    }
    expectEqual(locks.reduce(0) { $0 + $1.lock.value }, 160_000)
  }

  @Test("Threads that have to wait long sleep, and are woken", .timeLimit(.generous))
  func longSection() {
    let (locked, isHeld, arrived) = (Held(0), Box(false), Box(0))
    concurrently(4) { thread in
      if thread == 0 {
        locked.lock.withLock { value in
          isHeld.value = true
          while arrived.value < 3 {}
          // Long enough for the others to stop spinning.
          for _ in 0..<100_000 { value += 1 }
        }
      } else {
        while !isHeld.value {}
        arrived.update { $0 += 1 }
        locked.lock.withLock { $0 += 1 }
      }
    }
    expectEqual(locked.lock.value, 100_003)
  }

  @Test("exchange returns the value before, one thread at a time", .timeLimit(.generous))
  func exchange() {
    let locked = Held(-1)
    let seen = Box<[Int]>([])
    concurrently(8) { thread in
      let own = (0..<1_000).map { locked.lock.exchange(thread * 1_000 + $0) }
      seen.update { $0 += own }
    }
    // Each value that was put in came out once, but for the last.
    expectEqual((seen.value + [locked.lock.value]).sorted(), Array(-1..<8_000))
  }

  enum Taking: CaseIterable, Sendable {
    case byExchange, byWithLock
  }

  // In a release build the optimiser would rather release it inside.
  @Test(
    "A value that is replaced is released outside the lock (rule 6)", .timeLimit(.generous),
    arguments: Taking.allCases)
  func releasesOutside(taking: Taking) {
    final class Caller: Sendable {
      let lock: Held<Caller?>
      let found: Box<Bool>

      init(_ lock: Held<Caller?>, _ found: Box<Bool>) {
        self.lock = lock
        self.found = found
      }

      // With the lock held it would wait for itself.
      deinit { found.value = lock.lock.withLock { $0 == nil } }
    }
    let (locked, found) = (Held<Caller?>(nil), Box(false))
    _ = locked.lock.exchange(Caller(locked, found))
    expect(!found.value)
    switch taking {
    case .byExchange: _ = locked.lock.exchange(nil)
    case .byWithLock: _ = locked.lock.withLock { $0.take() }
    }
    expect(found.value)
  }

  @Test("An error thrown inside passes through, and the lock is free again", .timeLimit(.generous))
  func throwing() {
    let locked = Held(0)
    #expect(throws: TestError("lost")) {
      try locked.lock.withLock { value throws(TestError) in
        value = 1
        throw TestError("lost")
      }
    }
    expectEqual(locked.lock.value, 1)
  }

  @Test("The value is released with the lock")
  func releasesValue() {
    let alive = Box(0)
    do {
      let locked = Held(Counted(alive))
      expectEqual(alive.value, 1)
      withExtendedLifetime(locked) {}
    }
    expectEqual(alive.value, 0)
  }
}

/// A lock that several threads can refer to.
private final class Held<Value>: Sendable {
  let lock: Locked<Value>

  init(_ value: Value) {
    lock = Locked(value)
  }
}
