import StreamFiltering
import StreamGrouping
import StreamMapping
import TestSupport
import Testing

@Suite("groupBy")
struct GroupByTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-193.
  @Test("A new key delivers a group, with its first element")
  func groups() {
    let scheduler = TestScheduler()
    let recording = record(scheduler.digits("-1-2-3-4-|").groupBy { $0 % 2 }, on: scheduler)
    scheduler.resume()
    expectEqual(
      recording.log, ["1 A", "1 A1", "3 B", "3 B2", "5 A3", "7 B4", "9 A|", "9 B|", "9 |"])
    expectEqual(recording.outer.values.map(\.key), [1, 0])
  }

  @Test("The groups end in the order in which they were opened, also if some have been forgotten, and at a failure")
  func order() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let upstream = Source()
      let recording = record(upstream.groupBy(whenIdle: .whenCancelled) { $0 })
      // Of 26 groups, A to Z, the second is opened anew at last, as the 27th: A again.
      for key in 0..<26 { upstream.send(key * 7 % 26) }
      recording.parts[1].cancel()
      upstream.send(7)
      upstream.send(completion: completion)
      let ends = recording.log.filter { $0.hasSuffix(symbol(completion)) }.map { $0.dropFirst(2).prefix(1) }
      expectEqual(ends.dropLast().joined(), "ACDEFGHIJKLMNOPQRSTUVWXYZA")
      expectEqual(recording.outer.completions.count, 1)
    }
  }

  // Case XA-194.
  @Test("The groups together have every element, in order by key")
  func flattened() {
    let recorder = (0..<1_000).publisher.groupBy { $0 % 7 }.flatMap { $0 }.record()
    expect(recorder.isFinished)
    expectEqual(recorder.values.count, 1_000)
    for key in 0..<7 {
      expectEqual(recorder.values.filter { $0 % 7 == key }, (0..<1_000).filter { $0 % 7 == key })
    }
  }

  // Case XA-195.
  @Test("Upstream is asked for as many elements as fit, and for one more for each that leaves a group")
  func demand() {
    let upstream = Source()
    let recorder = upstream.groupBy(bufferSize: 2) { $0 % 2 }.record()
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(1)
    upstream.send(2)
    expectEqual(upstream.requests, [.demand(.max(2))])
    let group = recorder.values[0].record(demand: .max(1))
    expectEqual(group.values, [1])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    recorder.cancel()
    group.cancel()
  }

  // Case XA-196.
  @Test("When downstream cancels, a group that has a subscriber goes on; its cancel reaches upstream")
  func downstreamCancels() {
    let upstream = Source()
    let recorder = upstream.groupBy { $0 % 2 }.record()
    upstream.send(1)
    let group = recorder.values[0].record()
    recorder.cancel()
    upstream.send(2)
    upstream.send(3)
    expectEqual(group.values, [1, 3])
    expectEqual(recorder.values.count, 1)
    expect(!upstream.isCancelled)
    group.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  // Case XA-197.
  @Test("Keys without number need no memory if their groups are cancelled")
  func manyKeys() {
    let living = Box(0)
    let most = Box(0)
    let count = Box(0)
    let keys = repetitions(manyTimes, full: 1_000_000)
    let subscription = (0..<keys).publisher.map { _ in CountedKey(living) }
      .groupBy(maxGroups: 4, whenIdle: .whenCancelled) { $0 }
      .flatMap { $0.prefix(1) }
      .sink { _ in
        count.increment()
        most.update { $0 = max($0, living.value) }
      }
    expectEqual(count.value, keys)
    expect(most.value < 16)
    subscription.cancel()
    expectEqual(living.value, 0)
  }

  /// A key that is equal to itself alone, and counts those that are alive.
  private final class CountedKey: Hashable, Sendable {
    private let living: Box<Int>

    init(_ living: Box<Int>) {
      self.living = living
      living.increment()
    }

    deinit { living.update { $0 -= 1 } }

    static func == (one: CountedKey, other: CountedKey) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test("A cancelled group leaves its elements out, or is forgotten")
  func expiry() {
    for expiry in [StreamGroupExpiry.never, .whenCancelled] {
      let upstream = Source()
      let recorder = upstream.groupBy(bufferSize: 4, whenIdle: expiry) { $0 % 2 }.record()
      upstream.send(1)
      upstream.send(3)
      let group = recorder.values[0].record(demand: .max(1))
      group.cancel()
      // The element that was read, and the one that was not.
      expectEqual(upstream.requests, [.demand(.max(4)), .demand(.max(1)), .demand(.max(1))])
      upstream.send(5)
      expectEqual(group.values, [1])
      if expiry == .never {
        expectEqual(recorder.values.count, 1)
        expectEqual(upstream.requests.count, 4)
      } else {
        expectEqual(recorder.values.map(\.key), [1, 1])
        expectEqual(recorder.values[1].record().values, [5])
      }
      recorder.cancel()
    }
  }

  @Test("An element of one key too many is left out and reported, or fails the stream")
  func maxGroups() {
    let drops = DropRecorder()
    let upstream = Source()
    let recorder = upstream.groupBy(maxGroups: 1, bufferSize: 4, line: 4001) { $0 % 2 }.record()
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values.count, 1)
    expectEqual(upstream.requests, [.demand(.max(4)), .demand(.max(1))])
    let reports = drops.reports.filter { $0.site?.line == 4001 }
    expectEqual(reports.map(\.reason), [.overflow])
    expectEqual(reports.map(\.operatorName), ["GroupBy"])
    recorder.cancel()
    let other = Source()
    let failing = other.groupBy(maxGroups: 1, whenFull: .error { TestError("full") }) { $0 % 2 }.record()
    other.send(1)
    other.send(2)
    expectEqual(failing.failure, TestError("full"))
    expectEqual(other.cancelCount, 1)
    let group = failing.values[0].record()
    expectEqual(group.values, [1])
    expectEqual(group.failure, TestError("full"))
  }

  @Test("Of a full buffer the oldest element of all groups, or the newest, is dropped")
  func drops() {
    typealias Policy = StreamOverflowPolicy<TestError>
    for (policy, kept, line) in [
      (Policy.dropOldest, [[], [5], [3]], 4002), (.dropNewest, [[1], [2]], 4003), (.suspend, [[1], [2]], 4004),
    ] as [(Policy, [[Int]], UInt)] {
      let drops = DropRecorder()
      let upstream = Source()
      let recorder = upstream.groupBy(bufferSize: 2, whenFull: policy, line: line) { $0 % 3 }.record()
      for value in [1, 2, 4, 7, 5, 3] { upstream.send(value) }
      let groups = recorder.values.map { $0.record() }
      expectEqual(groups.map(\.values), kept)
      expectEqual(drops.reports.filter { $0.site?.line == line }.count, 4)
      recorder.cancel()
      for group in groups { group.cancel() }
    }
  }

  @Test("The order of arrival stays bounded while one group is read and another is not")
  func longOrder() {
    let upstream = Source()
    let recorder = upstream.groupBy(bufferSize: 3, whenFull: .dropOldest) { $0 % 2 }.record()
    upstream.send(0)
    upstream.send(1)
    let odd = recorder.values[1].record()
    for value in 1...1_000 { upstream.send(2 * value + 1) }
    expectEqual(odd.values.count, 1_001)
    upstream.send(2)
    upstream.send(4)
    upstream.send(6)
    expectEqual(recorder.values[0].record().values, [2, 4, 6])
    recorder.cancel()
    odd.cancel()
  }

  @Test("The end finishes or fails every group after what it holds, then the stream, after the groups that wait")
  func ends() {
    for failure in [nil, TestError()] {
      let upstream = Source()
      let recorder = upstream.groupBy { $0 % 2 }.record(demand: .max(1))
      for value in 1...3 { upstream.send(value) }
      upstream.send(completion: failure.map { .failure($0) } ?? .finished)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      expectEqual(recorder.failure, failure)
      expectEqual(recorder.completions.count, 1)
      let groups = recorder.values.map { $0.record() }
      expectEqual(groups.map(\.values), [[1, 3], [2]])
      expect(groups.allSatisfy { $0.completions.count == 1 && $0.failure == failure })
    }
  }

  @Test("A cancel inside the closure is the last call of it")
  func cancelInside() {
    let upstream = Source(letsGo: false)
    let calls = Box(0)
    let recorder = RecordingSubscriber<GroupedPublisher<Int, Int, TestError>, TestError>()
    upstream.groupBy { value in
      calls.increment()
      recorder.cancel()
      return value
    }.subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    expectEqual(calls.value, 1)
    expect(recorder.values.isEmpty)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Bounds of zero and less trap")
  func bounds() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).groupBy(maxGroups: 0) { $0 } }
    await #expect(processExitsWith: .failure) { _ = Just(1).groupBy(bufferSize: 0) { $0 } }
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.groupBy { token.pass($0) } }, [])
    expectEqual(leaks { upstream, token in upstream.groupBy { token.pass($0) }.flatMap { $0 } }, [])
    expect(
      leaks { upstream, token in upstream.groupBy(whenFull: .dropOldest, whenIdle: .whenCancelled) { token.pass($0) } }
        == [])
  }

  @Test("Readers on threads of their own lose nothing, and none waits for another")
  func threads() {
    let upstream = PassthroughSubject<Int, Never>()
    let recorder = upstream.groupBy(bufferSize: .max, whenFull: .dropNewest) { $0 % 2 }.record()
    upstream.send(0)
    upstream.send(1)
    let readers = recorder.values.map { $0.record(demand: .none) }
    concurrently(3) { thread in
      for number in 2..<10_000 { if thread == 2 { upstream.send(number) } else { readers[thread].request(.max(1)) } }
    }
    for reader in readers { reader.request(.unlimited) }
    upstream.send(completion: .finished)
    expectEqual(readers.map(\.values), [0, 1].map { key in (0..<10_000).filter { $0 % 2 == key } })
    expect(readers.allSatisfy { $0.isFinished && $0.overlaps == 0 })
  }
}
