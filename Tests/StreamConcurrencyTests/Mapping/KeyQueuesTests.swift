import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("KeyQueues")
struct KeyQueuesTests {
  private var queues = KeyQueues<Int>()

  private func job(_ number: Int, key: Int) -> ClosureJob<Int> { ClosureJob(input: number, index: number, key: key) }

  @Test("The next value of a key becomes ready when the one before leaves; those of other keys enter at once")
  func enters() {
    var queues = queues
    for key in [1, 1, 1, 2] { queues.announce(key) }
    let entered = [(1, 1), (2, 1), (3, 1), (4, 2)].map { queues.enter(job($0.0, key: $0.1), $0.1) }
    expectEqual(entered, [true, false, false, true])
    expect(queues.popReady() == nil)
    queues.leave(1)
    expectEqual(queues.popReady()?.input, 2)
    expect(queues.popReady() == nil && queues.takeUnused().isEmpty)
    queues.leave(2)
    queues.leave(1)
    expectEqual(queues.popReady()?.input, 3)
    expectEqual(queues.takeUnused(), [2])
    expectEqual(queues.takeUnused(), [])
    queues.leave(1)
    expect(queues.popReady() == nil && queues.queues.isEmpty)
    expectEqual(queues.takeUnused(), [1])
  }

  @Test("A key is used while a value of it waits for its permit, and free if none of it runs")
  func waitsForPermit() {
    var queues = queues
    queues.announce(1)
    queues.announce(1)
    let first = queues.enter(job(1, key: 1), 1)
    queues.leave(1)
    expect(first && queues.popReady() == nil)
    expectEqual(queues.takeUnused(), [])
    let second = queues.enter(job(2, key: 1), 1)
    expect(second)
  }

  @Test("A key that is announced again is not unused")
  func announcedAgain() {
    var queues = queues
    queues.announce(1)
    _ = queues.enter(job(1, key: 1), 1)
    queues.leave(1)
    queues.announce(1)
    expectEqual(queues.takeUnused(), [])
  }

  @Test("A value that leaves after the end, when the queues are gone, changes nothing")
  func leavesLate() {
    var queues = queues
    queues.leave(1)
    expect(queues.queues.isEmpty && queues.takeUnused().isEmpty)
  }

  @Test("Equal keys have one number, until they are forgotten")
  func numbers() {
    var numbers = KeyNumbers<String>()
    let given = ["a", "b", "a"].map { numbers.number(of: $0) }
    expectEqual(given, [1, 2, 1])
    let forgotten = numbers.forget([1, 7])
    expectEqual(forgotten, ["a"])
    expectEqual([numbers.numbers, ["b": 2]], [["b": 2], ["b": 2]])
    expectEqual(numbers.keys, [2: "b"])
    let again = numbers.number(of: "a")
    expectEqual(again, 3)
  }
}
