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
    #expect(recorder.values == (0..<5_000).map { [$0, $0] })
    #expect(recorder.overlaps == 0)
    #expect(recorder.isFinished)
  }

  @Test("Four inputs on four threads give all tuples under requests for one at a time from a fifth")
  func fourThreads() {
    let publishers = (0..<4).map { _ in Deferred { (0..<1_000).publisher } }
    let recorder = publishers[0].zip(publishers[1], publishers[2], publishers[3]) { [$0, $1, $2, $3] }
      .record(demand: .none)
    concurrently(4) { _ in
      for _ in 0..<250 { recorder.request(.max(1)) }
    }
    #expect(recorder.values == (0..<1_000).map { [$0, $0, $0, $0] })
    #expect(recorder.overlaps == 0)
    #expect(recorder.isFinished)
  }

  @Test("Futures fulfilled on different threads give their one pair, a thousand times over")
  func futures() {
    for round in 0..<1_000 {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let future = { Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let pair = future().zip(future()) { [$0, $1] }.record()
      concurrently(2) { promises.value[$0](.success(round)) }
      #expect(pair.values == [[round, round]])
      #expect(pair.isFinished)
    }
  }

  @Test("Three Futures fulfilled on different threads give their one tuple, a thousand times over")
  func threeFutures() {
    for round in 0..<1_000 {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let future = { Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let triple = future().zip(future(), future()) { [$0, $1, $2] }.record()
      concurrently(3) { promises.value[$0](.success(round)) }
      #expect(triple.values == [[round, round, round]])
      #expect(triple.isFinished)
    }
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
      #expect(pairs == (0..<5).prefix(pairs.count).map { [$0, $0] })
      #expect(recorder.overlaps == 0)
      if isFailure {
        #expect(recorder.failure == TestError())
      } else {
        // A finish comes after all that was queued; a failure may overtake it.
        #expect(pairs.count == 5)
        #expect(recorder.isFinished)
      }
    }
  }

  @Test("A cancel during deliveries releases everything, and nothing is delivered afterwards (rule 5)")
  func cancelAmidValues() {
    for _ in 0..<300 {
      let sides = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      weak var downstream: RecordingSubscriber<[Int], Never>?
      do {
        let recorder = sides[0].zip(sides[1]) { [$0, $1] }.record()
        downstream = recorder
        concurrently(3) { thread in
          if thread == 2 { return recorder.cancel() }
          for number in 0..<20 { sides[thread].send(number) }
        }
        let count = recorder.values.count
        for side in sides { side.send(99) }
        #expect(recorder.values.count == count)
        #expect(recorder.completions.isEmpty)
        #expect(recorder.overlaps == 0)
        recorder.forget()
      }
      #expect(downstream == nil)
    }
  }
}
