import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("expand")
struct ExpandTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  /// The two children of a node of a tree, numbered by level, down to a depth.
  @Sendable
  private static func children(of node: Int, below last: Int) -> Publishers.Sequence<[Int], Never> {
    (2 * node > last ? [] : [2 * node, 2 * node + 1]).publisher
  }

  // Case XA-063.
  @Test("Each element is transformed once more, until there is none")
  func values() {
    let recorder = Just(1).expand { $0 < 8 ? Just($0 * 2).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }
      .record()
    expectEqual(recorder.values, [1, 2, 4, 8])
    expect(recorder.isFinished)
    #expect(Empty<Int, Never>().expand { Just($0) }.record().isFinished)
  }

  // Case XA-064.
  @Test("The elements of a tree come level by level", arguments: [1, 2, 100])
  func levels(maxPublishers: Int) {
    let recorder = Just(1).expand(maxPublishers: maxPublishers) { Self.children(of: $0, below: 15) }.record()
    expect(maxPublishers > 1 ? recorder.values.sorted() == Array(1...15) : recorder.values == Array(1...15))
    expect(recorder.isFinished)
  }

  // Case XA-065.
  @Test("Very many steps of a chain need neither stack nor memory", arguments: [1, 1_024])
  func chain(maxPending: Int) {
    let (living, most) = (Box(0), Box(0))
    let publisher = Just(Step(0, of: living)).expand(maxPending: maxPending) { step in
      most.update { $0 = max($0, living.value) }
      return (step.number < manyTimes ? [Step(step.number + 1, of: living)] : []).publisher
    }
    let recorder = CountingSubscriber<Step, Never>()
    publisher.subscribe(recorder)
    recorder.request(.unlimited)
    expectEqual(recorder.valueCount, manyTimes + 1)
    expectEqual(recorder.completionCount, 1)
    // The first, which the publisher keeps, the one that is transformed, and the one before it.
    expect(most.value <= 3)
    expectEqual(living.value, 1)
  }

  /// A number that is counted while it lives.
  private final class Step: Sendable {
    let number: Int
    private let living: Box<Int>

    init(_ number: Int, of living: Box<Int>) {
      (self.number, self.living) = (number, living)
      living.increment()
    }

    deinit { living.update { $0 -= 1 } }
  }

  // Case XA-066.
  @Test("A publisher that fails ends the stream, and so does upstream")
  func childFails() {
    let (upstream, child) = (Upstream(letsGo: false), Upstream(letsGo: false))
    let recorder = upstream.expand { _ in child }.record()
    upstream.send(1)
    child.send(completion: .failure(TestError("child")))
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError("child"))
    expectEqual(upstream.cancelCount, 1)
    let (failing, running) = (Upstream(), Upstream())
    let other = failing.expand { _ in running }.record()
    failing.send(1)
    failing.send(completion: .failure(TestError("upstream")))
    expectEqual(other.failure, TestError("upstream"))
    expectEqual(running.cancelCount, 1)
  }

  @Test("The failure types may differ if one of them is Never, and the policy has the type of the result")
  func failureTypes() {
    let failing = Just(1).expand { number in
      number < 4
        ? Result<Int, TestError>.Publisher(number * 2).eraseToAnyPublisher()
        : Fail(error: TestError()).eraseToAnyPublisher()
    }.record()
    expectEqual(failing.values, [1, 2, 4])
    expectEqual(failing.failure, TestError())
    let (upstream, child) = (Upstream(), ScriptedPublisher<Int, Never>())
    let lifted = upstream.expand { _ in child }
    expect(type(of: lifted).Failure.self == TestError.self)
    let recorder = lifted.record()
    upstream.send(1)
    child.send(2)
    upstream.send(completion: .failure(TestError("upstream")))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("upstream"))
    expectEqual(child.cancelCount, 1)
    #expect(
      type(of: Just(1).expand { _ in Just(1) }) == Publishers.Expand<Just<Int>, Just<Int>>.self)
    let numbers = ScriptedPublisher<Int, Never>()
    let full = numbers.expand(maxPending: 1, whenFull: .error { TestError("full") }) { _ in Upstream() }.record()
    for number in 1...3 { numbers.send(number) }
    expectEqual(full.failure, TestError("full"))
  }

  @Test("No more is delivered, asked for or transformed than downstream has requested")
  func demand() {
    let (upstream, child, calls) = (Upstream(), Upstream(), Box(0))
    let recorder = upstream.expand { _ in
      calls.increment()
      return child
    }.record(demand: .none)
    expect(upstream.requests.isEmpty)
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expectEqual(calls.value, 1)
    expect(child.requests.isEmpty)
    recorder.request(.max(1))
    // The publisher before upstream.
    expectEqual(child.requests, [.demand(.max(1))])
    expectEqual(upstream.requests.count, 1)
    child.send(completion: .finished)
    expectEqual(upstream.requests.count, 2)
  }

  @Test("A queue that is full stops asking upstream, but the stream goes on, branch by branch", arguments: [1, 2, 3])
  func full(maxPending: Int) {
    let recorder = (1...1).publisher.expand(maxPending: maxPending) { Self.children(of: $0, below: 1_023) }.record()
    expectEqual(recorder.values.sorted(), Array(1...1_023))
    expect(recorder.isFinished)
    let (upstream, child) = (Upstream(), Upstream())
    let other = upstream.expand(maxPending: maxPending) { _ in child }.record()
    var sent = 0
    while let limit = upstream.demand.max, sent < limit, sent < 100 {
      sent += 1
      upstream.send(sent)
    }
    expect(sent <= maxPending + 1)
    other.cancel()
  }

  @Test("An element for which the queue has no room is delivered, but not transformed, and reported")
  func drops() {
    for (policy, transformed) in [(StreamOverflowPolicy<TestError>.dropNewest, [1, 2]), (.dropOldest, [1, 3])] {
      let drops = DropRecorder()
      let (upstream, calls) = (Upstream(), Box<[Int]>([]))
      let child = Upstream()
      let recorder = upstream.expand(maxPending: 1, whenFull: policy) { number in
        calls.update { $0.append(number) }
        return child
      }.record()
      for number in 1...3 { upstream.send(number) }
      expectEqual(recorder.values, [1, 2, 3])
      child.send(completion: .finished)
      expectEqual(calls.value, transformed)
      expect(drops.reports.contains { $0.operatorName == "Expand" && $0.reason == .overflow })
    }
  }

  @Test("A full queue may fail")
  func fails() {
    let (upstream, child) = (Upstream(), Upstream())
    let recorder = upstream.expand(maxPending: 1, whenFull: .error { TestError("full") }) { _ in child }.record()
    for number in 1...3 { upstream.send(number) }
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.failure, TestError("full"))
    expectEqual([upstream, child].map(\.cancelCount), [1, 1])
  }

  @Test("A cancel inside the closure ends all, and releases all")
  func cancel() {
    let (upstream, child) = (Upstream(letsGo: false), Upstream())
    let recorder = RecordingSubscriber<Int, TestError>()
    upstream.expand { [unowned recorder] _ in
      recorder.cancel()
      return child
    }.subscribe(recorder)
    for number in 1...2 { upstream.send(number) }
    expectEqual(recorder.values, [1])
    expectEqual(upstream.cancelCount, 1)
    expectEqual(child.livingSubscriptionCount, 0)
    expectEqual(
      leaks { source, token in
        source.expand { number in (token.pass(number) > 100 ? [] : [1_000]).publisher.setFailureType(to: TestError.self)
        }
      }, [])
  }

  @Test("Requests of several threads are each met once, and deliveries do not overlap")
  func threads() {
    for _ in 0..<100 {
      let recorder = Just(1).expand(maxPublishers: 4, maxPending: 50) { Self.children(of: $0, below: 255) }
        .record(demand: .none)
      concurrently(3) { _ in
        for _ in 0..<85 { recorder.request(.max(1)) }
      }
      expectEqual(recorder.values.sorted(), Array(1...255))
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("Numbers of none trap")
  func bounds() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).expand(maxPublishers: 0) { Just($0) } }
    await #expect(processExitsWith: .failure) { _ = Just(1).expand(maxPending: 0) { Just($0) } }
  }
}
