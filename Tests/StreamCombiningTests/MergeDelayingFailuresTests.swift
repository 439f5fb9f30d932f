import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("mergeDelayingFailures")
struct MergeDelayingFailuresTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  private let first = TestError("first")
  private let second = TestError("second")

  private func sources(_ count: Int = 2, letsGo: Bool = true) -> [Source] {
    (0..<count).map { _ in Source(letsGo: letsGo) }
  }

  // MARK: Values and the end

  @Test("Without a failure the elements come as they arrive, and the stream finishes with the last publisher")
  func none() {
    let diagrams: [Marbles] = ["-1-2|", "--3--4-|"]
    marbles(of: diagrams) { $0[0].mergeDelayingFailures(with: $0[1]) }.run.expect("-132-4-|")
    marbles(of: diagrams) { $0.mergeDelayingFailures() }.run.expect("-132-4-|")
  }

  // Case XA-389.
  @Test("After a failure the elements of the others go on, and the stream fails when all have ended")
  func one() {
    let (run, publishers) = marbles(of: ["-1-#", "--3--4-|"]) { $0[0].mergeDelayingFailures(with: $0[1]) }
    run.expect("-13--4-#")
    expectEqual(publishers[1].upstream, "")
    marbles(of: ["#", "--3--4-|"]) { $0.mergeDelayingFailures() }.run.expect("--3--4-#")
    marbles(of: ["-1-|", "--3--4-#"]) { $0.mergeDelayingFailures() }.run.expect("-13--4-#")
  }

  // Case XA-390.
  @Test("The failure has all failures, in the order in which they arrived", arguments: [true, false])
  func both(isInOrder: Bool) {
    let sources = sources()
    let recorder = sources[0].mergeDelayingFailures(with: sources[1]).record()
    sources[isInOrder ? 0 : 1].send(completion: .failure(first))
    expect(recorder.completions.isEmpty)
    sources[isInOrder ? 1 : 0].send(1)
    sources[isInOrder ? 1 : 0].send(completion: .failure(second))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, MergedFailures(first, others: [second]))
    expectEqual(recorder.failure?.failures, [first, second])
    expectEqual(sources.map(\.cancelCount), [0, 0])
  }

  @Test("Of three that end, only those that failed are in the failure")
  func some() {
    let sources = sources(3)
    let recorder = sources.mergeDelayingFailures().record()
    sources[2].send(completion: .failure(first))
    sources[0].send(completion: .finished)
    sources[1].send(completion: .failure(second))
    expectEqual(recorder.failure?.failures, [first, second])
  }

  @Test("A publisher that fails while it is subscribed to does not keep the later ones from being subscribed to")
  func failsAtSubscription() {
    let late = Source()
    let recorder = Fail<Int, TestError>(error: first).mergeDelayingFailures(with: late).record()
    late.send(1)
    expect(recorder.completions.isEmpty)
    late.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure?.failures, [first])
    let failing = [Fail<Int, TestError>(error: first), Fail(error: second)].mergeDelayingFailures()
    expectEqual(failing.record(demand: .none).failure?.failures, [first, second])
  }

  @Test("Without publishers, or with empty ones, the stream finishes without demand")
  func empty() {
    expect([Just<Int>]().mergeDelayingFailures().record(demand: .none).isFinished)
    expect(Empty<Int, TestError>().mergeDelayingFailures(with: Empty()).record(demand: .none).isFinished)
  }

  @Test("A thousand publishers, of which every other one fails")
  func many() {
    let sources = sources(1_000)
    let recorder = sources.mergeDelayingFailures().record()
    for (number, source) in sources.enumerated() {
      source.send(number)
      source.send(completion: number.isMultiple(of: 2) ? .finished : .failure(TestError("\(number)")))
    }
    expectEqual(recorder.values, Array(0..<1_000))
    expectEqual(recorder.failure?.failures.map(\.name), (0..<1_000).filter { $0 % 2 == 1 }.map { "\($0)" })
  }

  // MARK: Demand

  @Test("Requests unlimited demand of each if downstream does, and otherwise one value at a time (rule 2)")
  func demand() {
    let unlimited = sources()
    let all = unlimited[0].mergeDelayingFailures(with: unlimited[1]).record()
    for source in unlimited { expectEqual(source.requests, [.demand(.unlimited)]) }
    all.cancel()
    let sources = sources()
    let recorder = sources[0].mergeDelayingFailures(with: sources[1]).record(demand: .max(1))
    for source in sources { expectEqual(source.requests, [.demand(.max(1))]) }
    expectEqual(sources[0].send(1), .max(1))
    expectEqual(sources[0].send(2), .none)
    expectEqual(sources[1].send(3), .none)
    expectEqual(recorder.values, [1])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(sources.map(\.requests.last), [.demand(.unlimited), .demand(.unlimited)])
  }

  @Test("Elements that wait are delivered before the failure, those of the failed publisher, too")
  func waitsForDemand() {
    let sources = sources()
    let recorder = sources[0].mergeDelayingFailures(with: sources[1]).record(demand: .none)
    for (source, failure) in zip(sources, [first, second]) {
      source.send(1)
      source.send(completion: .failure(failure))
    }
    recorder.request(.max(1))
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 1])
    expectEqual(recorder.failure?.failures, [first, second])
  }

  @Test(
    "Delivers all elements of sequences one at a time, requested from inside a delivery or outside",
    arguments: [true, false])
  func oneAtATime(fromInside: Bool) {
    let recorder = (0..<100).publisher.mergeDelayingFailures(with: (100..<200).publisher)
      .record(demand: .max(1)) { _ in fromInside ? .max(1) : .none }
    if !fromInside { for _ in 1..<200 { recorder.request(.max(1)) } }
    expectEqual(recorder.values.sorted(), Array(0..<200))
    expect(recorder.isFinished)
  }

  // MARK: Cancelling, and failures that downstream does not receive

  @Test("A cancel cancels all that have not ended, once")
  func cancel() {
    let sources = sources(3, letsGo: false)
    let recorder = sources.mergeDelayingFailures().record()
    sources[1].send(completion: .failure(first))
    recorder.cancel()
    recorder.cancel()
    for source in sources { source.send(2) }
    expectEqual(sources.map(\.cancelCount), [1, 0, 1])
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  // Case XA-391.
  @Test("Failures that wait when downstream cancels are reported, once", arguments: [true, false])
  func reportsAtCancel(endsAll: Bool) {
    let hook = FailureRecorder(of: nil)
    let failures = ["one", "other"].map { TestError("mergeDelayingFailures \($0) \(endsAll)") }
    let sources = sources()
    let recorder = sources[0].mergeDelayingFailures(with: sources[1]).record(demand: .none)
    sources[0].send(1)
    sources[0].send(completion: .failure(failures[0]))
    if endsAll { sources[1].send(completion: .failure(failures[1])) }
    recorder.cancel()
    recorder.cancel()
    let told = hook.errors(of: MergedFailures<TestError>.self).map(\.failures).filter { $0.first == failures[0] }
    expectEqual(told, [endsAll ? failures : [failures[0]]])
    expect(recorder.completions.isEmpty)
  }

  @Test("A failure that comes after the cancel is reported, and one that downstream receives is not")
  func reportsLateFailure() {
    let hook = FailureRecorder(of: nil)
    let late = TestError("mergeDelayingFailures late")
    let received = TestError("mergeDelayingFailures received")
    let failing = Fail<Int, TestError>(error: received)
    failing.mergeDelayingFailures(with: FailsInCancel(late)).record().cancel()
    let told = hook.errors(of: MergedFailures<TestError>.self)
    expectEqual(told.map(\.failures).filter { $0.contains(late) }, [[late]])
    hook.stop()
    let after = FailureRecorder(of: nil)
    expectEqual(failing.mergeDelayingFailures(with: failing).record().failure?.failures, [received, received])
    expect(after.errors(of: MergedFailures<TestError>.self).filter { $0.failures.contains(received) }.isEmpty)
  }

  @Test("A downstream that cancels inside receive(subscription:) receives nothing")
  func cancelAtSubscription() {
    let recorder = RecordingSubscriber<Int, MergedFailures<TestError>>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    let sources = sources()
    sources[0].mergeDelayingFailures(with: sources[1]).subscribe(recorder)
    expectEqual(sources.map(\.subscriberCount), [0, 0])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy

  @Test("Values and failures that are sent from inside a delivery come after it (rule 3)")
  func reentrant() {
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    let (first, second) = (first, second)
    let recorder = a.mergeDelayingFailures(with: b).record { value in
      if value == 1 { b.send(2) }
      if value == 2 {
        a.send(completion: .failure(first))
        b.send(3)
        b.send(completion: .failure(second))
      }
      return .none
    }
    a.send(1)
    expectEqual(recorder.values, [1, 2, 3])
    // The first subject is sending all the while, and completes after that.
    expectEqual(recorder.failure?.failures, [second, first])
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Release, misbehaviour, descriptions

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.passing(token).mergeDelayingFailures(with: source) }, [])
    expectEqual(leaks { source, _ in [source, source].mergeDelayingFailures() }, [])
  }

  @Test("A cancel releases the elements that wait")
  func releasesElements() {
    let source = ScriptedPublisher<Token, TestError>()
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = source.mergeDelayingFailures(with: Empty()).record(demand: .none)
      source.send(token)
      recorder.cancel()
    }
    expect(held == nil)
  }

  @Test("Ignores signals of an input that break the contract")
  func misbehaviourIsIgnored() {
    let other = Empty<Int, TestError>()
    expectEqual(misbehaviour { $0.mergeDelayingFailures(with: other) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(first)) { other.mergeDelayingFailures(with: $0) }, .ignored)
  }

  @Test("A second failure of an input does not count")
  func secondFailure() {
    let (misbehaving, other) = (Source(letsGo: false), Source())
    let recorder = UnguardedPublisher(misbehaving).mergeDelayingFailures(with: other).record()
    misbehaving.send(completion: .failure(first))
    misbehaving.send(completion: .failure(second))
    expect(recorder.completions.isEmpty)
    other.send(completion: .finished)
    expectEqual(recorder.failure?.failures, [first])
  }

  @Test("Its subscription describes itself as MergeDelayingFailures, and the failure shows all failures")
  func description() {
    let expected = NamesReport(subscriber: "MergeDelayingFailures", subscription: "MergeDelayingFailures")
    expectEqual(names { $0.mergeDelayingFailures(with: Empty()) }, expected)
    expectEqual(names { [$0].mergeDelayingFailures() }, expected)
    expectEqual("\(MergedFailures(MarbleFailure(), others: [MarbleFailure()]))", "#, #")
  }

  @Test("Two are equal if their publishers are")
  func equatable() {
    typealias Two = Publishers.MergeDelayingFailures<Just<Int>, Just<Int>>
    expectEqual(Just(1).mergeDelayingFailures(with: Just(2)), Two(Just(1), Just(2)))
    expect(Two(Just(1), Just(2)) != Two(Just(1), Just(3)))
    expectEqual([Just(1)].mergeDelayingFailures(), Publishers.MergeManyDelayingFailures([Just(1)]))
  }

  // MARK: Threads

  @Test("Of publishers that fail on four threads, all elements and all failures arrive, once")
  func threads() {
    let sources = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
    let recorder = sources.mergeDelayingFailures().record()
    concurrently(4) { thread in
      for number in 0..<5_000 { sources[thread].send(thread * 5_000 + number) }
      sources[thread].send(completion: .failure(TestError("\(thread)")))
    }
    expectEqual(recorder.values.sorted(), Array(0..<20_000))
    expectEqual(recorder.failure?.failures.map(\.name).sorted(), ["0", "1", "2", "3"])
    expectEqual(recorder.overlaps, 0)
  }
}
