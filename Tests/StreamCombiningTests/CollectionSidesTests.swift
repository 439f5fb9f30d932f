import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("combineLatest and zip of a collection")
struct CollectionSidesTests {
  // Case XA-155.
  @Test("combineLatest delivers the latest of each, in the order of the collection")
  func latest() {
    let values = ["A": ["1", "3"], "B": ["2", "3"]] as [Character: [String]]
    marbles("-1--2--|", "--3-----|") { [$0, $1].combineLatest() }.run.expect("--A-B---|", values: values)
  }

  @Test("zip delivers an element of each, in the order of the collection")
  func byPosition() {
    let values = ["A": ["1", "4"], "B": ["2", "5"]] as [Character: [String]]
    let (run, other) = marbles("-1--2--3--|", "--4---5----|") { [$0, $1].zipMany() }
    run.expect("--A---B----|", values: values)
    expectEqual(other.upstream, "")
    let (finished, endless) = marbles("-1|", "--4") { [$0, $1].zipMany() }
    finished.expect("--(A|)", values: values)
    expectEqual(endless.upstream, "--!")
  }

  // Case XA-156.
  @Test("An empty collection finishes at once, with a sentinel after that, which waits for demand")
  func empty() {
    let none = [Just<Int>]()
    expect(none.combineLatest().record(demand: .none).isFinished)
    expect(none.zipMany().record(demand: .none).isFinished)
    for publisher in [
      none.combineLatest(emptySentinel: [7]).eraseToAnyPublisher(),
      none.zipMany(emptySentinel: [7]).eraseToAnyPublisher(),
    ] {
      let recorder = publisher.record(demand: .none)
      expect(recorder.values.isEmpty)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      expectEqual(recorder.values, [[7]])
      expect(recorder.isFinished)
    }
    expectEqual([Just(1)].combineLatest(emptySentinel: [7]).record().values, [[1]])
    expectEqual([Just(1)].zipMany(emptySentinel: [7]).record().values, [[1]])
  }

  // Case XA-157.
  @Test("One member delivers arrays of one element")
  func one() {
    let values = ["A": [1], "B": [2]] as [Character: [Int]]
    marbles("-1-2-|") { [$0].combineLatest() }.expect("-A-B-|", values: values)
    marbles("-1-2-#") { [$0].combineLatest() }.expect("-A-B-#", values: values)
    marbles("-1-2-|") { [$0].zipMany() }.expect("-A-B-|", values: values)
    marbles("-1-2-#") { [$0].zipMany() }.expect("-A-B-#", values: values)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = [upstream].combineLatest().record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
  }

  // Case XA-158.
  @Test("A thousand publishers that each send once deliver one array, and end in any order")
  func thousand() {
    for combinesLatest in [true, false] {
      let subjects = (0..<1_000).map { _ in PassthroughSubject<Int, TestError>() }
      let joined =
        combinesLatest ? subjects.combineLatest().eraseToAnyPublisher() : subjects.zipMany().eraseToAnyPublisher()
      let recorder = joined.record()
      for (number, subject) in subjects.enumerated().reversed() { subject.send(number) }
      expectEqual(recorder.values, [Array(0..<1_000)])
      subjects[500].send(-1)
      expectEqual(recorder.values.count, (combinesLatest ? 2 : 1))
      for subject in subjects where subject !== subjects[500] { subject.send(completion: .finished) }
      subjects[500].send(completion: .finished)
      expect(recorder.isFinished)
    }
  }

  @Test("Many members that deliver inside their subscription do not grow the stack")
  func synchronous() {
    let count = manyTimes
    expectEqual((0..<count).map { Just($0) }.combineLatest().record().values, [Array(0..<count)])
    expectEqual((0..<count).map { Just($0) }.zipMany().record().values, [Array(0..<count)])
  }

  @Test("Of arrays beyond the demand combineLatest keeps the newest, and zip all")
  func demand() {
    let sources = (0..<2).map { _ in ScriptedPublisher<Int, TestError>() }
    let latest = sources.combineLatest().record(demand: .none)
    let zipped = sources.zipMany().record(demand: .none)
    for value in 1...3 { for source in sources { source.send(value) } }
    for recorder in [latest, zipped] { recorder.request(.max(1)) }
    expectEqual(latest.values, [[3, 3]])
    expectEqual(zipped.values, [[1, 1]])
    zipped.request(.unlimited)
    expectEqual(zipped.values, [[1, 1], [2, 2], [3, 3]])
  }

  @Test("Publishers after one that has failed or finished empty inside its subscription are not subscribed to")
  func endsAtOnce() {
    let source = ScriptedPublisher<Int, TestError>()
    let last = source.eraseToAnyPublisher()
    for first in [Empty<Int, TestError>().eraseToAnyPublisher(), Fail(error: TestError()).eraseToAnyPublisher()] {
      expectEqual([first, last].combineLatest().record().completions.count, 1)
      expectEqual([first, last].zipMany().record().completions.count, 1)
    }
    expect(source.requests.isEmpty)
  }

  @Test("A failure cancels the others; a cancel reaches all, once")
  func ends() {
    for combinesLatest in [true, false] {
      let sources = (0..<3).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
      let joined =
        combinesLatest ? sources.combineLatest().eraseToAnyPublisher() : sources.zipMany().eraseToAnyPublisher()
      let failed = joined.record()
      sources[1].send(1)
      sources[2].send(completion: .failure(TestError()))
      expectEqual(failed.failure, TestError())
      expectEqual(sources.map(\.cancelCount), [1, 1, 0])
    }
    let sources = (0..<3).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
    let cancelled = sources.zipMany().record()
    cancelled.cancel()
    cancelled.cancel()
    expectEqual(sources.map(\.cancelCount), [1, 1, 1])
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in [upstream.eraseToAnyPublisher().passing(token)].combineLatest() }, [])
    expectEqual(leaks { upstream, token in [upstream.eraseToAnyPublisher().passing(token)].zipMany() }, [])
  }

  @Test("Arrays that downstream keeps do not change, and are released by it")
  func keptArrays() {
    let sources = (0..<2).map { _ in PassthroughSubject<Token?, Never>() }
    let recorder = sources.combineLatest().record()
    let subscription = recorder.subscription
    weak var held: Token?
    do {
      let token = Token()
      held = token
      sources[0].send(token)
      sources[1].send(nil)
      sources[0].send(nil)
      expectEqual(recorder.values.map { $0.map { $0 == nil } }, [[false, true], [true, true]])
    }
    expect(held != nil)
    recorder.forget()
    expect(held == nil)
    subscription?.cancel()
  }

  @Test("A replaced element is released outside the lock: its end may come back here")
  func releasesReplaced() {
    final class Sender {
      let action: () -> Void
      init(_ action: @escaping () -> Void) { self.action = action }
      deinit { action() }
    }
    let sources = (0..<2).map { _ in PassthroughSubject<Sender, Never>() }
    let counted = Box(0)
    let subscription = sources.combineLatest().sink { _ in counted.increment() }
    sources[0].send(Sender { sources[1].send(Sender {}) })
    sources[1].send(Sender {})
    sources[0].send(Sender {})
    expectEqual(counted.value, 3)
    subscription.cancel()
  }

  @Test("Values from two threads are combined one step at a time")
  func threads() {
    let subjects = (0..<2).map { _ in CurrentValueSubject<Int, Never>(0) }
    let latest = subjects.combineLatest().record()
    let zipped = subjects.zipMany().record()
    concurrently(2) { thread in for number in 1...2_000 { subjects[thread].send(number) } }
    expectEqual(latest.values.count, 4_001)
    expectEqual(latest.values.last, [2_000, 2_000])
    expectEqual(zipped.values, (0...2_000).map { [$0, $0] })
    expectEqual(latest.overlaps + zipped.overlaps, 0)
  }
}

extension Publisher {
  /// The same values, by way of a closure that holds the token.
  func passing(_ token: Token) -> Publishers.Map<Self, Output> {
    Publishers.Map(upstream: self) { token.pass($0) }
  }
}
