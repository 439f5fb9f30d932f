import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("PackQueue")
struct PackQueueTests {
  @Test("Elements leave in the order in which they came, wherever the ring begins and however often it grows")
  func order() {
    var generator = SeededGenerator(seed: 1)
    let queue = PackQueue<String>()
    var expected: [String] = []
    for number in 0..<10_000 {
      if Bool.random(using: &generator), !expected.isEmpty {
        expectEqual(queue.first, expected[0])
        expectEqual(queue.removeFirst(), expected.removeFirst())
      } else {
        queue.append("element \(number)")
        expected.append("element \(number)")
      }
      expectEqual(queue.count, expected.count)
    }
  }

  @Test("An exchange gives the oldest element out, and puts the new one in its place")
  func exchange() {
    let queue = PackQueue<String>()
    for element in ["a", "b", "c"] { queue.append(element) }
    expectEqual(queue.removeFirst(), "a")
    var element = "d"
    queue.exchangeFirst(&element)
    expectEqual(element, "b")
    expectEqual([queue.removeFirst(), queue.removeFirst()], ["d", "c"])
  }

  @Test("An element is released when it has left, and with the queue at the latest")
  func releases() {
    let alive = Box(0)
    do {
      let queue = PackQueue<Counted>()
      for _ in 0..<5 { queue.append(Counted(alive)) }
      expectEqual(alive.value, 5)
      for left in [4, 3] {
        _ = queue.removeFirst()
        expectEqual(alive.value, left)
      }
      for _ in 0..<9 { queue.append(Counted(alive)) }
      do {
        var element = Counted(alive)
        queue.exchangeFirst(&element)
      }
      expectEqual(alive.value, 12)
    }
    expectEqual(alive.value, 0)
  }
}
