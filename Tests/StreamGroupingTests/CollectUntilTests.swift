import StreamGrouping
import TestSupport
import Testing

@Suite("collect(until:)")
struct CollectUntilTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  /// Plays two diagrams through the operator.
  private func play(
    _ elements: Marbles, _ boundaries: Marbles, maxLength: Int = 4_096
  ) -> (run: MarbleRun<[Int], MarbleFailure>, boundary: MarblePublisher<Int, MarbleFailure>) {
    let scheduler = TestScheduler()
    let boundary = scheduler.publisher(boundaries, failure: MarbleFailure()) { _ in 0 }
    return (marbles(elements, scheduler: scheduler) { $0.collect(until: boundary, maxLength: maxLength) }, boundary)
  }

  @Test("A boundary delivers what has come since the one before, be it nothing, and the finish what remains")
  func boundaries() {
    let (run, boundary) = play("-1-2-----3--|", "----x--x-----")
    run.expect("----A--B----(C|)")
    expectEqual(run.output.inputs, [[1, 2], [], [3]])
    expectEqual(boundary.upstream, "------------!")
    play("-1---", "-x--|").run.expect("-A--|", upstream: "----!")
  }

  @Test("A boundary that finishes delivers what remains, and finishes; a failure drops it")
  func ends() {
    let (run, _) = play("-1-2-----", "---x--|---")
    run.expect("---A--|", upstream: "------!")
    play("-1-2-----", "--x---|---").run.expect("--A---(B|)", upstream: "------!")
    play("-1-2-#", "--x-----").run.expect("--A--#")
    play("-1-2-----", "--x--#").run.expect("--A--#", upstream: "-----!")
  }

  @Test("Both are asked for everything; one complete chunk waits, and a further one takes its place")
  func waits() {
    // Of all files, for a report without a place would be of none.
    let drops = DropRecorder(of: nil)
    let (upstream, boundary) = (Source(), Source())
    let recorder = upstream.collect(until: boundary, line: 2001).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(boundary.requests, [.demand(.unlimited)])
    for value in 1...3 {
      upstream.send(value)
      boundary.send(0)
    }
    upstream.send(4)
    let reports = drops.reports.filter {
      $0.operatorName == "CollectUntil" && ($0.site == nil || $0.site?.line == 2001)
    }
    expectEqual(reports.map(\.count), [1, 1])
    expect(reports.allSatisfy { $0.site?.line == 2001 && $0.reason == .overflow })
    recorder.request(.max(1))
    expectEqual(recorder.values, [[3]])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[3]])
    boundary.send(0)
    expectEqual(recorder.values, [[3], [4]])
  }

  @Test("A chunk of the greatest length is complete without a boundary")
  func maxLength() async {
    play("-12345-|", "----------", maxLength: 2).run.expect("--A-B--(C|)")
    await #expect(processExitsWith: .failure) { _ = Just(1).collect(until: Just(1), maxLength: 0) }
  }

  @Test("At a finish the other is cancelled at once, though what remains waits for demand")
  func restWaits() {
    for finishesFirst in [true, false] {
      let (upstream, boundary) = (Source(), Source())
      let recorder = upstream.collect(until: boundary).record(demand: .none)
      upstream.send(1)
      (finishesFirst ? upstream : boundary).send(completion: .finished)
      expectEqual((finishesFirst ? boundary : upstream).cancelCount, 1)
      expectEqual((finishesFirst ? upstream : boundary).cancelCount, 0)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      expectEqual(recorder.values, [[1]])
      expect(recorder.isFinished)
    }
  }

  @Test("A boundary that comes after the end of upstream is cancelled at once")
  func endsAtOnce() {
    let boundary = Source()
    #expect(Empty<Int, TestError>().collect(until: boundary).record().isFinished)
    #expect(Fail<Int, TestError>(error: TestError()).collect(until: boundary).record().failure == TestError())
    expect(boundary.requests.isEmpty)
    let recorder = Publishers.Sequence<[Int], TestError>(sequence: [1]).collect(until: boundary).record(demand: .none)
    expectEqual(boundary.requests, [.cancel])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1]])
    expect(recorder.isFinished)
  }

  @Test("A cancel reaches both, once, and releases what has been collected")
  func cancels() {
    let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
    let boundary = Source(letsGo: false)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = upstream.collect(until: boundary).record()
      upstream.send(token)
      recorder.cancel()
      recorder.cancel()
      boundary.send(0)
      expect(recorder.values.isEmpty)
    }
    expect(held == nil)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(boundary.cancelCount, 1)
  }

  @Test("Boundaries from inside a delivery are served after it")
  func reentrant() {
    let upstream = CurrentValueSubject<Int, Never>(0)
    let boundary = PassthroughSubject<Void, Never>()
    let recorder = RecordingSubscriber<[Int], Never>()
    recorder.onValue = { chunk in
      if let last = chunk.last, last < manyTimes {
        upstream.send(last + 1)
        boundary.send()
      }
      return .none
    }
    upstream.collect(until: boundary).subscribe(recorder)
    boundary.send()
    expectEqual(recorder.values, (0...manyTimes).map { [$0] })
    expectEqual(recorder.overlaps, 0)
    recorder.onValue = nil
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.passing(token).collect(until: upstream) }, [])
    expectEqual(leaks { upstream, token in upstream.collect(until: upstream.passing(token)) }, [])
  }

  @Test("Elements and boundaries of two threads lose nothing and keep the order")
  func threads() {
    let upstream = PassthroughSubject<Int, Never>()
    let boundary = PassthroughSubject<Void, Never>()
    let recorder = upstream.collect(until: boundary, maxLength: .max).record()
    concurrently(2) { thread in
      for number in 1...20_000 { if thread == 0 { upstream.send(number) } else { boundary.send() } }
    }
    upstream.send(completion: .finished)
    expectEqual(recorder.values.flatMap { $0 }, Array(1...20_000))
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }
}
