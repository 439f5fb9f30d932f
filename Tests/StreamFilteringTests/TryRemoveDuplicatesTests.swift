import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryRemoveDuplicates")
struct TryRemoveDuplicatesTests {
  @Test("Leaves out duplicates by the closure; an element at which the closure throws is not delivered")
  func values() {
    let recorder = [1, 1, 2, 2, 5, 6].publisher.tryRemoveDuplicates { previous, next in
      guard next != 5 else { throw TestError("refused") }
      return previous == next
    }.record()
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
  }
}
