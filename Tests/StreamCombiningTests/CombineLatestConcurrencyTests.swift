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
    #expect(values.first == [0, 0])
    #expect(values.last == [5_000, 5_000])
    #expect(values.count == 10_001)
    #expect(zip(values, values.dropFirst()).allSatisfy { $1[0] + $1[1] == $0[0] + $0[1] + 1 && $1[0] >= $0[0] })
    #expect(recorder.overlaps == 0)
    #expect(recorder.isFinished)
  }

  @Test("Futures fulfilled on different threads give their one tuple, a thousand times over")
  func futures() {
    for round in 0..<1_000 {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let future = { Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let recorder = future().combineLatest(future(), future()) { [$0, $1, $2] }.record()
      concurrently(3) { promises.value[$0](.success(round)) }
      #expect(recorder.values == [[round, round, round]])
      #expect(recorder.isFinished)
    }
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
      #expect(recorder.values.count <= 10)
      recorder.request(.unlimited)
      for side in [a, b] { side.send(completion: .finished) }
      #expect(recorder.values == recorder.values.sorted())
      // A subject keeps the latest for a subscriber that has not asked; so nothing newer than the last is lost.
      #expect(recorder.values.last == 40)
      #expect(recorder.overlaps == 0)
      #expect(recorder.isFinished)
    }
  }

  @Test("When one input finishes and one fails while others send, the failure is delivered once, and last")
  func mixedEnds() {
    for _ in 0..<300 {
      let subjects = (0..<3).map { CurrentValueSubject<Int, TestError>($0) }
      let recorder = subjects[0].combineLatest(subjects[1], subjects[2]).record()
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
      let subjects = (0..<2).map { CurrentValueSubject<Int, Never>($0) }
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = subjects[0].combineLatest(subjects[1]) { $0 + $1 }.record()
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
