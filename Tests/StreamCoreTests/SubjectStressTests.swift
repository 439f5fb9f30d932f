import StreamCore
import TestSupport
import Testing

@Suite("Subjects under concurrency")
struct SubjectStressTests {
  /// How long eight threads do to one subject what they do.
  private static let duration = Duration.seconds(1)

  @Test("U-20 Rule 3 Eight threads send, subscribe and cancel: nothing is lost, doubled, out of order or after the end")
  func passthrough() {
    let subject = PassthroughSubject<Int, Never>()
    let always = (0..<3).map { _ in subject.record() }
    let sent = Box(0)
    let faults = Box<[String]>([])
    let clock = ContinuousClock()
    let deadline = clock.now + Self.duration
    concurrently(8) { thread in
      var count = 0
      while clock.now < deadline {
        subject.send(thread << 32 | count)
        count += 1
        if count.isMultiple(of: 16) {
          let visitor = subject.record()
          subject.send(thread << 32 | count)
          count += 1
          visitor.cancel()
          if visitor.overlaps > 0 { faults.update { $0.append("a visitor's signals overlap") } }
          if Set(visitor.values).count < visitor.values.count {
            faults.update { $0.append("a visitor got a value twice") }
          }
        }
      }
      sent.update { $0 += count }
    }
    subject.send(completion: .finished)
    subject.send(-1)
    #expect(faults.value == [])
    for recorder in always {
      #expect(recorder.values.count == sent.value)
      #expect(recorder.values == always[0].values, "All see one order.")
      #expect(recorder.overlaps == 0)
      #expect(recorder.isFinished)
      guard case .finished = recorder.events.last else {
        Issue.record("Something came after the completion.")
        continue
      }
    }
    // Each thread's values are in the order in which it sent them.
    for thread in 0..<8 {
      let own = always[0].values.filter { $0 >> 32 == thread }
      #expect(own == (0..<own.count).map { thread << 32 | $0 })
    }
  }

  @Test("U-21 Rule 3 The same for a subject that holds a value, with subscribers of bounded demand")
  func currentValue() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let always = subject.record()
    let sent = Box(0)
    let faults = Box<[String]>([])
    let clock = ContinuousClock()
    let deadline = clock.now + Self.duration
    concurrently(8) { thread in
      var count = 0
      while clock.now < deadline {
        subject.send(thread << 32 | count)
        count += 1
        if count.isMultiple(of: 16) {
          let visitor = subject.record(demand: .max(1))
          if visitor.values.count != 1 { faults.update { $0.append("a visitor did not get the value at once") } }
          visitor.request(.max(2))
          visitor.cancel()
          if visitor.values.count > 3 { faults.update { $0.append("a visitor got more than it asked for") } }
          if visitor.overlaps > 0 { faults.update { $0.append("a visitor's signals overlap") } }
          if Set(visitor.values).count < visitor.values.count {
            faults.update { $0.append("a visitor got a value twice") }
          }
        }
      }
      sent.update { $0 += count }
    }
    subject.send(completion: .finished)
    #expect(faults.value == [])
    #expect(always.values.count == sent.value + 1)
    #expect(always.values.last == subject.value)
    #expect(always.overlaps == 0)
    #expect(always.isFinished)
  }

  @Test("CX #15 #37 #39 A hundred sends at once: all are delivered, one at a time")
  func hundredSends() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    concurrently(100) { subject.send($0) }
    #expect(recorder.values.sorted() == Array(0..<100))
    #expect(recorder.overlaps == 0)
  }

  @Test("Rule 4 A completion that races values and other completions comes once, and last")
  func completionRaces() {
    for _ in 0..<100 {
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = subject.record()
      concurrently(4) { thread in
        for value in 0..<10 { subject.send(value) }
        subject.send(completion: thread.isMultiple(of: 2) ? .finished : .failure(TestError()))
        subject.send(-1)
      }
      #expect(recorder.completions.count == 1)
      switch recorder.events.last {
      case .finished, .failure: break
      default: Issue.record("Something came after the completion.")
      }
    }
  }
}
