import StreamCore
import StreamParts
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("debounceKeepingLast(for:scheduler:options:)")
struct DebounceKeepingLastTests {
  @Test("Before the finish it behaves as debounce does")
  func debounces() {
    let lines = Timeline(typing).run { $0.debounceKeepingLast(for: 1.0, scheduler: $1) }
    expectEqual(lines, ["1.4 Hello", "2.7 HelloCo", "4.2 HelloCombine"])
  }

  @Test("The value that waits is delivered at once before the finish")
  func finish() {
    expect(
      Timeline([0.1: 1, 0.2: 2], end: 0.3).run { $0.debounceKeepingLast(for: 0.5, scheduler: $1) }
        == ["0.3 2", "0.3 finished"])
  }

  @Test("A finish without a waiting value delivers no value again")
  func finishWhileQuiet() {
    expectEqual(
      Timeline([0.1: 1], end: 2).run { $0.debounceKeepingLast(for: 0.5, scheduler: $1) }, ["0.6 1", "2 finished"])
    expectEqual(
      Timeline<Int>([:], end: 2).run { $0.debounceKeepingLast(for: 0.5, scheduler: $1) }, ["2 finished"])
  }

  @Test("A failure drops the value that waits")
  func failure() {
    expect(
      Timeline([0.1: 1], end: 0.2, with: .failure(TestError())).run { $0.debounceKeepingLast(for: 0.5, scheduler: $1) }
        == ["0.2 failure(failure)"])
  }

  @Test("Without demand the value is lost, which is reported with the place, and the finish is not delayed")
  func demand() {
    let site = StreamSite(line: #line + 2)
    let drops = reportedDrops {
      let lines = Timeline([0.1: 1], end: 0.2).run(demand: .none) { $0.debounceKeepingLast(for: 0.5, scheduler: $1) }
      expectEqual(lines, ["0.2 finished"])
    }
    expectEqual(drops, [DropReport(operatorName: "DebounceKeepingLast", reason: .beyondDemand, site: site)])
  }
}
