import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("tryFilter")
struct TryFilterTests {
  @Test("Republishes the elements that satisfy the predicate")
  func values() {
    let recorder = (1...8).publisher.tryFilter { try refuseNine($0).isMultiple(of: 3) }.record()
    expectEqual(recorder.values, [3, 6])
    expect(recorder.isFinished)
  }

  @Test("Two filters in a row collapse into one, if the context asks for that type")
  func collapses() {
    typealias Once = Publishers.TryFilter<Publishers.Sequence<ClosedRange<Int>, Never>>
    let once: Once = (1...20).publisher.tryFilter { try refuseNine($0) > 2 }.filter { $0 < 6 }
    let recorder = once.record()
    expectEqual(recorder.values, [3, 4, 5])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
    let twice: Once = (1...8).publisher.tryFilter { try refuseNine($0) > 2 }.tryFilter { number in
      guard number < 5 else { throw TestError("second") }
      return true
    }
    let second = twice.record()
    expectEqual(second.values, [3, 4])
    expectEqual(second.failure as? TestError, TestError("second"))
  }
}
