import StreamCore
import TestSupport
import Testing

@Suite("LentReference")
struct LentReferenceTests {
  /// A guard that several threads can refer to.
  private final class Held<Object: AnyObject>: Sendable {
    let reference: LentReference

    init(_ object: Object) {
      reference = LentReference(object)
    }

    var isClosed: Bool { reference.isClosed }

    func use(_ body: (Object) -> Void) {
      reference.use(as: Object.self, body)
    }

    func close(_ body: (Object) -> Void = { _ in }) {
      reference.close(as: Object.self, body)
    }
  }

  @Test("The object can be used until the reference is closed")
  func lendsUntilClosed() {
    let alive = Box(0)
    let held = Held(Counted(alive))
    var uses = 0
    held.use { _ in uses += 1 }
    expect(!held.isClosed)
    held.close()
    expect(held.isClosed)
    held.use { _ in uses += 1 }
    expectEqual(uses, 1)
    expectEqual(alive.value, 0)
  }

  @Test("The first close gets the object, later ones do nothing")
  func closesOnce() {
    let alive = Box(0)
    let held = Held(Counted(alive))
    var closes = 0
    for _ in 0..<3 {
      held.close { _ in
        closes += 1
        expectEqual(alive.value, 1)
      }
    }
    expectEqual(closes, 1)
    expectEqual(alive.value, 0)
  }

  @Test("A close from inside a use releases the object when the use returns")
  func closesInsideUse() {
    let alive = Box(0)
    let held = Held(Counted(alive))
    held.use { _ in
      held.close()
      expectEqual(alive.value, 1)
      held.use { _ in Issue.record("It is closed.") }
      expectEqual(alive.value, 1)
    }
    expectEqual(alive.value, 0)
  }

  @Test("A use from inside a use is possible")
  func nestedUse() {
    let alive = Box(0)
    let held = Held(Counted(alive))
    held.use { outer in
      held.use { inner in expect(inner === outer) }
      expectEqual(alive.value, 1)
    }
    expectEqual(alive.value, 1)
  }

  @Test("The object's deinit may call the reference")
  func reentrantDeinit() {
    final class Caller {
      weak var held: Held<Caller>?
      let calls: Box<Int>

      init(_ calls: Box<Int>) { self.calls = calls }

      deinit {
        held?.use { _ in Issue.record("It is closed.") }
        held?.close { _ in Issue.record("It is closed.") }
        calls.update { $0 += 1 }
      }
    }
    let calls = Box(0)
    let held: Held<Caller>
    do {
      let caller = Caller(calls)
      held = Held(caller)
      caller.held = held
    }
    expectEqual(calls.value, 0)
    held.close()
    expectEqual(calls.value, 1)
  }

  @Test("A reference that is never closed releases the object with itself")
  func releasesInDeinit() {
    let alive = Box(0)
    do {
      let held = Held(Counted(alive))
      held.use { _ in }
      expectEqual(alive.value, 1)
    }
    expectEqual(alive.value, 0)
  }

  @Test("A use that races a close finds the object alive, and it is released once")
  func usesRaceClose() {
    for _ in 0..<300 {
      let (alive, deaths) = (Box(0), Box(0))
      let held = Held(Counted(alive))
      concurrently(4) { thread in
        for _ in 0..<50 {
          if thread == 0 {
            held.close { _ in deaths.update { $0 += 1 } }
          } else {
            held.use { _ in if alive.value != 1 { Issue.record("The object is gone.") } }
          }
        }
      }
      expectEqual(deaths.value, 1)
      expectEqual(alive.value, 0)
    }
  }
}
