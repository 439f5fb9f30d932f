import StreamSubjects
import TestSupport
import Testing

@Suite("ReplaySubject under concurrency")
struct ReplayThreadTests {
  // Case XA-287
  @Test("While threads send, each subscriber that joins gets the rest of the sequence without a gap")
  func joins() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 10)
    let always = subject.record()
    let joining = (0..<100).map { _ in RecordingSubscriber<Int, Never>() }
    concurrently(10) { thread in
      if thread < 8 {
        for number in 0..<10_000 { subject.send(thread * 10_000 + number) }
      } else {
        for index in (thread - 8) * 50..<(thread - 7) * 50 { subject.subscribe(joining[index]) }
      }
    }
    subject.send(completion: .finished)
    let all = always.values
    #expect(all.sorted() == Array(0..<80_000))
    for thread in 0..<8 {
      #expect(all.filter { $0 / 10_000 == thread } == Array(thread * 10_000..<(thread + 1) * 10_000))
    }
    for recorder in joining {
      let values = recorder.values
      #expect(values.elementsEqual(all.suffix(values.count)))
      #expect(recorder.overlaps == 0)
      #expect(recorder.isFinished)
    }
  }

  @Test("Slow subscribers of many threads get what is in order, and never more than they ask for")
  func slow() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 4)
    let recorders = (0..<4).map { _ in subject.record(demand: .none) }
    concurrently(6) { thread in
      if thread < 2 {
        for number in 0..<5_000 { subject.send(number * 2 + thread) }
      } else {
        for _ in 0..<2_000 { recorders[thread - 2].request(.max(1)) }
      }
    }
    subject.send(completion: .finished)
    for recorder in recorders {
      #expect(recorder.values.count <= 2_000)
      for thread in 0..<2 {
        let own = recorder.values.filter { $0 % 2 == thread }
        #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 })
      }
      #expect(recorder.overlaps == 0)
      recorder.request(.max(4))
      #expect(recorder.isFinished || recorder.values.count < 2_004)
      recorder.request(.unlimited)
      #expect(recorder.isFinished)
    }
  }

  @Test("A completion that races values and other completions comes once, and last")
  func completionRaces() {
    for _ in 0..<100 {
      let subject = ReplaySubject<Int, TestError>(maxBufferSize: 2)
      let recorder = subject.record()
      concurrently(4) { thread in
        for value in 0..<10 { subject.send(value) }
        subject.send(completion: thread.isMultiple(of: 2) ? .finished : .failure(TestError()))
        subject.send(-1)
      }
      #expect(recorder.completions.count == 1)
      if case .value = recorder.events.last { Issue.record("A value came after the completion.") }
    }
  }
}
