import StreamCore
import Testing

@Suite("Queue")
struct QueueTests {
  @Test("Gives values in the order in which they came, while others come")
  func order() {
    var queue = Queue<Int>()
    var taken: [Int] = []
    for number in 0..<1_000 {
      queue.append(number)
      if number.isMultiple(of: 3) { queue.popFirst().map { taken.append($0) } }
    }
    #expect(queue.count == 1_000 - taken.count)
    #expect(queue.first == taken.count)
    while let value = queue.popFirst() { taken.append(value) }
    #expect(taken == Array(0..<1_000))
    #expect(queue.isEmpty)
    #expect(queue.first == nil)
  }

  @Test("Gives the newest value up for another")
  func replacesLast() {
    var queue = Queue<Int>()
    #expect(queue.replaceLast(by: 1) == nil)
    #expect(queue.isEmpty)
    queue.append(1)
    #expect(queue.replaceLast(by: 2) == 1)
    queue.append(3)
    #expect(queue.popFirst() == 2)
    #expect(queue.replaceLast(by: 4) == 3)
    #expect(queue.popFirst() == 4)
    #expect(queue.popFirst() == nil)
  }
}
