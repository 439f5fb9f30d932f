import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("combineLatest")
struct CombineLatestTests {
  private typealias Side = ScriptedPublisher<Int, TestError>

  private func sides(_ count: Int = 2, letsGo: Bool = true) -> [Side] {
    (0..<count).map { _ in Side(letsGo: letsGo) }
  }

  // MARK: Values

  @Test("Joins the latest values of both once each has delivered one, and finishes when both have")
  func latest() {
    let numbers = PassthroughSubject<Int, Never>()
    let letters = PassthroughSubject<String, Never>()
    let recorder = numbers.combineLatest(letters) { "\($0)\($1)" }.record()
    numbers.send(1)
    numbers.send(2)
    expectEqual(recorder.values, [])
    letters.send("a")
    letters.send("b")
    numbers.send(3)
    letters.send("c")
    expectEqual(recorder.values, ["2a", "2b", "3b", "3c"])
    numbers.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    letters.send("d")
    letters.send(completion: .finished)
    expectEqual(recorder.values.last, "3d")
    expect(recorder.isFinished)
  }

  /// What A, B and C send, in the order of the schedule: A and C at 100, 200, 350 and 400; B at 100, 250, 300 and 450.
  private func playSchedule(
    _ a: PassthroughSubject<String, TestError>, _ b: PassthroughSubject<Int, TestError>,
    _ c: PassthroughSubject<String, TestError>, ending: Subscribers.Completion<TestError>
  ) {
    a.send("a")
    b.send(1)
    c.send("x")
    a.send("b")
    c.send("y")
    b.send(2)
    b.send(3)
    a.send("c")
    c.send("z")
    a.send(completion: ending)
    b.send(4)
  }

  @Test("Three inputs on a schedule, of which one finishes, give their tuples at the times of the values")
  func schedule() {
    let (a, b, c) = (
      PassthroughSubject<String, TestError>(), PassthroughSubject<Int, TestError>(),
      PassthroughSubject<String, TestError>()
    )
    let recorder = a.combineLatest(b, c) { "\($0)\($1)\($2)" }.record()
    playSchedule(a, b, c, ending: .finished)
    expectEqual(recorder.values, ["a1x", "b1x", "b1y", "b2y", "b3y", "c3y", "c3z", "c4z"])
    expect(recorder.completions.isEmpty)
  }

  @Test("An input that fails on a schedule ends the stream at its time")
  func scheduleWithFailure() {
    let (a, b, c) = (
      PassthroughSubject<String, TestError>(), PassthroughSubject<Int, TestError>(),
      PassthroughSubject<String, TestError>()
    )
    let recorder = a.combineLatest(b) { "\($0)\($1)" }.record()
    playSchedule(a, b, c, ending: .failure(TestError()))
    expectEqual(recorder.values, ["a1", "b1", "b2", "b3", "c3"])
    expectEqual(recorder.failure, TestError())
  }

  @Test("Three and four publishers give tuples in the order of the arguments")
  func threeAndFour() {
    let three = Just(1).combineLatest(Just("a"), [true, false].publisher).record()
    expectEqual(three.values.count, 2)
    expectEqual(three.values.last.map { $0 == (1, "a", false) }, true)
    expect(three.isFinished)
    let four = Just(1).combineLatest(Just("a"), Just(true), [0.5, 1.5].publisher).record()
    expectEqual(four.values.count, 2)
    expectEqual(four.values.last.map { $0 == (1, "a", true, 1.5) }, true)
    expectEqual(Just(1).combineLatest(Just(2), Just(3)) { [$0, $1, $2] }.record().values, [[1, 2, 3]])
    let joined = Just(1).combineLatest(Just(2), Just(3), Just(4)) { [$0, $1, $2, $3] }.record()
    expectEqual(joined.values, [[1, 2, 3, 4]])
    expect(joined.isFinished)
  }

  @Test("A publisher may be joined with itself")
  func withItself() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = subject.combineLatest(subject) { $0 * 10 + $1 }.record()
    subject.send(1)
    expectEqual(recorder.values, [0, 10, 11])
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    typealias A = Just<Int>
    typealias B = Just<String>
    let (a, b) = (Just(1), Just("a"))
    #expect(type(of: a.combineLatest(b)) == Publishers.CombineLatest<A, B>.self)
    #expect(type(of: a.combineLatest(b, a)) == Publishers.CombineLatest3<A, B, A>.self)
    #expect(type(of: a.combineLatest(b, a, b)) == Publishers.CombineLatest4<A, B, A, B>.self)
    #expect(
      type(of: a.combineLatest(b) { _, _ in true }) == Publishers.Map<Publishers.CombineLatest<A, B>, Bool>.self)
  }

  @Test("A thousand publishers, joined in pairs, deliver the combination of their values")
  func chain() {
    let subjects = (0..<1_000).map { _ in CurrentValueSubject<Int, Never>(1) }
    // Halves are joined with halves: a chain of one after the other would be a thousand stages deep.
    var level = subjects.map { $0.eraseToAnyPublisher() }
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { index in
        index + 1 < level.count
          ? level[index].combineLatest(level[index + 1]) { $0 + $1 }.eraseToAnyPublisher() : level[index]
      }
    }
    let recorder = level[0].record()
    expectEqual(recorder.values, [1_000])
    subjects[0].send(2)
    subjects[999].send(2)
    expectEqual(recorder.values, [1_000, 1_001, 1_002])
    recorder.cancel()
  }

  @Test("A chain of five hundred combinations delivers its values")
  func leftFold() {
    let subjects = (0..<500).map { _ in CurrentValueSubject<Int, Never>(1) }
    let chain = subjects.dropFirst().reduce(subjects[0].eraseToAnyPublisher()) { chain, subject in
      chain.combineLatest(subject) { $0 + $1 }.eraseToAnyPublisher()
    }
    let recorder = chain.record()
    expectEqual(recorder.values, [500])
    subjects[0].send(2)
    for subject in subjects { subject.send(completion: .finished) }
    expectEqual(recorder.values, [500, 501])
    expect(recorder.isFinished)
  }

  // MARK: Demand

  @Test("Beyond the demand only the latest pair waits, and is delivered at the next request (rule 2)")
  func beyondDemand() {
    let sides = sides()
    let recorder = sides[0].combineLatest(sides[1]) { $0 + $1 }.record(demand: .max(1))
    sides[0].send(1)
    sides[1].send(10)
    expectEqual(recorder.values, [11])
    sides[0].send(2)
    sides[1].send(20)
    sides[0].send(3)
    expectEqual(recorder.values, [11])
    recorder.request(.max(2))
    expectEqual(recorder.values, [11, 23])
    sides[0].send(4)
    sides[0].send(5)
    expectEqual(recorder.values, [11, 23, 24])
    recorder.request(.unlimited)
    expectEqual(recorder.values, [11, 23, 24, 25])
  }

  @Test("Sequences under demand of one at a time lose nothing")
  func oneAtATime() {
    let recorder = Just(100).combineLatest((1...50).publisher) { $0 + $1 }.record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values, Array(101...150))
    expect(recorder.isFinished)
  }

  // MARK: Completion and failure

  @Test("Finishes, and cancels the others, as soon as an input finishes without a value", arguments: 0..<3)
  func finishesWithoutElement(silent: Int) {
    let sides = sides(3)
    let recorder = sides[0].combineLatest(sides[1], sides[2]).record()
    for index in 0..<3 where index != silent { sides[index].send(1) }
    sides[silent].send(completion: .finished)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
    expectEqual((0..<3).map { sides[$0].cancelCount }, (0..<3).map { $0 == silent ? 0 : 1 })
  }

  // MARK: Cancellation and re-entrancy

  @Test("A waiting pair is released by a cancel, though the subscription is kept")
  func releasesWaiting() {
    let sides = (0..<2).map { _ in PassthroughSubject<Token, Never>() }
    let waiting = Box<[Token]>([])
    let recorder = RecordingSubscriber<(Token, Token), Never>()
    recorder.onValue = { [weak recorder] _ in
      if let token = waiting.update({ $0.popLast() }) { sides[0].send(token) }
      recorder?.cancel()
      return .none
    }
    sides[0].combineLatest(sides[1]).subscribe(recorder)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      waiting.value = [token]
    }
    for side in sides { side.send(Token()) }
    expectEqual(recorder.values.count, 1)
    expect(held == nil)
  }

  @Test("Values sent from inside a delivery are all delivered after it, and the finish last (rule 3)")
  func reentrantSend() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.combineLatest(b) { $0 * 10 + $1 }.record { value in
      if value == 11 {
        a.send(2)
        a.send(3)
        b.send(4)
        a.send(completion: .finished)
        b.send(completion: .finished)
      }
      return .none
    }
    a.send(1)
    b.send(1)
    expectEqual(recorder.values, [11, 21, 31, 34])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Release

  @Test("Releases downstream and of the closure, however the stream ends")
  func release() {
    expectEqual(
      leaks { source, token in source.combineLatest(source) { a, _ in token.pass(a) } }, [])
    let other = CurrentValueSubject<Int, TestError>(0)
    // A finish of one side that has spoken is no end, if the others go on.
    expectEqual(leaks { source, _ in source.combineLatest(source, source) }, [])
    expectEqual(
      leaks { source, _ in other.combineLatest(source, source, source) }, ["downstream after finish"])
  }

  @Test("Releases a value as soon as a later one replaces it, and the latest ones at the end")
  func releasesElements() {
    let a = PassthroughSubject<Token, TestError>()
    let b = PassthroughSubject<Token, TestError>()
    let recorder = a.combineLatest(b) { _, _ in true }.record()
    weak var first: Token?
    weak var second: Token?
    do {
      let (one, two) = (Token(), Token())
      (first, second) = (one, two)
      a.send(one)
      a.send(two)
    }
    expect(first == nil)
    expect(second != nil)
    b.send(completion: .failure(TestError()))
    expect(second == nil)
    expect(recorder.failure != nil)
  }

  // MARK: Misbehaviour, descriptions, equality, independence

  @Test("Two are equal if their inputs are")
  func equatable() {
    let (a, b) = (Just(1), Just(2))
    expectEqual(a.combineLatest(b), a.combineLatest(b))
    expect(a.combineLatest(b) != a.combineLatest(a))
    expectEqual(a.combineLatest(b, a), a.combineLatest(b, a))
    expect(a.combineLatest(b, a) != a.combineLatest(b, b))
    expectEqual(a.combineLatest(b, a, b), a.combineLatest(b, a, b))
    expect(a.combineLatest(b, a, b) != b.combineLatest(b, a, b))
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let publisher = a.combineLatest(b) { $0 + $1 }
    let first = publisher.record()
    a.send(1)
    let second = publisher.record()
    b.send(10)
    a.send(2)
    expectEqual(first.values, [11, 12])
    expectEqual(second.values, [12])
  }
}
