import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("The room of a broadcast's subscribers")
struct BranchMeasureTests {
  typealias Policy = BufferPolicy<Int, Never>

  @Test("A queue has room for its size without what waits there, whatever is asked for", arguments: [0, 1, .max])
  func queue(waiting: Int) {
    for size in [1, 2, .max] {
      let measure = Policy.branch(size, .suspend).measure(waiting, .max(5))
      expectEqual([measure.room, measure.waiting], [size - waiting, waiting])
    }
  }

  @Test("Without a queue there is room for what is asked for, and nothing counts as waiting")
  func withoutQueue() {
    let policy = Policy.branch(0, .suspend)
    expectEqual(policy.measure(0, .none).room, 0)
    expectEqual(policy.measure(1, .max(3)).room, 2)
    expectEqual(policy.measure(1, .unlimited).room, .max - 1)
    expectEqual(policy.measure(1, .max(3)).waiting, 0)
  }

  @Test(
    "The fullest and the longest queue count, and once one is full enough the others do not; without any there is room")
  func rooms() {
    let rooms = BranchRooms()
    expectEqual(rooms.measure().room, .max)
    var calls = 0
    let branches = [(3, 1), (1, 4), (2, 0)].map { measure in
      BranchRoom {
        calls += 1
        return measure
      }
    }
    for branch in branches { rooms.add(branch) }
    let whole = rooms.measure(above: .min)
    expectEqual([whole.room, whole.waiting], [1, 4])
    calls = 0
    expectEqual(rooms.measure(above: 1).room, 1)
    expectEqual(rooms.measure(above: 1).room, 1)
    // Up to the full one first, and then that one alone: it is remembered.
    expectEqual(calls, 4)
    rooms.remove(branches[1])
    expectEqual(rooms.measure(above: 1).room, 2)
    rooms.removeAll()
    expect(rooms.isEmpty)
  }
}
