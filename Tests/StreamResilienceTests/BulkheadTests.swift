import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@Suite("bulkhead(_:)")
struct BulkheadTests {
  private typealias Failure = StreamBulkheadFailure<TestError>

  // Case XA-249.
  @Test("A call waits for a place, and one beyond the line fails")
  func waits() {
    let (timeline, bulkhead) = (VirtualTimeline(), Bulkhead(maxConcurrent: 1, maxWaiting: 1))
    let calls = [(0, "-1-2|"), (1, "-3|"), (2, "-4|")] as [(Int, Marbles)]
    let recordings = calls.map { tick, diagram in
      timeline.subscribe(
        at: tick,
        to: timeline.scheduler.publisher(
          diagram, values: ["1": 1, "2": 2, "3": 3, "4": 4], errors: [:] as [Character: TestError]
        ).bulkhead(bulkhead))
    }
    timeline.run()
    expectEqual(recordings.map(\.marbles), ["-1-2|", "-----3|", "--#"])
    expectEqual(bulkhead.running, 0)
  }

  // Case XA-250.
  @Test("A cancel frees the place, once, and the next call begins")
  func cancel() {
    let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: 2)
    let upstreams = (0..<3).map { _ in ScriptedPublisher<Int, TestError>() }
    let recorders = upstreams.map { $0.bulkhead(bulkhead).record(demand: .max(2)) }
    expectEqual([bulkhead.running, bulkhead.waiting], [1, 2])
    recorders[2].request(.max(3))
    recorders[1].cancel()
    expectEqual(bulkhead.waiting, 1)
    recorders[0].cancel()
    recorders[0].cancel()
    expectEqual([bulkhead.running, bulkhead.waiting], [1, 0])
    expectEqual(upstreams.map(\.requests), [[.demand(.max(2)), .cancel], [], [.demand(.max(5))]])
    upstreams[2].send(1)
    upstreams[2].send(completion: .failure(TestError()))
    expectEqual(recorders[2].events, [.subscription("Bulkheaded"), .value(1), .failure(.upstream(TestError()))])
    expectEqual(bulkhead.running, 0)
  }

  @Test("A call that is cancelled while it starts keeps its place until it has started")
  func cancelledStart() {
    let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: 1)
    let recorder = RecordingSubscriber<Int, Failure>()
    let waiting = Box<RecordingSubscriber<Int, Failure>?>(nil)
    let counts = Box<[Int]>([])
    Deferred {
      recorder.cancel()
      recorder.cancel()
      waiting.value = Record<Int, TestError>(output: [2], completion: .finished).bulkhead(bulkhead).record()
      counts.value = [bulkhead.running, bulkhead.waiting]
      return Record<Int, TestError>(output: [1], completion: .finished)
    }.bulkhead(bulkhead).subscribe(recorder)
    expectEqual(counts.value, [1, 1])
    expectEqual(recorder.values, [])
    expectEqual(waiting.value?.values, [2])
    expectEqual([bulkhead.running, bulkhead.waiting], [0, 0])
  }

  // Case XA-251.
  @Test("Many calls that wait, and end at once, do not grow the stack")
  func manyCalls() {
    let (bulkhead, first) = (Bulkhead(maxConcurrent: 1, maxWaiting: .max), PassthroughSubject<Int, TestError>())
    let order = Box<[Int]>([])
    let recorder = first.bulkhead(bulkhead).record()
    let recorders = (0..<manyTimes).map { number in
      Deferred {
        order.update { $0.append(number) }
        return Record<Int, TestError>(output: [number], completion: .finished)
      }.bulkhead(bulkhead).record()
    }
    expectEqual(bulkhead.waiting, manyTimes)
    first.send(completion: .finished)
    expect(recorder.isFinished)
    expect(recorders.allSatisfy { $0.isFinished })
    expectEqual(order.value, Array(0..<manyTimes))
    expectEqual([bulkhead.running, bulkhead.waiting], [0, 0])
  }

  // Case XA-252.
  @Test("No place, and a negative line, trap")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Bulkhead(maxConcurrent: 0) }
    await #expect(processExitsWith: .failure) { _ = Bulkhead(maxConcurrent: 1, maxWaiting: -1) }
  }

  @Test("Without room a call fails without demand, and does not subscribe")
  func full() {
    let (bulkhead, upstream) = (Bulkhead(maxConcurrent: 1), ScriptedPublisher<Int, TestError>())
    let running = PassthroughSubject<Int, TestError>().bulkhead(bulkhead).record()
    let recorder = upstream.bulkhead(bulkhead).record(demand: .none)
    expectEqual(recorder.completions, [.failure(.full)])
    expectEqual(upstream.subscriberDescriptions, [])
    running.cancel()
    expectEqual(bulkhead.running, 0)
  }

  @Test("The place is free when downstream learns of the end, so that it may call again")
  func callsAgain() {
    let (bulkhead, upstream) = (Bulkhead(maxConcurrent: 1), PassthroughSubject<Int, TestError>())
    let next = Box<RecordingSubscriber<Int, Failure>?>(nil)
    let recorder = RecordingSubscriber<Int, Failure>(demand: .unlimited)
    recorder.onCompletion = { _ in
      next.value = Record<Int, TestError>(output: [7], completion: .finished).bulkhead(bulkhead).record()
    }
    upstream.bulkhead(bulkhead).subscribe(recorder)
    upstream.send(completion: .finished)
    expectEqual(next.value?.values, [7])
    expectEqual(bulkhead.running, 0)
  }

  @Test("A call that leaves the line starts no other: the next begins when downstream has learned of the end")
  func leavesLineInsideEnd() {
    let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: 2)
    let (first, next) = (PassthroughSubject<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let running = RecordingSubscriber<Int, Failure>(demand: .unlimited)
    first.bulkhead(bulkhead).subscribe(running)
    let waiting = next.bulkhead(bulkhead).record()
    let leaving = Empty<Int, TestError>().bulkhead(bulkhead).record()
    running.onCompletion = { _ in
      leaving.cancel()
      expectEqual(next.subscriberCount, 0)
    }
    first.send(completion: .finished)
    expect(running.isFinished)
    expectEqual(next.subscriberCount, 1)
    waiting.cancel()
  }

  @Test("Demand passes unchanged, and signals out of order change nothing")
  func demand() {
    let bulkhead = Bulkhead(maxConcurrent: 1)
    expectEqual(TestSupport.demand { $0.bulkhead(bulkhead) }, .passedOn)
    expectEqual(TestSupport.misbehaviour { $0.bulkhead(bulkhead) }, .ignored)
    expectEqual(bulkhead.running, 0)
  }

  @Test("A call that is cancelled inside its handover takes no place")
  func cancelInHandover() {
    let (bulkhead, upstream) = (Bulkhead(maxConcurrent: 1), ScriptedPublisher<Int, TestError>())
    let recorder = RecordingSubscriber<Int, Failure>()
    recorder.onSubscription = { $0.cancel() }
    upstream.bulkhead(bulkhead).subscribe(recorder)
    expectEqual(upstream.subscriberDescriptions, [])
    expectEqual(bulkhead.running, 0)
  }

  @Test("Releases downstream and upstream, however a call ends")
  func release() {
    let bulkhead = Bulkhead(maxConcurrent: 1)
    expectEqual(
      leaks { source, token in
        Publishers.Map(upstream: source) { token.pass($0) }.bulkhead(bulkhead)
      }, [])
  }
}
