import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("collect(_:)")
struct CollectByCountTests {
  @Test("Delivers arrays of the given length, and a shorter one at the finish")
  func pairs() {
    let recorder = ["A", "B", "C", "D", "E"].publisher.collect(2).record()
    expectEqual(recorder.values, [["A", "B"], ["C", "D"], ["E"]])
    expect(recorder.isFinished)
  }

  @Test("A failure drops the rest")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.collect(3).record()
    for number in 1...5 { subject.send(number) }
    subject.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.values, [[1, 2, 3]])
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Delivers no empty array")
  func nothingLeft() {
    expectEqual((1...4).publisher.collect(2).record().values, [[1, 2], [3, 4]])
    let nothing = Empty<Int, Never>().collect(2).record()
    expect(nothing.values.isEmpty)
    expect(nothing.isFinished)
  }

  @Test("Requests as many elements upstream as the requested arrays need")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.collect(3).record(demand: .max(2)) { _ in .max(5) }
    recorder.request(.max(1))
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(2), .none)
    expectEqual(upstream.send(3), .max(15))
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.max(6)), .demand(.max(3)), .demand(.unlimited), .cancel])
    expectEqual(recorder.values, [[1, 2, 3]])
  }

  @Test("Delivers no more arrays than are requested (rule 2)")
  func paced() {
    let recorder = (1...7).publisher.collect(3).record(demand: .max(1))
    expectEqual(recorder.values, [[1, 2, 3]])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1, 2, 3], [4, 5, 6]])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1, 2, 3], [4, 5, 6], [7]])
    expect(recorder.isFinished)
  }

  @Test("A product of demand and length that does not fit an Int becomes unlimited")
  func hugeDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.collect(1000).record(demand: .max(.max)) { _ in .max(.max) }
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for number in 1..<1000 { expectEqual(upstream.send(number), .none) }
    expectEqual(upstream.send(1000), .unlimited)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [Array(1...1000)])
    expect(recorder.isFinished)
  }

  @Test("A length that is never reached allocates nothing in advance")
  func hugeCount() {
    let recorder = (1...3).publisher.collect(.max).record(demand: .max(2))
    expectEqual(recorder.values, [[1, 2, 3]])
    expect(recorder.isFinished)
  }

  @Test("A length of one gives an array of each element")
  func ones() {
    expectEqual((1...3).publisher.collect(1).record().values, [[1], [2], [3]])
  }

  @Test("A length of zero or less traps at the call (rule 9)", arguments: [0, -1])
  func refusedCount(count: Int) async {
    // An exit test captures nothing of its surroundings that it cannot carry over to its process.
    if count == 0 {
      await #expect(processExitsWith: .failure) { _ = Just(1).collect(0) }
    } else {
      await #expect(processExitsWith: .failure) { _ = Just(1).collect(-1) }
    }
  }

  @Test("A cancel from inside the delivery of an array ends the stream, without a last array")
  func cancel() {
    for count in [2, 9] {
      let recorder = RecordingSubscriber<[Int], Never>()
      recorder.onValue = { [weak recorder] _ in
        recorder?.cancel()
        return .none
      }
      (1...5).publisher.collect(count).subscribe(recorder)
      expectEqual(recorder.values, [Array((1...5).prefix(count))])
      expect(recorder.completions.isEmpty)
    }
  }

  @Test("Elements sent from inside the delivery of an array are collected for the next (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.collect(2).record { [subject] array in
      if array == [1, 2] { for number in 3...4 { subject.send(number) } }
      return .none
    }
    for number in [1, 2, 5] { subject.send(number) }
    subject.send(completion: .finished)
    expectEqual(recorder.values, [[1, 2], [3, 4], [5]])
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Elements that upstream sends from inside the last array are ignored (rule 4)")
  func sendInsideLast() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.collect(2).record { [upstream] _ in
      upstream.send(2)
      upstream.send(completion: .failure(TestError("late")))
      return .none
    }
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [[1]])
    expect(recorder.isFinished)
  }

  @Test("Ignores signals that upstream sends out of order (rules 1, 4 and 9)")
  func misbehavingUpstream() {
    expectEqual(misbehaviour { $0.collect(1) }, .ignored)
  }

  @Test("Releases downstream and the collected elements, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, _ in source.collect(3) }, [])
    let upstream = PassthroughSubject<Token, TestError>()
    weak var token: Token?
    let recorder = upstream.collect(3).record()
    do {
      let newToken = Token()
      token = newToken
      upstream.send(newToken)
    }
    expect(token != nil)
    recorder.cancel()
    expect(token == nil)
    withExtendedLifetime((upstream, recorder)) {}
  }

  @Test("Describes itself by the name of its type; two are equal if their parts are")
  func descriptionsAndEquality() {
    expectEqual(names { $0.collect(2) }, NamesReport(subscriber: "CollectByCount", subscription: "CollectByCount"))
    expectEqual([1].publisher.collect(2), [1].publisher.collect(2))
    expect([1].publisher.collect(2) != [1].publisher.collect(3))
  }

  @Test("Very many arrays do not grow the stack")
  func manyElements() {
    let recorder = (1...manyTimes).publisher.collect(1).record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.count, manyTimes)
  }
}
