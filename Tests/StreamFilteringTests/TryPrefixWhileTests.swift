import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryPrefix(while:)")
struct TryPrefixWhileTests {
  @Test("Republishes elements while the closure returns true, then finishes without the next")
  func values() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryPrefix { try refuseNine($0) < 5 }.record()
    for number in [1, 2, 7] { upstream.send(number) }
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(upstream.cancelCount, 1)
  }
}
