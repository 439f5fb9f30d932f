import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryRemoveDuplicates")
struct TryRemoveDuplicatesTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Leaves out duplicates by the closure; an element at which the closure throws is not delivered")
  func values() {
    let recorder = [1, 1, 2, 2, 5, 6].publisher.tryRemoveDuplicates { previous, next in
      guard next != 5 else { throw TestError("refused") }
      return previous == next
    }.record()
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryRemoveDuplicates { $0 == $1 }.record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(3))
    expectEqual(upstream.send(1), .max(1))
    expectEqual(recorder.values, [1])
  }
}
