import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("combineLatestDelayingFailures")
struct CombineLatestDelayingFailuresTests {
  private typealias Side = ScriptedPublisher<Int, TestError>
  private typealias Recorder = RecordingSubscriber<String, MergedFailures<TestError>>

  private let first = TestError("first")
  private let second = TestError("second")

  private func latest<A: Publisher, B: Publisher, T>(
    _ a: A, _ b: B, _ transform: @escaping @Sendable (A.Output, B.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatestDelayingFailures<A, B>, T> where A.Failure == B.Failure {
    Publishers.Map(upstream: a.combineLatestDelayingFailures(b)) { transform($0.0, $0.1) }
  }

  private func sides(letsGo: Bool = true) -> [Side] { (0..<2).map { _ in Side(letsGo: letsGo) } }

  /// Records the pairs of two sides, as words.
  private func record(_ sides: [Side], demand: Subscribers.Demand = .unlimited) -> Recorder {
    latest(sides[0], sides[1]) { "\($0) \($1)" }.record(demand: demand)
  }

  // MARK: Values and the end

  @Test("Without a failure it delivers the pairs of combineLatest, and finishes with the last of both")
  func none() {
    marbles(of: ["-1-2---|", "--3--4-----|"]) { latest($0[0], $0[1]) { $0 * $1 } }.run
      .expect("--36-8-----|")
  }

  // Case XA-403.
  @Test("The latest element of a publisher that has failed is combined with those of the other, until that ends")
  func goesOn() {
    let (run, publishers) = marbles(of: ["-1-2#", "--3--4-----|"]) {
      latest($0[0], $0[1]) { $0 * $1 }
    }
    run.expect("--36-8-----#")
    expectEqual(publishers[1].upstream, "")
    marbles(of: ["-1-2----|", "--3#"]) { latest($0[0], $0[1]) { $0 * $1 } }.run
      .expect("--36----#")
  }

  @Test("The failure has both failures, in the order in which they arrived", arguments: [[0, 1], [1, 0]])
  func both(order: [Int]) {
    let sides = sides(letsGo: false)
    let recorder = record(sides)
    for (side, number) in zip(sides, 1...2) { side.send(number) }
    sides[order[0]].send(completion: .failure(first))
    expect(recorder.completions.isEmpty)
    sides[order[1]].send(3)
    sides[order[1]].send(completion: .failure(second))
    expectEqual(recorder.values, ["1 2", order[0] == 0 ? "1 3" : "3 2"])
    expectEqual(recorder.failure?.failures, [first, second])
    expectEqual(sides.map(\.cancelCount), [0, 0])
  }

  // Case XA-404.
  @Test("A failure without an element cancels the other publisher, since no pair can follow")
  func failsWithoutElement() {
    for (index, ends) in [(0, false), (1, false), (0, true), (1, true)] {
      let sides = sides(letsGo: false)
      let recorder = record(sides)
      let other = sides[1 - index]
      other.send(1)
      if ends { other.send(completion: .failure(first)) }
      sides[index].send(completion: .failure(second))
      expectEqual(recorder.failure?.failures, ends ? [first, second] : [second])
      expectEqual(other.cancelCount, ends ? 0 : 1)
    }
  }

  @Test("A publisher that finishes without an element ends the stream with the failure of the other")
  func finishesWithoutElement() {
    let sides = sides()
    let recorder = record(sides)
    sides[0].send(1)
    sides[0].send(completion: .failure(first))
    expect(recorder.completions.isEmpty)
    sides[1].send(completion: .finished)
    expectEqual(recorder.failure?.failures, [first])
  }

  // MARK: Demand

  @Test("Passes the demand to both, and delivers the newest pair that waits before the failure")
  func demand() {
    let sides = sides()
    let recorder = record(sides, demand: .none)
    for side in sides { expectEqual(side.demand, .none) }
    recorder.request(.max(1))
    for side in sides { expectEqual(side.demand, .max(1)) }
    for (side, number) in zip(sides, 1...2) { side.send(number) }
    for number in 3...4 { sides[1].send(number) }
    for side in sides { side.send(completion: .failure(first)) }
    expectEqual(recorder.values, ["1 2"])
    expect(recorder.completions.isEmpty)
    recorder.request(.unlimited)
    expectEqual(recorder.values, ["1 2", "1 4"])
    expectEqual(recorder.failure?.failures, [first, first])
  }

  @Test("Without demand the failure comes, if no pair waits")
  func failsWithoutDemand() {
    let failing = Fail<Int, TestError>(error: first)
    let recorder = failing.combineLatestDelayingFailures(Empty<Int, TestError>()).record(demand: .none)
    expectEqual(recorder.failure?.failures, [first])
  }

  // MARK: Cancelling, and failures that downstream does not receive

  @Test("A failure that waits when downstream cancels is reported, once, and the other publisher is cancelled")
  func reportsAtCancel() {
    let hook = FailureRecorder(of: nil)
    let failure = TestError("combineLatestDelayingFailures, cancelled")
    let sides = sides(letsGo: false)
    let recorder = record(sides)
    sides[0].send(1)
    sides[0].send(completion: .failure(failure))
    for _ in 0..<2 { recorder.cancel() }
    sides[1].send(2)
    expectEqual(sides.map(\.cancelCount), [0, 1])
    let told = hook.errors(of: MergedFailures<TestError>.self).map(\.failures).filter { $0.contains(failure) }
    expectEqual(told, [[failure]])
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy, release, misbehaviour, descriptions

  @Test("What is sent from inside a delivery comes after it, failures too (rule 3)")
  func reentrant() {
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    let (first, second) = (first, second)
    let recorder = latest(a, b) { "\($0) \($1)" }.record { pair in
      if pair == "1 2" {
        a.send(completion: .failure(first))
        b.send(3)
        b.send(completion: .failure(second))
      }
      return .none
    }
    a.send(1)
    b.send(2)
    expectEqual(recorder.values, ["1 2", "1 3"])
    // The second subject is sending all the while, and completes after that.
    expectEqual(recorder.failure?.failures, [first, second])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Releases downstream and the elements, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.passing(token).combineLatestDelayingFailures(source) }, [])
    let source = ScriptedPublisher<Token, TestError>()
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = source.combineLatestDelayingFailures(Empty<Int, TestError>(completeImmediately: false)).record()
      source.send(token)
      source.send(completion: .failure(first))
      recorder.cancel()
    }
    expect(held == nil)
  }

  @Test("Ignores signals of an input that break the contract")
  func misbehaviourIsIgnored() {
    let other = Result<Int, TestError>.Publisher(1)
    for end in [Subscribers.Completion<TestError>.finished, .failure(first)] {
      expectEqual(misbehaviour(ending: end) { $0.combineLatestDelayingFailures(other) }, .ignored)
      expectEqual(misbehaviour(ending: end) { other.combineLatestDelayingFailures($0) }, .ignored)
    }
  }

  @Test("Its subscription describes itself as CombineLatestDelayingFailures")
  func description() {
    let expected = NamesReport(
      subscriber: "CombineLatestDelayingFailures", subscription: "CombineLatestDelayingFailures")
    expectEqual(names { $0.combineLatestDelayingFailures(Result<Int, TestError>.Publisher(1)) }, expected)
  }

  @Test("Two are equal if their publishers are")
  func equatable() {
    typealias Two = Publishers.CombineLatestDelayingFailures<Just<Int>, Just<Int>>
    expectEqual(Just(1).combineLatestDelayingFailures(Just(2)), Two(Just(1), Just(2)))
    expect(Two(Just(1), Just(2)) != Two(Just(1), Just(3)))
  }

  // MARK: Threads

  @Test("Of two that fail on two threads, the last pair has the last elements, and both failures arrive")
  func threads() {
    let sides = (0..<2).map { _ in PassthroughSubject<Int, TestError>() }
    let recorder = latest(sides[0], sides[1]) { "\($0) \($1)" }.record()
    for side in sides { side.send(0) }
    concurrently(2) { thread in
      for number in 1...5_000 { sides[thread].send(number) }
      sides[thread].send(completion: .failure(TestError("\(thread)")))
    }
    expectEqual(recorder.values.last, "5000 5000")
    expectEqual(recorder.failure?.failures.map(\.name).sorted(), ["0", "1"])
    expectEqual(recorder.overlaps, 0)
  }
}
