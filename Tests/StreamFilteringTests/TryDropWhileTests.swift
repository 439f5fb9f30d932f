import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryDrop(while:)")
struct TryDropWhileTests {
  /// Throws at nine.
  private static let refusing: @Sendable (Int) throws -> Int = { number in
    guard number != 9 else { throw TestError("refused") }
    return number
  }

  @Test("Leaves out elements while the closure returns true, and passes all that follow")
  func values() {
    let recorder = [1, 2, 7, 3, 9].publisher.tryDrop { try Self.refusing($0) < 5 }.record()
    expectEqual(recorder.values, [7, 3, 9])
    expect(recorder.isFinished)
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryDrop { $0 < 5 }.record(demand: .max(1))
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(7), .none)
    expectEqual(recorder.values, [7])
  }
}
