import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("zip on many threads")
struct ZipConcurrencyTests {
  @Test("Inputs sent to from different threads give all pairs, in order (rule 3)")
  func twoThreads() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.zip(b) { [$0, $1] }.record()
    concurrently(2) { thread in
      let side = thread == 0 ? a : b
      for number in 0..<5_000 { side.send(number) }
      side.send(completion: .finished)
    }
    expectEqual(recorder.values, (0..<5_000).map { [$0, $0] })
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Four inputs on four threads give all tuples under requests for one at a time from a fifth")
  func fourThreads() {
    let publishers = (0..<4).map { _ in Deferred { (0..<1_000).publisher } }
    let recorder = publishers[0].zip(publishers[1], publishers[2], publishers[3]) { [$0, $1, $2, $3] }
      .record(demand: .none)
    concurrently(4) { _ in
      for _ in 0..<250 { recorder.request(.max(1)) }
    }
    expectEqual(recorder.values, (0..<1_000).map { [$0, $0, $0, $0] })
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test(
    "When one input ends while the other delivers, what arrived is paired, and one completion follows",
    arguments: [true, false])
  func endAmidValues(isFailure: Bool) {
    for _ in 0..<300 {
      let a = PassthroughSubject<Int, TestError>()
      let b = PassthroughSubject<Int, TestError>()
      let recorder = a.zip(b) { [$0, $1] }.record()
      for number in 0..<5 { a.send(number) }
      concurrently(2) { thread in
        if thread == 0 { return a.send(completion: isFailure ? .failure(TestError()) : .finished) }
        for number in 0..<20 { b.send(number) }
      }
      let pairs = recorder.values
      expectEqual(pairs, (0..<5).prefix(pairs.count).map { [$0, $0] })
      expectEqual(recorder.overlaps, 0)
      if isFailure {
        expectEqual(recorder.failure, TestError())
      } else {
        // A finish comes after all that was queued; a failure may overtake it.
        expectEqual(pairs.count, 5)
        expect(recorder.isFinished)
      }
    }
  }
}
