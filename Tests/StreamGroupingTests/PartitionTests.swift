import StreamGrouping
import TestSupport
import Testing

@Suite("partition")
struct PartitionTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-202.
  @Test("Each half has its elements, in order, and the end")
  func halves() {
    let scheduler = TestScheduler()
    let source = scheduler.digits("-1-2-3-4-|")
    let (even, odd) = source.partition { $0 % 2 == 0 }
    let recorders = [even, odd].map { half in
      let recorder = scheduler.createTestableSubscriber(Int.self, MarbleFailure.self)
      half.subscribe(recorder)
      return recorder
    }
    scheduler.resume()
    expectEqual(recorders[0].recordedOutput.inputs, [2, 4])
    expectEqual(recorders[1].recordedOutput.inputs, [1, 3])
    let times = recorders.map { $0.recordedOutput.elements.map(\.time) }
    expectEqual(times, [[0, 3, 7, 9], [0, 1, 5, 9]])
  }

  // Case XA-203.
  @Test("An element waits for its half, and holds up the other")
  func demand() {
    let upstream = Source()
    let (even, odd) = upstream.partition { $0 % 2 == 0 }
    let matches = even.record(demand: .none)
    expect(upstream.requests.isEmpty)
    let others = odd.record()
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(1)
    expectEqual(others.values, [1])
    expectEqual(upstream.requests.count, 2)
    upstream.send(2)
    expectEqual(upstream.requests.count, 2)
    expect(matches.values.isEmpty)
    matches.request(.max(1))
    expectEqual(matches.values, [2])
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1)), .demand(.max(1))])
    upstream.send(3)
    expectEqual(others.values, [1, 3])
    matches.cancel()
    others.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  // Case XA-204.
  @Test("When one half cancels, the other gets all of its own; upstream is cancelled with the second")
  func cancelsOne() {
    let upstream = Source()
    let (even, odd) = upstream.partition { $0 % 2 == 0 }
    let matches = even.record(demand: .none)
    let others = odd.record()
    upstream.send(2)
    matches.cancel()
    matches.cancel()
    for value in 3...8 { upstream.send(value) }
    expectEqual(others.values, [3, 5, 7])
    expect(!upstream.isCancelled)
    expectEqual(upstream.demand, .unlimited)
    others.cancel()
    expectEqual(upstream.cancelCount, 1)
    expect(matches.values.isEmpty)
  }

  // Case XA-205.
  @Test("The closure is called once for each element")
  func calls() {
    let calls = Box(0)
    let (even, odd) = (1...4).publisher.partition { value in
      calls.increment()
      return value % 2 == 0
    }
    let recorders = [even.record(), odd.record()]
    expectEqual(recorders.map(\.values), [[2, 4], [1, 3]])
    expect(recorders.allSatisfy { $0.isFinished })
    expectEqual(calls.value, 4)
  }

  @Test("Upstream is asked for what the slower half allows, and for everything if both do")
  func slower() {
    let upstream = Source()
    let (even, odd) = upstream.partition { $0 % 2 == 0 }
    let matches = even.record(demand: .max(2))
    let others = odd.record(demand: .max(5))
    expectEqual(upstream.requests, [.demand(.max(2))])
    matches.request(.max(9))
    expectEqual(upstream.demand, .max(5))
    matches.request(.unlimited)
    others.request(.unlimited)
    expectEqual(upstream.requests.last, .demand(.unlimited))
    let count = upstream.requests.count
    for value in 1...10 { upstream.send(value) }
    expectEqual(upstream.requests.count, count)
    expectEqual(matches.values, [2, 4, 6, 8, 10])
    upstream.send(completion: .failure(TestError()))
    expectEqual(matches.failure, TestError())
    expectEqual(others.failure, TestError())
  }

  @Test("Connected by the first, a half that comes later gets the element that waits, and the end")
  func whenFirst() {
    let upstream = Source()
    let (even, odd) = upstream.partition(connect: .whenFirst) { $0 % 2 == 0 }
    let others = odd.record()
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(1)
    upstream.send(2)
    expectEqual(upstream.requests.count, 2)
    upstream.send(completion: .finished)
    expect(others.isFinished)
    let matches = even.record(demand: .none)
    expect(matches.completions.isEmpty)
    matches.request(.max(1))
    expectEqual(matches.values, [2])
    expect(matches.isFinished)
  }

  @Test("A half that is released unread is as one that takes everything")
  func released() {
    let upstream = Source()
    let recorder = upstream.partition { $0 % 2 == 0 }.matches.record(demand: .max(1))
    expectEqual(upstream.subscriberCount, 1)
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [2])
    recorder.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A second subscriber of a half gets a finish")
  func secondSubscriber() {
    let upstream = Source()
    let (even, odd) = upstream.partition { $0 % 2 == 0 }
    let recorders = [even.record(), odd.record()]
    let second = even.record()
    expect(second.isFinished)
    upstream.send(2)
    expectEqual(recorders[0].values, [2])
    expect(second.values.isEmpty)
    for recorder in recorders { recorder.cancel() }
  }

  @Test("What a source sends beyond its demand, while an element waits, is dropped and reported")
  func beyondDemand() {
    let drops = DropRecorder(of: nil)
    let upstream = Source()
    let (even, odd) = upstream.partition { $0 % 2 == 0 }
    let matches = even.record(demand: .none)
    let others = odd.record()
    for value in [2, 4, 1] { upstream.send(value) }
    expect(drops.reports.contains { $0.operatorName == "Partition" && $0.reason == .beyondDemand })
    matches.request(.unlimited)
    expectEqual(matches.values, [2])
    expectEqual(others.values, [1])
    upstream.send(completion: .finished)
  }

  @Test("A cancel of both inside the closure is the last call of it")
  func cancelInside() {
    let upstream = Source(letsGo: false)
    let calls = Box(0)
    let recorders = (0..<2).map { _ in RecordingSubscriber<Int, TestError>() }
    let (even, odd) = upstream.partition { value in
      calls.increment()
      for recorder in recorders { recorder.cancel() }
      return value % 2 == 0
    }
    even.subscribe(recorders[0])
    odd.subscribe(recorders[1])
    upstream.send(1)
    upstream.send(2)
    expectEqual(calls.value, 1)
    expect(recorders.allSatisfy { $0.values.isEmpty && $0.completions.isEmpty })
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.partition { token.pass($0) == 1 }.matches }, [])
    expectEqual(leaks { upstream, token in upstream.partition { token.pass($0) == 2 }.matches }, [])
    expectEqual(leaks { upstream, token in upstream.partition { token.pass($0) == 1 }.nonMatches }, [])
  }

  @Test("Very many elements of each half in a loop do not grow the stack")
  func many() {
    let (even, odd) = (0..<manyTimes).publisher.partition { $0 % 2 == 0 }
    let matches = even.record(demand: .max(1)) { _ in .max(1) }
    let others = odd.record(demand: .max(1)) { _ in .max(1) }
    expectEqual(matches.values.count, manyTimes / 2)
    expectEqual(others.values.count, manyTimes / 2)
    expect(matches.isFinished && others.isFinished)
  }

  @Test("Halves that are read on threads of their own lose nothing")
  func threads() {
    let (even, odd) = (0..<10_000).publisher.partition { $0 % 2 == 0 }
    let recorders = [even.record(demand: .none), odd.record(demand: .none)]
    concurrently(2) { thread in
      for _ in 0..<5_000 { recorders[thread].request(.max(1)) }
    }
    expectEqual(recorders.map(\.values), [0, 1].map { key in (0..<10_000).filter { $0 % 2 == key } })
    expect(recorders.allSatisfy { $0.isFinished && $0.overlaps == 0 })
  }
}
