import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("switchToLatest on many threads")
struct SwitchToLatestConcurrencyTests {
  @Test("Publishers that send while they are replaced: none delivers after a later one, and nothing overlaps")
  func switchesAmidValues() {
    for _ in 0..<200 {
      let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
      let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = outer.switchToLatest().record()
      concurrently(5) { thread in
        if thread == 4 {
          for subject in subjects { outer.send(subject) }
        } else {
          for number in 0..<20 { subjects[thread].send(thread * 100 + number) }
        }
      }
      let values = recorder.values
      expectEqual(values, values.sorted())
      expectEqual(recorder.overlaps, 0)
      // The last one is heard in full from now on.
      subjects[3].send(999)
      expectEqual(recorder.values.last, 999)
      outer.send(completion: .finished)
      subjects[3].send(completion: .finished)
      expect(recorder.isFinished)
    }
  }

  @Test("A publisher that is not replaced delivers all its values, whatever the demand", arguments: [true, false])
  func demandFromOtherThreads(isUnlimited: Bool) {
    for _ in 0..<100 {
      let outer = PassthroughSubject<Publishers.Sequence<Range<Int>, Never>, Never>()
      let recorder = outer.switchToLatest().record(demand: .none)
      concurrently(3) { thread in
        if thread == 0 {
          outer.send((0..<100).publisher)
          outer.send(completion: .finished)
        } else if isUnlimited {
          recorder.request(.unlimited)
        } else {
          for _ in 0..<50 { recorder.request(.max(1)) }
        }
      }
      expectEqual(recorder.values, Array(0..<100))
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("Futures fulfilled on different threads: the value of the last one is delivered")
  func futures() {
    for _ in 0..<repetitions(200, full: 1_000) {
      let promises = Box<[Future<Int, Never>.Promise]>([])
      let futures = (0..<3).map { _ in Future<Int, Never> { promise in promises.update { $0.append(promise) } } }
      let outer = PassthroughSubject<Future<Int, Never>, Never>()
      let recorder = outer.switchToLatest().record()
      concurrently(4) { thread in
        if thread < 3 { return promises.value[thread](.success(thread)) }
        for future in futures { outer.send(future) }
        outer.send(completion: .finished)
      }
      expectEqual(recorder.values.last, 2)
      expectEqual(recorder.values, recorder.values.sorted())
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("When upstream and the latest publisher fail at once, one failure is delivered, and last")
  func failures() {
    for _ in 0..<300 {
      let outer = PassthroughSubject<PassthroughSubject<Int, TestError>, TestError>()
      let inner = PassthroughSubject<Int, TestError>()
      let recorder = outer.switchToLatest().record()
      outer.send(inner)
      concurrently(2) { thread in
        if thread == 0 { return outer.send(completion: .failure(TestError("outer"))) }
        for number in 0..<10 { inner.send(number) }
        inner.send(completion: .failure(TestError("inner")))
      }
      expect(["outer", "inner"].contains(recorder.failure?.name))
      expectEqual(recorder.completions.count, 1)
      expectEqual(recorder.overlaps, 0)
      if case .failure = recorder.events.last {} else { Issue.record("A signal came after the failure.") }
    }
  }

  @Test("A cancel during values and switches releases everything, and nothing is delivered afterwards (rule 5)")
  func cancelAmidValues() {
    for _ in 0..<300 {
      let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = outer.switchToLatest().record()
        downstream = recorder
        concurrently(4) { thread in
          switch thread {
          case 0: for round in 0..<10 { outer.send(subjects[round % 2]) }
          case 3: recorder.cancel()
          default: for number in 0..<20 { subjects[thread - 1].send(number) }
          }
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
