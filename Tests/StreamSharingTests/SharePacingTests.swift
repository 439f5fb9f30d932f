import StreamCore
import StreamParts
import StreamSharing
import TestSupport
import Testing

@Suite("share(pacing:)")
struct SharePacingTests {
  private typealias Recorder = RecordingSubscriber<Int, TestError>

  /// A shared upstream with a fast subscriber, and a slow one that has requested one value.
  private func share(
    _ pacing: StreamSharePacing<TestError>, line: UInt = #line
  ) -> (upstream: ScriptedPublisher<Int, TestError>, fast: Recorder, slow: Recorder) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(pacing: pacing, line: line)
    return (upstream, shared.record(), shared.record(demand: .max(1)))
  }

  private let one = ScriptedPublisher<Int, TestError>.Request.demand(.max(1))

  // Case XA-326
  @Test("Upstream is asked for one value each time the slowest subscriber has taken one")
  func slowest() {
    let (upstream, fast, slow) = share(.slowest(prefetch: 1))
    expectEqual(upstream.requests, [one])
    upstream.send(1)
    expectEqual(upstream.requests, [one, one])
    upstream.send(2)
    expectEqual(upstream.requests, [one, one])
    expectEqual([fast, slow].map(\.values), [[1, 2], [1]])
    slow.request(.max(1))
    expectEqual(upstream.requests, [one, one, one])
    upstream.send(3)
    expectEqual([fast, slow].map(\.values), [[1, 2, 3], [1, 2]])
    expectEqual(upstream.requests, [one, one, one])
  }

  // Case XA-327
  @Test("When the slow one cancels, upstream is asked for what the other can take in that call")
  func slowCancels() {
    let (upstream, fast, slow) = share(.slowest(prefetch: 2))
    expectEqual(upstream.requests, [.demand(.max(2))])
    for value in 1...3 { upstream.send(value) }
    expectEqual(upstream.requests, [.demand(.max(2)), one])
    slow.cancel()
    expectEqual(upstream.requests, [.demand(.max(2)), one, .demand(.max(2))])
    upstream.send(4)
    expectEqual(fast.values, [1, 2, 3, 4])
    expectEqual(slow.values, [1])
    fast.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  // Case XA-328
  @Test("A late subscriber gets all that comes later, and nothing else")
  func late() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(pacing: .slowest(prefetch: 2))
    let first = shared.record()
    for value in 1...3 { upstream.send(value) }
    let late = shared.record(demand: .none)
    upstream.send(4)
    upstream.send(5)
    let count = upstream.requests.count
    expectEqual(late.values, [])
    late.request(.unlimited)
    expect(upstream.requests.count > count)
    upstream.send(6)
    expectEqual(late.values, [4, 5, 6])
    expectEqual(first.values, Array(1...6))
  }

  // Case XA-329
  @Test("With a queue for each, the slow subscriber misses values, and the fast one none")
  func each() {
    let drops = DropRecorder()
    let (upstream, fast, slow) = share(.each(bufferSize: 1, whenFull: .dropOldest), line: 1301)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    slow.request(.unlimited)
    expectEqual([fast, slow].map(\.values), [[1, 2, 3, 4], [1, 4]])
    expect([fast, slow].allSatisfy { $0.isFinished })
    let reports = drops.reports.filter { $0.site?.line == 1301 }
    expectEqual(reports.map(\.operatorName), ["PacedShare", "PacedShare"])
  }

  @Test("With the policy to fail, the slow subscriber fails alone")
  func eachFails() {
    let (upstream, fast, slow) = share(.each(bufferSize: 1, whenFull: .error { TestError("slow") }))
    for value in 1...3 { upstream.send(value) }
    slow.request(.unlimited)
    expectEqual(slow.values, [1, 2])
    expectEqual(slow.failure, TestError("slow"))
    upstream.send(4)
    expectEqual(fast.values, [1, 2, 3, 4])
    expect(!upstream.isCancelled)
    fast.cancel()
    expect(upstream.isCancelled)
  }

  @Test("Without a queue, upstream is asked for one value at a time, when all have requested it")
  func withoutQueue() {
    let (upstream, fast, slow) = share(.slowest(prefetch: 0))
    expectEqual(upstream.requests, [one])
    upstream.send(1)
    expectEqual(upstream.requests, [one])
    slow.request(.max(2))
    expectEqual(upstream.requests, [one, one])
    upstream.send(2)
    expectEqual(upstream.requests, [one, one, one])
    upstream.send(3)
    expectEqual([fast, slow].map(\.values), [[1, 2, 3], [1, 2, 3]])
    expectEqual(upstream.requests, [one, one, one])
  }

  @Test("Without a queue, an element that was requested before a subscriber came waits for it")
  func lateWithoutQueue() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(pacing: .slowest(prefetch: 0))
    let (first, late) = (shared.record(), shared.record(demand: .none))
    upstream.send(1)
    expectEqual(upstream.requests, [one])
    late.request(.max(1))
    expectEqual([first, late].map(\.values), [[1], [1]])
  }

  @Test("What a source sends beyond demand is dropped for those who have no room, and reported")
  func beyondDemand() {
    let drops = DropRecorder()
    let (upstream, fast, slow) = share(.slowest(prefetch: 1), line: 1302)
    for value in 1...4 { upstream.send(value) }
    slow.request(.unlimited)
    expectEqual([fast, slow].map(\.values), [[1, 2, 3, 4], [1, 2]])
    let reports = drops.reports.filter { $0.site?.line == 1302 }
    expectEqual(reports.map(\.reason), [.beyondDemand, .beyondDemand])
    upstream.send(5)
    expectEqual([fast, slow].map { $0.values.last }, [5, 5])
  }

  @Test("The completion and a failure come after what waits, and at once to those who come later")
  func ends() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let shared = upstream.share(pacing: .slowest(prefetch: 2))
      let (fast, slow) = (shared.record(), shared.record(demand: .none))
      upstream.send(1)
      upstream.send(completion: completion)
      expectEqual(fast.completions, [completion])
      expectEqual(slow.completions, [])
      expectEqual(shared.record().completions, [completion])
      slow.request(.max(1))
      expectEqual(slow.values, [1])
      expectEqual(slow.completions, [completion])
      expectEqual(upstream.requests.filter { $0 == .demand(.max(2)) }.count, 1)
    }
  }

  @Test("A subscriber that cancels before it has received the end leaves the publisher ended")
  func cancelsAfterEnd() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(pacing: .slowest(prefetch: 2))
    let slow = shared.record(demand: .none)
    upstream.send(1)
    upstream.send(completion: .finished)
    slow.cancel()
    expect(shared.record().isFinished)
    expectEqual(upstream.requests.filter { $0 == .demand(.max(2)) }.count, 1)
  }

  @Test("When all have cancelled, the next subscriber begins a new run")
  func runsAgain() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(pacing: .slowest())
    shared.record().cancel()
    let next = shared.record()
    expectEqual(upstream.requests, [.demand(.max(32)), .cancel, .demand(.max(32))])
    next.cancel()
  }

  @Test("A source that delivers inside request neither loses an element nor grows the stack")
  func synchronous() {
    let shared = (0..<manyTimes).publisher.share(pacing: .slowest(prefetch: 1))
    let slow = shared.record(demand: .none)
    let fast = shared.record()
    slow.request(.unlimited)
    expectEqual(slow.values, Array(0..<manyTimes))
    expectEqual(fast.values, Array(1..<manyTimes))
    expect(slow.isFinished && fast.isFinished)
  }

  @Test("Subscribers that request on different threads get all values in order")
  func concurrent() {
    for _ in 0..<20 {
      let shared = (0..<300).publisher.share(pacing: .slowest(prefetch: 3))
      let recorders = (0..<3).map { _ in shared.record(demand: .none) }
      concurrently(3) { index in
        while !recorders[index].isFinished { recorders[index].request(.max(1 + index)) }
      }
      expectEqual(recorders[0].values, Array(0..<300))
      for recorder in recorders.dropFirst() {
        expectEqual(recorder.values, Array(recorders[0].values.suffix(recorder.values.count)))
      }
    }
  }

  @Test("When many threads subscribe and cancel, one run ends before the next begins")
  func oneRun() {
    expectOneRunAtATime { $0.share(pacing: .slowest(prefetch: 1)).eraseToAnyPublisher() }
    expectOneRunAtATime { $0.share(pacing: .each(bufferSize: 1, whenFull: .dropOldest)).eraseToAnyPublisher() }
  }

  @Test("A negative size traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).share(pacing: .slowest(prefetch: -1)) }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).share(pacing: .each(bufferSize: -1, whenFull: .dropOldest))
    }
  }

  @Test("What has ended holds nothing; two are equal if they are the same object")
  func rest() {
    expectEqual(leaks { source, _ in source.share(pacing: .slowest(prefetch: 1)) }, [])
    expectEqual(
      leaks { source, token in
        source.share(pacing: .each(bufferSize: 1, whenFull: .error { token.pass(TestError()) }))
      }, [])
    let shared = Just(1).share(pacing: .slowest())
    expectEqual(shared, shared)
    expect(shared != Just(1).share(pacing: .slowest()))
  }
}
