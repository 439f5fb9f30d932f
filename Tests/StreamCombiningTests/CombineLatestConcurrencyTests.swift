import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("combineLatest on many threads")
struct CombineLatestConcurrencyTests {
  @Test("Each pair is one step further than the last, none is lost, and the last has the last elements (rule 3)")
  func steps() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    let recorder = a.combineLatest(b) { [$0, $1] }.record()
    concurrently(2) { thread in
      let side = thread == 0 ? a : b
      for number in 1...5_000 { side.send(number) }
      side.send(completion: .finished)
    }
    let values = recorder.values
    expectEqual(values.first, [0, 0])
    expectEqual(values.last, [5_000, 5_000])
    expectEqual(values.count, 10_001)
    expect(zip(values, values.dropFirst()).allSatisfy { $1[0] + $1[1] == $0[0] + $0[1] + 1 && $1[0] >= $0[0] })
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test(
    "Demand, values and completions from different threads: values stay within the demand, and the last pair arrives")
  func everythingAtOnce() {
    for _ in 0..<300 {
      let a = CurrentValueSubject<Int, Never>(0)
      let b = CurrentValueSubject<Int, Never>(0)
      let recorder = a.combineLatest(b) { $0 + $1 }.record(demand: .none)
      concurrently(3) { thread in
        if thread == 2 {
          for _ in 0..<10 { recorder.request(.max(1)) }
        } else {
          for number in 1...20 { (thread == 0 ? a : b).send(number) }
        }
      }
      expect(recorder.values.count <= 10)
      recorder.request(.unlimited)
      for side in [a, b] { side.send(completion: .finished) }
      expectEqual(recorder.values, recorder.values.sorted())
      // A subject keeps the latest for a subscriber that has not asked; so nothing newer than the last is lost.
      expectEqual(recorder.values.last, 40)
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }
}
