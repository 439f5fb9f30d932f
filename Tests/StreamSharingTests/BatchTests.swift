import StreamCore
import StreamParts
import StreamSharing
import TestSupport
import Testing

@Suite("batch")
struct BatchTests {
  typealias Policy = StreamOverflowPolicy<TestError>

  @Test("What has not been requested is delivered as one array, and with demand each element alone")
  func gathers() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 9).record(demand: .max(1))
    for value in 1...3 { upstream.send(value) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2, 3]])
    upstream.send(4)
    upstream.send(completion: .finished)
    expect(!recorder.isFinished)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [[1], [2, 3], [4]])
    expect(recorder.isFinished)
  }

  @Test("A batch that suspends requests what there is room for, then as many as leave")
  func suspends() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 3).record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(3))])
    expectEqual(upstream.send(1), .max(1))
    for value in 2...4 { expectEqual(upstream.send(value), .none) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2, 3, 4]])
    expectEqual(upstream.requests, [.demand(.max(3)), .demand(.max(3))])
  }

  @Test("A source that honours demand loses nothing, however downstream requests")
  func paced() {
    let recorder = (1...100).publisher.batch(max: 7).record(demand: .none)
    while !recorder.isFinished { recorder.request(.max(1)) }
    expectEqual(recorder.values.flatMap { $0 }, Array(1...100))
    expectEqual(recorder.values.first, Array(1...7))
    expect(recorder.values.allSatisfy { (1...7).contains($0.count) })
  }

  @Test("A full batch drops the oldest or the newest element, and says so")
  func drops() {
    for (policy, kept, line) in [(Policy.dropOldest, [4, 5, 6], 1101), (.dropNewest, [1, 2, 3], 1102)]
      as [(Policy, [Int], UInt)]
    {
      let drops = DropRecorder()
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = upstream.batch(max: 3, whenFull: policy, line: line).record(demand: .none)
      expectEqual(upstream.requests, [.demand(.unlimited)])
      for value in 1...6 { upstream.send(value) }
      recorder.request(.max(1))
      expectEqual(recorder.values, [kept])
      for value in 7...8 { upstream.send(value) }
      recorder.request(.max(1))
      expectEqual(recorder.values, [kept, [7, 8]])
      let reports = drops.reports.filter { $0.site?.line == line }
      expectEqual(reports.count, 3)
      expect(reports.allSatisfy { $0.operatorName == "Batch" && $0.reason == .overflow && $0.count == 1 })
    }
  }

  @Test("Of elements that are replaced, the ring keeps the order wherever it begins")
  func ring() {
    for count in 3...8 {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = upstream.batch(max: 3, whenFull: .dropOldest).record(demand: .none)
      for value in 1...count { upstream.send(value) }
      recorder.request(.max(1))
      expectEqual(recorder.values, [Array(count - 2...count)])
    }
  }

  @Test("A full batch with an error cancels upstream, delivers what waits, then fails")
  func fails() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 2, whenFull: .error { TestError("full") }).record(demand: .none)
    for value in 1...4 { upstream.send(value) }
    expect(upstream.isCancelled)
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1, 2]])
    expectEqual(recorder.failure, TestError("full"))
  }

  @Test("What a source sends beyond the room of a batch that suspends is dropped, and reported as that")
  func beyondDemand() {
    let drops = DropRecorder()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 1, line: 1103).record(demand: .none)
    for value in 1...3 { upstream.send(value) }
    recorder.request(.unlimited)
    expectEqual(recorder.values, [[1]])
    expectEqual(drops.reports.filter { $0.site?.line == 1103 }.map(\.reason), [.beyondDemand, .beyondDemand])
  }

  @Test("Without room it passes downstream's demand on, or drops what is not requested")
  func withoutRoom() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 0).record(demand: .max(1)) { _ in .max(2) }
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(1), .max(2))
    recorder.request(.max(3))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(3))])
    let dropping = ScriptedPublisher<Int, TestError>()
    let other = dropping.batch(max: 0, whenFull: .dropOldest).record(demand: .none)
    dropping.send(1)
    other.request(.max(1))
    dropping.send(2)
    expectEqual(other.values, [[2]])
  }

  @Test("Without bound it requests everything, and gathers in linear time")
  func withoutBound() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: .max).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 0..<manyTimes { upstream.send(value) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [Array(0..<manyTimes)])
  }

  @Test("A failure comes after what waits, a cancel releases it")
  func ends() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.batch(max: 2).record(demand: .none)
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1]])
    expectEqual(recorder.failure, TestError())
    let subject = PassthroughSubject<Token, Never>()
    let cancelled = subject.batch(max: 2, whenFull: .dropOldest).record(demand: .none)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      subject.send(token)
    }
    expect(held != nil)
    cancelled.cancel()
    expect(held == nil)
  }

  @Test("What arrives inside a delivery is gathered for the next one")
  func reentrant() {
    let subject = PassthroughSubject<Int, Never>()
    let buffered = subject.buffer(size: 9, whenFull: .dropOldest)
    let recorder = RecordingSubscriber<[Int], Never> { batch in
      if batch == [1] { for value in 2...4 { subject.send(value) } }
      return .none
    }
    buffered.batch(max: 9).subscribe(recorder)
    recorder.request(.unlimited)
    subject.send(1)
    expectEqual(recorder.values.flatMap { $0 }, [1, 2, 3, 4])
  }

  @Test("When one thread sends and another requests, no element is lost, and none comes twice")
  func concurrent() {
    for policy in [Policy.suspend, .dropOldest] {
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = subject.buffer(size: .max, whenFull: .suspend).batch(max: 1000, whenFull: policy)
        .record(demand: .none)
      concurrently(2) { index in
        for value in 1...1000 { if index == 0 { subject.send(value) } else { recorder.request(.max(1)) } }
      }
      subject.send(completion: .finished)
      recorder.request(.unlimited)
      expectEqual(recorder.values.flatMap { $0 }, Array(1...1000))
      expect(recorder.isFinished)
    }
  }

  @Test("A negative size traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().batch(max: -1) }
  }

  @Test("Ignores upstream signals that break the contract, and releases everything, however the stream ends")
  func contract() {
    expectEqual(misbehaviour { $0.batch(max: 2) }, .ignored)
    expectEqual(leaks { source, token in source.batch(max: 2, whenFull: .error { token.pass(TestError()) }) }, [])
    expectEqual(names { $0.batch(max: 2) }, NamesReport(subscriber: "Batch", subscription: "Batch"))
  }
}
