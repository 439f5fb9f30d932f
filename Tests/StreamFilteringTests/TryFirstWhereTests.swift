import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryFirst(where:)")
struct TryFirstWhereTests {
  @Test("Republishes the first match, then finishes")
  func values() {
    let recorder = [1, 7, 9].publisher.tryFirst { try refuseNine($0) > 5 }.record()
    expectEqual(recorder.values, [7])
    expect(recorder.isFinished)
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = [1, 2].publisher.tryFirst { try refuseNine($0) > 5 }.record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }
}
