import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("append on many threads")
struct AppendConcurrencyTests {
  @Test("Futures fulfilled on different threads, in any order, give their values in the order of the chain")
  func futures() {
    for _ in 0..<500 {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let future = { Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let steps = [future(), future(), future(), future()]
      let recorder = steps.dropFirst()
        .reduce(steps[0].eraseToAnyPublisher()) { $0.append($1).eraseToAnyPublisher() }
        .record(demand: .none)
      concurrently(4) { thread in
        recorder.request(.max(1))
        promises.value[thread](.success(thread))
      }
      expectEqual(recorder.values, [0, 1, 2, 3])
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("Demand of other threads while one publisher follows another: each value is delivered once, within the demand")
  func demand() {
    for _ in 0..<200 {
      let recorder = (0..<20).publisher.append(20..<40).append(40..<60).record(demand: .none)
      concurrently(3) { _ in
        for _ in 0..<15 { recorder.request(.max(1)) }
      }
      expectEqual(recorder.values, Array(0..<45))
      expect(recorder.completions.isEmpty)
      recorder.request(.unlimited)
      expectEqual(recorder.values, Array(0..<60))
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("A cancel while one publisher follows another: nothing is delivered afterwards, and nothing retained (rule 5)")
  func cancelAmidTurns() {
    for _ in 0..<300 {
      let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = first.append(second).append(9).record()
        downstream = recorder
        concurrently(3) { thread in
          if thread == 2 { return recorder.cancel() }
          for number in 0..<5 { (thread == 0 ? first : second).send(number) }
          if thread == 0 { first.send(completion: .finished) }
        }
        let count = recorder.values.count
        second.send(7)
        second.send(completion: .finished)
        expectEqual(recorder.values.count, count)
        expect(recorder.completions.isEmpty)
        expectEqual(recorder.overlaps, 0)
        recorder.forget()
      }
      expect(downstream == nil)
    }
  }
}
