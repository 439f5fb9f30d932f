import StreamCore
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
    #expect(trimmed(&log) == [])
    #expect((1...4).map { _ in log.offerNext() } == [1, 2, 3, 4])
    #expect(trimmed(&log) == [1, 2])
    #expect(log.start == 2)
    #expect(log.offerNext() == 5)
    #expect(log.offerNext() == nil)
    #expect(trimmed(&log) == [3])
    #expect((log.start..<log.end).map { log[$0] } == [4, 5])
  }

  @Test("A new subscriber begins at the newest values, those not offered included")
  func replayStart() {
    var log = makeLog(limit: 2, of: 1...3)
    #expect(log.replayStart == 1)
    _ = log.offerNext()
    #expect(log.replayStart == 1)
    #expect(makeLog(limit: 0, of: 1...3).replayStart == 3)
    #expect(makeLog(limit: .max, of: 1...3).replayStart == 0)
  }

  @Test("A pin keeps what its subscriber has to get, until it is removed")
  func pins() {
    var log = makeLog(limit: 1, of: 1...4)
    let (subscriber, other) = (Token(), Token())
    log.pin(1, for: subscriber)
    log.pin(2, for: other)
    for _ in 1...4 { _ = log.offerNext() }
    #expect(trimmed(&log) == [1])
    log.unpin(subscriber)
    #expect(trimmed(&log) == [2])
    log.unpin(other)
    #expect(trimmed(&log) == [3])
    #expect(log.firstPin == .max)
  }

  @Test("A limit of zero keeps nothing, and one without bound all")
  func limits() {
    var none = makeLog(limit: 0, of: 1...2)
    for _ in 1...2 { _ = none.offerNext() }
    #expect(trimmed(&none) == [1, 2])
    var all = makeLog(limit: .max, of: 1...2)
    for _ in 1...2 { _ = all.offerNext() }
    #expect(trimmed(&all) == [])
  }

  @Test("The stamps of removed elements are removed with them")
  func stamps() {
    var log = ReplayLog<Int>(limit: 9)
    for value in 1...3 { log.append(value, stamp: value * 10) }
    var released = ReleasedElements<Int>()
    log.remove(before: 2, into: &released)
    #expect(log.stamp(at: 2) as? Int == 30)
    #expect(released.stamps.count == 2)
  }

  private final class Token {}
}
