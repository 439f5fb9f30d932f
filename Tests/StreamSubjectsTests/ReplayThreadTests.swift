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
    let joining = (0..<100).map { _ in Digest() }
    concurrently(10) { thread in
      if thread < 8 {
        for number in 0..<10_000 { subject.send(thread * 10_000 + number) }
      } else {
        for index in (thread - 8) * 50..<(thread - 7) * 50 { subject.subscribe(joining[index]) }
      }
    }
    subject.send(completion: .finished)
    let all = always.values
    expectEqual(all.sorted(), Array(0..<80_000))
    for thread in 0..<8 {
      expectEqual(all.filter { $0 / 10_000 == thread }, Array(thread * 10_000..<(thread + 1) * 10_000))
    }
    // Of each suffix, the digest.
    var digests = [0]
    for value in all.reversed() { digests.append(digests[digests.count - 1] &* Digest.factor &+ value &+ 1) }
    for subscriber in joining {
      expect(subscriber.isFinished)
      expect(subscriber.count <= all.count && subscriber.digest == digests[subscriber.count])
    }
  }

  /// Digests what it receives, for a test with too many values to record: of values in a row, the digest is that of no
  /// other row.
  private final class Digest: Subscriber, @unchecked Sendable {
    // Sendable: signals are serial, and the rest is read when all threads have ended.
    static let factor = 1_000_003

    private(set) var count = 0
    private(set) var digest = 0
    private(set) var isFinished = false
    private var power = 1

    func receive(subscription: any Subscription) {
      subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      digest = digest &+ power &* (input &+ 1)
      power = power &* Self.factor
      count += 1
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
      isFinished = true
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
      expect(recorder.values.count <= 2_000)
      for thread in 0..<2 {
        let own = recorder.values.filter { $0 % 2 == thread }
        expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 })
      }
      expectEqual(recorder.overlaps, 0)
      recorder.request(.max(4))
      expect(recorder.isFinished || recorder.values.count < 2_004)
      recorder.request(.unlimited)
      expect(recorder.isFinished)
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
      expectEqual(recorder.completions.count, 1)
      if case .value = recorder.events.last { Issue.record("A value came after the completion.") }
    }
  }
}
