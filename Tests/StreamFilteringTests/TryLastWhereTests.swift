import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryLast(where:)")
struct TryLastWhereTests {
  @Test("Republishes the last match once upstream has finished")
  func values() {
    let recorder = [1, 7, 8, 2].publisher.tryLast { try refuseNine($0) > 5 }.record()
    expectEqual(recorder.values, [8])
    expect(recorder.isFinished)
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = [1, 2].publisher.tryLast { try refuseNine($0) > 5 }.record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }
}
