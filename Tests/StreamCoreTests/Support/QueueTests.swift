import TestSupport
import Testing

@testable import StreamCore

@Suite("Queue")
struct QueueTests {
  @Test("Returns values in the order of insertion, also while values are added")
  func order() {
    var queue = Queue<Int>()
    var taken: [Int] = []
    for number in 0..<1_000 {
      queue.append(number)
      if number.isMultiple(of: 3) { queue.popFirst().map { taken.append($0) } }
    }
    expectEqual(queue.count, 1_000 - taken.count)
    expectEqual(queue.first, taken.count)
    while let value = queue.popFirst() { taken.append(value) }
    expectEqual(taken, Array(0..<1_000))
    expect(queue.isEmpty)
    expect(queue.first == nil)
  }

  @Test("Gives the memory of a backlog back when it is empty, and keeps that of a short one")
  func memory() {
    // An array doubles its room, and takes what else the allocator gives: 500 values have room for 1,000 at most.
    for (count, isKept) in [(500, true), (100_000, false)] {
      var queue = Queue<Int>()
      for number in 0..<count { queue.append(number) }
      while queue.popFirst() != nil {}
      expectEqual(queue.elements.capacity >= count, isKept)
    }
  }

  @Test("Shows each value by the number of those before it, also after some have been taken")
  func offsets() {
    var queue = Queue<Int>()
    for number in 0..<200 { queue.append(number) }
    for _ in 0..<150 { _ = queue.popFirst() }
    expectEqual((0..<50).map { queue[$0] }, Array(150..<200))
  }

  @Test("Replaces the newest value by another")
  func replacesLast() {
    var queue = Queue<Int>()
    expect(queue.replaceLast(by: 1) == nil)
    expect(queue.isEmpty)
    queue.append(1)
    expectEqual(queue.replaceLast(by: 2), 1)
    queue.append(3)
    expectEqual(queue.popFirst(), 2)
    expectEqual(queue.replaceLast(by: 4), 3)
    expectEqual(queue.popFirst(), 4)
    expect(queue.popFirst() == nil)
  }
}
