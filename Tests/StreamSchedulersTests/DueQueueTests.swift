import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("The queue of scheduled work and its times")
struct DueQueueTests {
  private var queue = DueQueue<Int, String>()

  /// Takes all that is due.
  private mutating func due(at now: Int) -> [String] {
    var works: [String] = []
    while let (_, _, work) = queue.popDue(at: now) { works.append(work) }
    return works
  }

  @Test("Work comes out in the order of its times, and for equal times in the order of insertion")
  mutating func order() {
    for (work, time) in [("c", 3), ("a", 1), ("d", 3), ("b", 2), ("e", 3)] {
      _ = queue.insert(work, at: time, until: time)
    }
    expectEqual(queue.earliest, 1)
    expectEqual(due(at: 0), [])
    expectEqual(due(at: 2), ["a", "b"])
    expectEqual(queue.earliest, 3)
    expectEqual(due(at: 9), ["c", "d", "e"])
    expect(queue.earliest == nil)
    expectEqual(queue.count, 0)
  }

  @Test("Removed work does not come out, and the earliest time is that of the remaining work")
  mutating func removal() {
    let first = queue.insert("first", at: 1, until: 1)
    let second = queue.insert("second", at: 2, until: 2)
    let third = queue.insert("third", at: 3, until: 3)
    expectEqual(queue.remove(second), "second")
    expectEqual(queue.earliest, 1)
    expectEqual(queue.remove(first), "first")
    expect(queue.remove(first) == nil)
    expectEqual(queue.earliest, 3)
    expectEqual(due(at: 5), ["third"])
    expect(queue.remove(third) == nil)
  }

  @Test("What remains of much work that is removed comes out in its order")
  mutating func manyRemovals() {
    let ids = (0..<300).map { queue.insert("\($0)", at: 300 - $0, until: 300 - $0) }
    for (number, id) in ids.enumerated() where number % 50 != 0 { expectEqual(queue.remove(id), "\(number)") }
    expectEqual(queue.count, 6)
    expectEqual(due(at: 300), ["250", "200", "150", "100", "50", "0"])
  }

  @Test("Work that is inserted again can be removed by the same token")
  mutating func repetition() {
    let id = queue.insert("again", at: 1, until: 1)
    let popped = queue.popDue(at: 1)
    expectEqual(popped?.id, id)
    expectEqual(popped?.time, 1)
    queue.insert("again", at: 2, until: 2, id: id)
    expectEqual(due(at: 1), [])
    expectEqual(queue.remove(id), "again")
    expect(queue.earliest == nil)
  }

  @Test("Work with tolerance waits for the last work that is due before any is too late")
  mutating func tolerance() {
    expect(queue.wakeTime == nil)
    _ = queue.insert("a", at: 10, until: 60)
    expectEqual(queue.wakeTime, 10)
    let later = queue.insert("b", at: 15, until: 65)
    expectEqual(queue.wakeTime, 15)
    _ = queue.insert("c", at: 70, until: 70)
    expectEqual(queue.wakeTime, 15)
    _ = queue.insert("d", at: 60, until: 60)
    expectEqual(queue.wakeTime, 60)
    _ = queue.insert("e", at: 12, until: 14)
    expectEqual(queue.wakeTime, 12)
    expectEqual(due(at: 12), ["a", "e"])
    expectEqual(queue.remove(later), "b")
    expectEqual(queue.wakeTime, 60)
    expectEqual(due(at: 60), ["d"])
    expectEqual(queue.wakeTime, 70)
  }

  @Test("Any sequence of adding, taking and removing gives the same result as a sorted list", arguments: 0..<20)
  mutating func agreesWithList(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var list: [(time: Int, latest: Int, id: Int)] = []
    for _ in 0..<1_000 {
      switch random(4) {
      case 0 where !list.isEmpty:
        let removed = list.remove(at: random(list.count))
        expectEqual(queue.remove(removed.id), "\(removed.time)")
      case 1:
        let now = random(100)
        let expected = list.filter { $0.time <= now }.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        list.removeAll { $0.time <= now }
        expectEqual(due(at: now), expected.map { "\($0.time)" })
      default:
        let time = random(100)
        let latest = time + random(3) * random(30)
        list.append((time, latest, queue.insert("\(time)", at: time, until: latest)))
      }
      let limit = list.map(\.latest).min()
      expectEqual(queue.wakeTime, limit.flatMap { limit in list.map(\.time).filter { $0 <= limit }.max() })
      expectEqual(queue.earliest, list.map(\.time).min())
      expectEqual(queue.count, list.count)
    }
  }
}
