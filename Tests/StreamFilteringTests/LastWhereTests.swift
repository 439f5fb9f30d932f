import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("last(where:)")
struct LastWhereTests {
  @Test("Republishes the last match once upstream has finished")
  func values() {
    let recorder = ["hello", "world", "fini", "abc"].publisher.last { $0.count > 3 }.record()
    expectEqual(recorder.values, ["fini"])
    expect(recorder.isFinished)
  }

  @Test("Without a match it finishes without a value")
  func noMatch() {
    let recorder = ["a", "b"].publisher.last { $0.count > 3 }.record(demand: .none)
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }
}
