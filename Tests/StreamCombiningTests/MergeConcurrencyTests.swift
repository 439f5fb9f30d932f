import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("merge on many threads")
struct MergeConcurrencyTests {
  @Test("Nothing is lost, repeated or out of its publisher's order, and deliveries do not overlap (rule 3)")
  func nothingIsLost() {
    let subjects = (0..<6).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Publishers.MergeMany(subjects).record()
    concurrently(6) { thread in
      for number in 0..<2_000 { subjects[thread].send(thread * 10_000 + number) }
      subjects[thread].send(completion: .finished)
    }
    for thread in 0..<6 {
      let values = recorder.values.filter { $0 / 10_000 == thread }
      #expect(values == (0..<2_000).map { thread * 10_000 + $0 })
    }
    #expect(recorder.values.count == 12_000)
    #expect(recorder.overlaps == 0)
    #expect(recorder.isFinished)
  }

  @Test("Futures fulfilled on different threads give their values, a thousand times over")
  func futures() {
    for round in 0..<1_000 {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let future = { Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let recorder = future().merge(with: future(), future()).record()
      concurrently(3) { promises.value[$0](.success(round * 3 + $0)) }
      #expect(recorder.values.sorted() == (0..<3).map { round * 3 + $0 })
      #expect(recorder.overlaps == 0)
      #expect(recorder.isFinished)
    }
  }

  @Test("Demand of many threads is served once each (rules 2 and 3)")
  func requests() {
    let recorder = Publishers.MergeMany((0..<4).map { ($0 * 1_000..<$0 * 1_000 + 1_000).publisher })
      .record(demand: .none)
    concurrently(4) { _ in
      for _ in 0..<500 { recorder.request(.max(1)) }
    }
    #expect(recorder.values.count == 2_000)
    recorder.request(.unlimited)
    #expect(recorder.values.sorted() == Array(0..<4_000))
    #expect(recorder.overlaps == 0)
    #expect(recorder.isFinished)
  }

  @Test("When one input finishes and one fails while others send, the failure is delivered once, and last")
  func mixedEnds() {
    for _ in 0..<300 {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestError>() }
      let recorder = Publishers.MergeMany(subjects).record()
      concurrently(3) { thread in
        for number in 0..<10 { subjects[thread].send(number) }
        if thread == 0 { subjects[0].send(completion: .finished) }
        if thread == 1 { subjects[1].send(completion: .failure(TestError())) }
      }
      #expect(recorder.failure == TestError())
      #expect(recorder.completions.count == 1)
      #expect(recorder.overlaps == 0)
      if case .failure = recorder.events.last {} else { Issue.record("A signal came after the failure.") }
    }
  }

  @Test("A cancel during deliveries releases everything, and nothing is delivered afterwards (rule 5)")
  func cancelAmidValues() {
    for _ in 0..<300 {
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = subjects[0].merge(with: subjects[1], subjects[0]).record()
        downstream = recorder
        concurrently(3) { thread in
          if thread == 2 { return recorder.cancel() }
          for number in 0..<20 { subjects[thread].send(number) }
        }
        let count = recorder.values.count
        for subject in subjects { subject.send(99) }
        #expect(recorder.values.count == count)
        #expect(recorder.completions.isEmpty)
        #expect(recorder.overlaps == 0)
        recorder.forget()
      }
      #expect(downstream == nil)
    }
  }
}
