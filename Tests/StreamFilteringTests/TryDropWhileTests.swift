import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryDrop(while:)")
struct TryDropWhileTests {
  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = [1, 2, 7, 3, 9].publisher.tryDrop { try refuseNine($0) < 5 }.record()
    expectEqual(recorder.values, [7, 3, 9])
    expect(recorder.isFinished)
  }
}
