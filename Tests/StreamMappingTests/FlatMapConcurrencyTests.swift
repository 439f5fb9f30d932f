import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("flatMap on many threads")
struct FlatMapConcurrencyTests {
  private struct Item: Equatable {
    var thread: Int
    var number: Int
  }

  @Test("Eight threads that send at once lose and repeat nothing, and deliveries never overlap (rule 3)")
  func nothingIsLost() {
    let subjects = (0..<8).map { _ in PassthroughSubject<Item, Never>() }
    let recorder = (0..<8).publisher.flatMap { subjects[$0] }.record()
    concurrently(8) { thread in
      for number in 0..<2_000 { subjects[thread].send(Item(thread: thread, number: number)) }
      subjects[thread].send(completion: .finished)
    }
    let values = recorder.values
    for thread in 0..<8 {
      expectEqual(values.filter { $0.thread == thread }.map(\.number), Array(0..<2_000))
    }
    expectEqual(values.count, 16_000)
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Eight threads that request values get each once, and deliveries never overlap (rules 2 and 3)")
  func requestsFromManyThreads() {
    let recorder = (0..<4).publisher
      .flatMap { thread in (0..<1_000).publisher.map { Item(thread: thread, number: $0) } }
      .record(demand: .none)
    concurrently(8) { _ in
      for _ in 0..<400 { recorder.request(.max(1)) }
    }
    let values = recorder.values
    expectEqual(values.count, 3_200)
    recorder.request(.max(800))
    for thread in 0..<4 {
      expectEqual(recorder.values.filter { $0.thread == thread }.map(\.number), Array(0..<1_000))
    }
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Futures fulfilled on different threads give their values")
  func futures() {
    for round in 0..<repetitions(200, full: 1_000) {
      let promises = Box<[Future<Int, TestError>.Promise]>([])
      let futures = (0..<3).map { _ in Future<Int, TestError> { promise in promises.update { $0.append(promise) } } }
      let recorder = (0..<3).publisher.setFailureType(to: TestError.self).flatMap { futures[$0] }.record()
      concurrently(3) { promises.value[$0](.success(round * 3 + $0)) }
      expectEqual(recorder.values.sorted(), (0..<3).map { round * 3 + $0 })
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("New inner publishers, values, completions and demand may come from different threads")
  func everythingAtOnce() {
    for _ in 0..<200 {
      let outer = PassthroughSubject<Int, Never>()
      let recorder = outer.flatMap { (($0 * 10)..<($0 * 10 + 10)).publisher }.record(demand: .none)
      concurrently(3) { thread in
        switch thread {
        case 0:
          for number in 0..<10 { outer.send(number) }
          outer.send(completion: .finished)
        case 1: for _ in 0..<50 { recorder.request(.max(1)) }
        default: recorder.request(.unlimited)
        }
      }
      expectEqual(recorder.values.sorted(), Array(0..<100))
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
    }
  }

  @Test("Failures of several threads end the stream with one failure, after which nothing is delivered")
  func failureAmidValues() {
    for _ in 0..<200 {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestError>() }
      let recorder = (0..<3).publisher.setFailureType(to: TestError.self).flatMap { subjects[$0] }.record()
      concurrently(3) { thread in
        for number in 0..<20 { subjects[thread].send(number) }
        if thread > 0 { subjects[thread].send(completion: .failure(TestError("\(thread)"))) }
      }
      expect(["1", "2"].contains(recorder.failure?.name))
      expectEqual(recorder.overlaps, 0)
      if case .failure = recorder.events.last {} else { Issue.record("A signal came after the failure.") }
    }
  }

  @Test("A cancel during deliveries releases everything, and nothing is delivered afterwards (rule 5)")
  func cancelAmidValues() {
    for _ in 0..<200 {
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = (0..<2).publisher.flatMap { subjects[$0] }.record()
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
