import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("The delayed work of a pool")
struct DelayedWorkTests {
  private var delayed = DelayedWork()
  private let start = ContinuousClock.now

  private func item(tolerance: Duration = .zero) -> DelayedWork.Item {
    DelayedWork.Item(run: {}, lane: nil, tolerance: tolerance)
  }

  private mutating func insert(_ seconds: Int, tolerance: Duration = .zero) -> DelayedWork.Call {
    delayed.insert(item(tolerance: tolerance), at: start + .seconds(seconds)).call
  }

  @Test("The first item starts the timer, and later ones wake it if they are due before it wakes by itself")
  mutating func calls() {
    expectEqual(insert(10), .start)
    expectEqual(insert(5), .none)
    expectEqual(delayed.sleep(), start + .seconds(5))
    expectEqual(insert(6), .none)
    expectEqual(insert(5), .none)
    expectEqual(insert(4), .wake)
    // It has been woken already.
    expectEqual(insert(3), .none)
    expectEqual(delayed.sleep(), start + .seconds(3))
  }

  @Test("A timer without work sleeps until it is woken")
  mutating func sleepsLong() {
    expectEqual(insert(1), .start)
    expect(delayed.popDue(at: start + .seconds(1)) != nil)
    expect(delayed.popDue(at: start + .seconds(1)) == nil)
    expect(delayed.sleep() == nil)
    expectEqual(insert(100), .wake)
  }

  @Test("An item with tolerance waits for others, and does not wake the timer if it can wait")
  mutating func tolerance() {
    expectEqual(insert(10, tolerance: .seconds(5)), .start)
    expectEqual(insert(12), .none)
    expectEqual(delayed.sleep(), start + .seconds(12))
    expectEqual(insert(8, tolerance: .seconds(4)), .none)
    expectEqual(insert(8, tolerance: .seconds(3)), .wake)
    expectEqual(delayed.sleep(), start + .seconds(10))
  }

  @Test("An item can be removed, repeated under its identifier, and all can be removed")
  mutating func removal() {
    let (id, _) = delayed.insert(item(), at: start)
    expectEqual(delayed.count, 1)
    expectEqual(delayed.popDue(at: start)?.id, id)
    expectEqual(delayed.insert(item(), at: start + .seconds(1), id: id), .none)
    expect(delayed.remove(id) != nil)
    expect(delayed.remove(id) == nil)
    _ = insert(2)
    expectEqual(delayed.removeAll().count, 1)
    expectEqual(delayed.count, 0)
  }
}
