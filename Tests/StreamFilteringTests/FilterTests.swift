import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("filter")
struct FilterTests {
  @Test("Republishes the elements that satisfy the predicate")
  func values() {
    let recorder = (1...10).publisher.filter { $0.isMultiple(of: 3) }.record()
    expectEqual(recorder.values, [3, 6, 9])
    expect(recorder.isFinished)
  }

  @Test("Holds no state: upstream's subscription goes downstream, and signals that break the rules are passed on")
  func holdsNoState() {
    expectEqual(misbehaviour { $0.filter { _ in true } }, .passedOn)
    expectEqual(names { $0.filter { _ in true } }, NamesReport(subscriber: "Filter", subscription: "Scripted"))
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancel() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    (1...9).publisher.filter { $0 > 3 }.subscribe(recorder)
    expectEqual(recorder.values, [4])
    expect(recorder.completions.isEmpty)
  }

  @Test("Two filters in a row collapse into one, if the context asks for that type")
  func collapses() {
    let once: Publishers.Filter<Publishers.Sequence<ClosedRange<Int>, Never>> =
      (1...20).publisher.filter { $0.isMultiple(of: 2) }.filter { $0.isMultiple(of: 3) }
    expectEqual(once.record().values, [6, 12, 18])
    let asked = Box(0)
    let tried: Publishers.TryFilter<Publishers.Sequence<ClosedRange<Int>, Never>> =
      (1...20).publisher.filter { $0 > 10 }.tryFilter { number in
        asked.increment()
        guard number < 13 else { throw TestError("refused") }
        return true
      }
    let recorder = tried.record()
    expectEqual(recorder.values, [11, 12])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
    expectEqual(asked.value, 3)
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...manyTimes).publisher.filter { $0 == manyTimes }.record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
  }
}
