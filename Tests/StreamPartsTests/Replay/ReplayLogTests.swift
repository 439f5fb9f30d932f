import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("ReplayLog")
struct ReplayLogTests {
  private func makeLog(limit: Int, of values: ClosedRange<Int>) -> ReplayLog<Int> {
    var log = ReplayLog<Int>(limit: limit)
    for value in values { log.append(value) }
    return log
  }

  private func trimmed(_ log: inout ReplayLog<Int>) -> [Int] {
    var removed: [Int] = []
    while let element = log.popExcess() { removed.append(element) }
    return removed
  }

  @Test("The oldest elements over the limit are removed, and positions stay")
  func positions() {
    var log = makeLog(limit: 2, of: 1...5)
    expectEqual(log.replayStart, 3)
    expectEqual(trimmed(&log), [1, 2, 3])
    expectEqual((log.start, log.end) == (3, 5), true)
    expectEqual((2...4).map { log[$0] }, [nil, 4, 5])
    expectEqual(log.replayStart, 3)
  }

  @Test("A limit of zero keeps nothing, and one without bound all")
  func limits() {
    var none = makeLog(limit: 0, of: 1...2)
    expectEqual(none.replayStart, 2)
    expectEqual(trimmed(&none), [1, 2])
    expectEqual((none.start, none.end) == (2, 2), true)
    var all = makeLog(limit: .max, of: 1...2)
    expectEqual(all.replayStart, 0)
    expectEqual(trimmed(&all), [])
  }

  @Test("The oldest element is removed with its stamp, unless another thread has removed it")
  func stamps() {
    var log = ReplayLog<Int>(limit: 9)
    expect(log.oldest == nil)
    for value in 1...3 {
      log.append(value)
      log.append(stamp: value * 10)
    }
    expectEqual(log.oldest?.position, 0)
    expectEqual(log.pop(at: 0), 1)
    expectEqual(log.takeOldStamps() as? [Int], [10])
    expect(log.takeOldStamps().isEmpty)
    expect(log.pop(at: 0) == nil)
    expectEqual(log.oldest?.stamp as? Int, 20)
  }
}
