import StreamCore
import TestSupport
import Testing

@testable import StreamParts

@Suite("ReplayLog")
struct ReplayLogTests {
  private func makeLog(limit: Int, of values: ClosedRange<Int>) -> ReplayLog<Int> {
    var log = ReplayLog<Int>(limit: limit)
    for value in values { log.append(value, stamp: nil) }
    return log
  }

  private func trimmed(_ log: inout ReplayLog<Int>) -> [Int] {
    var released = ReleasedElements<Int>()
    log.trim(into: &released)
    return (released.first.map { [$0] } ?? []) + released.others
  }

  @Test("What has not been offered is kept beyond the limit")
  func queued() {
    var log = makeLog(limit: 2, of: 1...5)
    expectEqual(trimmed(&log), [])
    expectEqual((1...4).map { _ in log.offerNext() }, [1, 2, 3, 4])
    expectEqual(trimmed(&log), [1, 2])
    expectEqual(log.start, 2)
    expectEqual(log.offerNext(), 5)
    expect(log.offerNext() == nil)
    expectEqual(trimmed(&log), [3])
    expectEqual((log.start..<log.end).map { log[$0] }, [4, 5])
  }

  @Test("A new subscriber begins at the newest values, those not offered included")
  func replayStart() {
    var log = makeLog(limit: 2, of: 1...3)
    expectEqual(log.replayStart, 1)
    _ = log.offerNext()
    expectEqual(log.replayStart, 1)
    expectEqual(makeLog(limit: 0, of: 1...3).replayStart, 3)
    expectEqual(makeLog(limit: .max, of: 1...3).replayStart, 0)
  }

  @Test("A pin keeps what its subscriber has to get, until it is removed")
  func pins() {
    var log = makeLog(limit: 1, of: 1...4)
    let (subscriber, other) = (Token(), Token())
    log.pin(1, for: subscriber)
    log.pin(2, for: other)
    for _ in 1...4 { _ = log.offerNext() }
    expectEqual(trimmed(&log), [1])
    log.unpin(subscriber)
    expectEqual(trimmed(&log), [2])
    log.unpin(other)
    expectEqual(trimmed(&log), [3])
    expectEqual(log.firstPin, .max)
  }

  @Test("A limit of zero keeps nothing, and one without bound all")
  func limits() {
    var none = makeLog(limit: 0, of: 1...2)
    for _ in 1...2 { _ = none.offerNext() }
    expectEqual(trimmed(&none), [1, 2])
    var all = makeLog(limit: .max, of: 1...2)
    for _ in 1...2 { _ = all.offerNext() }
    expectEqual(trimmed(&all), [])
  }

  @Test("The stamps of removed elements are removed with them")
  func stamps() {
    var log = ReplayLog<Int>(limit: 9)
    for value in 1...3 { log.append(value, stamp: value * 10) }
    var released = ReleasedElements<Int>()
    log.remove(before: 2, into: &released)
    expectEqual(log.stamp(at: 2) as? Int, 30)
    expectEqual(released.stamps.count, 2)
  }

  private final class Token {}
}
