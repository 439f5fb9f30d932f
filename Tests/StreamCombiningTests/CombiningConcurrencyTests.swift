import StreamCombining
import StreamCore
import TestSupport
import Testing

/// An operator of several inputs that may all be active at once.
enum CombiningOperator: CaseIterable {
  case merge, zip, combineLatest

  /// Its values are lists of elements, for `merge` of one each.
  func callAsFunction<Upstream: Publisher<Int, Failure>, Failure: Error>(
    _ inputs: [Upstream]
  ) -> AnyPublisher<[Int], Failure> {
    switch self {
    case .merge: AnyPublisher(Publishers.Map(upstream: Publishers.MergeMany(inputs)) { [$0] })
    case .zip: SidesOperator.zip(inputs)
    case .combineLatest: SidesOperator.combineLatest(inputs)
    }
  }
}

@Suite("What merge, zip and combineLatest have in common on many threads")
struct CombiningConcurrencyTests {
  @Test(
    "Futures fulfilled on different threads give all their values",
    arguments: CombiningOperator.allCases, [2, 3])
  func futures(combine: CombiningOperator, count: Int) {
    for round in 0..<repetitions(200, full: 1_000) {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let futures = (0..<count).map { _ in
        Future<Int, TestError> { promise in promises.update { $0.append(promise) } }
      }
      let recorder = combine(futures).record()
      let expected = (0..<count).map { round * count + $0 }
      concurrently(count) { promises.value[$0](.success(round * count + $0)) }
      expect(combine == .merge ? recorder.values.flatMap(\.self).sorted() == expected : recorder.values == [expected])
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  // A zip may finish before the failure.
  @Test(
    "When one input finishes and one fails while others send, the failure is delivered once, and last",
    arguments: [CombiningOperator.merge, .combineLatest])
  func mixedEnds(combine: CombiningOperator) {
    for _ in 0..<300 {
      let subjects = (0..<3).map { CurrentValueSubject<Int, TestError>($0) }
      let recorder = combine(subjects).record()
      concurrently(3) { thread in
        for number in 0..<10 { subjects[thread].send(number) }
        if thread == 0 { subjects[0].send(completion: .finished) }
        if thread == 1 { subjects[1].send(completion: .failure(TestError())) }
      }
      expectEqual(recorder.failure, TestError())
      expectEqual(recorder.completions.count, 1)
      expectEqual(recorder.overlaps, 0)
      if case .failure = recorder.events.last {} else { Issue.record("A signal came after the failure.") }
    }
  }

  @Test(
    "A cancel during deliveries releases everything, and nothing is delivered afterwards (rule 5)",
    arguments: CombiningOperator.allCases)
  func cancelAmidValues(combine: CombiningOperator) {
    for _ in 0..<300 {
      let subjects = (0..<2).map { CurrentValueSubject<Int, Never>($0) }
      weak var downstream: RecordingSubscriber<[Int], Never>?
      do {
        let recorder = combine(subjects).record()
        downstream = recorder
        concurrently(3) { thread in
          if thread == 2 { return recorder.cancel() }
          for number in 0..<20 { subjects[thread].send(number) }
        }
        let count = recorder.values.count
        for subject in subjects { subject.send(99) }
        expectEqual(recorder.values.count, count)
        expect(recorder.completions.isEmpty)
        expectEqual(recorder.overlaps, 0)
        recorder.forget()
      }
      expect(downstream == nil)
    }
  }
}
