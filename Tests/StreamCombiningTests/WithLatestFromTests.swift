import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("withLatestFrom")
struct WithLatestFromTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-165.
  @Test("Each element is paired with the latest of the other")
  func pairs() {
    let marks = ["A": "2a", "B": "3b", "C": "4b"] as [Character: String]
    let (run, other) = marbles("-1--2---3-4|", "---a--b----|") { one, other in
      Publishers.Map(upstream: one.withLatestFrom(other)) { $0.0 + $0.1 }
    }
    run.expect("----A---B-C|", values: marks)
    expectEqual(other.upstream, "")
    let (_, endless) = marbles("-1--2---3-4|", "---a--b") { $0.withLatestFrom($1) }
    expectEqual(endless.upstream, "-----------!")
    marbles("-1--2---3-4|", "---a--b----|") { $0.withLatestFrom($1, resultSelector: +) }
      .run.expect("----A---B-C|", values: marks)
    marbles("-1--2---3-4|", "---a--b----|") { one, other in
      Publishers.Map(upstream: one.withLatest(from: other)) { $0.0 + $0.1 }
    }.run.expect("----A---B-C|", values: marks)
    marbles("-1--2---3-4|", "---a--b----|") { $0.withLatest(from: $1, transform: +) }
      .run.expect("----A---B-C|", values: marks)
  }

  @Test("Of two and more others the latest of each is taken, once all have one")
  func packs() {
    let scheduler = TestScheduler()
    let letter: (Character) -> String = { String($0) }
    let a = scheduler.publisher("--4----5--|", failure: MarbleFailure(), value: letter)
    let b = scheduler.publisher("---6------|", failure: MarbleFailure(), value: letter)
    let c = scheduler.publisher("-----78|", failure: MarbleFailure(), value: letter)
    marbles("-1--2---3-|", value: letter, scheduler: scheduler) {
      Publishers.Map(upstream: $0.withLatestFrom(a, b)) { $0.0 + $0.1 + $0.2 }
    }.expect("----A---B-|", values: ["A": "246", "B": "356"])
    marbles("-1--2---3-|", value: letter, scheduler: scheduler) {
      $0.withLatestFrom(a, b, c) { $0 + $1 + $2 + $3 }
    }.expect("--------A-|", values: ["A": "3568"])
  }

  @Test("A pack infers the types of its elements")
  func packTypes() {
    let values = Just(1).withLatestFrom(Just("a"), Just(2.5), Just(true), Just(Character("c"))).record().values
    let value: (Int, String, Double, Bool, Character)? = values.first
    expect(value?.0 == 1 && value?.1 == "a" && value?.2 == 2.5 && value?.3 == true && value?.4 == "c")
    expectEqual(Just(1).withLatestFrom(Just("a"), Just(2.5)) { "\($0)\($1)\($2)" }.record().values, ["1a2.5"])
  }

  @Test("Another that cannot fail needs no conversion")
  func unfailing() {
    let upstream = Source()
    let recorder = upstream.withLatestFrom(Just(5)) { $0 + $1 }.record()
    let pairs = upstream.withLatestFrom(Just(5)).record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [6])
    expectEqual(pairs.values.map { $0 + $1 }, [6])
    expectEqual(recorder.failure, TestError())
    expectEqual(pairs.failure, TestError())
    expectEqual([1, 2].publisher.withLatestFrom(Just(5)).record().values.map { $0 + $1 }, [6, 7])
    expectEqual([1, 2].publisher.withLatestFrom(Just(5)) { $0 + $1 }.record().values, [6, 7])
  }

  // Case XA-166.
  @Test("An element that comes before the other's first is left out, and replaced by one more request")
  func leftOut() {
    let (upstream, other) = (Source(), Source())
    let recorder = upstream.withLatestFrom(other) { $0 + $1 }.record(demand: .max(2))
    expectEqual(other.requests, [.demand(.unlimited)])
    expectEqual(upstream.requests, [.demand(.max(2))])
    for value in 1...3 { expectEqual(upstream.send(value), .max(1)) }
    expect(recorder.values.isEmpty)
    other.send(10)
    expectEqual(upstream.send(4), .none)
    expectEqual(recorder.values, [14])
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
  }

  // Case XA-167.
  @Test("Another that finishes without an element finishes the whole")
  func emptyOther() {
    let (run, _) = marbles("-1--2---3-4|", "---|") { $0.withLatestFrom($1) }
    run.expect("---|", upstream: "---!")
    let upstream = Source()
    expect(upstream.withLatestFrom(Empty<Int, TestError>()).record(demand: .none).isFinished)
    expectEqual(upstream.subscriberCount, 0)
    expectEqual(upstream.requests, [])
  }

  @Test("Another that finishes later leaves its last element in use")
  func finishedOther() {
    marbles("-1--2---3-4|", "--a|") { $0.withLatestFrom($1, resultSelector: +) }
      .run.expect("----A---B-C|", values: ["A": "2a", "B": "3a", "C": "4a"])
  }

  // Case XA-168.
  @Test("A failure of either cancels the other and is passed on")
  func failures() {
    marbles("-1--2---3-4|", "---a-#") { $0.withLatestFrom($1, resultSelector: +) }
      .run.expect("----A#", values: ["A": "2a"], upstream: "-----!")
    let (run, other) = marbles("-1--2-#", "---a") { $0.withLatestFrom($1, resultSelector: +) }
    run.expect("----A-#", values: ["A": "2a"])
    expectEqual(other.upstream, "------!")
  }

  @Test("Publishers after one that has failed inside its subscription are not subscribed to")
  func failsAtOnce() {
    let (upstream, other) = (Source(), Source())
    let recorder = upstream.withLatestFrom(Fail<Int, TestError>(error: TestError()), other).record()
    expectEqual(recorder.failure, TestError())
    expect(other.requests.isEmpty)
    expect(upstream.requests.isEmpty)
  }

  // Case XA-169.
  @Test("A cancel reaches each publisher once, and releases what is held")
  func cancels() {
    let sources = (0..<4).map { _ in ScriptedPublisher<Token, TestError>(letsGo: false) }
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = sources[0].withLatestFrom(sources[1], sources[2], sources[3]) { a, _, _, _ in a }.record()
      for source in sources[1...] { source.send(token) }
      recorder.cancel()
      recorder.cancel()
      sources[0].send(token)
      expect(recorder.values.isEmpty)
    }
    expect(held == nil)
    expectEqual(sources.map(\.cancelCount), [1, 1, 1, 1])
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.withLatestFrom(Just(1)) { a, _ in token.pass(a) } }, [])
    expectEqual(
      leaks { upstream, token in
        upstream.withLatestFrom(upstream.withLatestFrom(upstream)) { a, _ in token.pass(a) }
      }, [])
    expectEqual(
      leaks { upstream, token in
        upstream.withLatestFrom(upstream, upstream) { a, _, _ in token.pass(a) }
      }, [])
  }

  @Test("A replaced element is released outside the lock: its end may come back here")
  func releasesReplaced() {
    final class Sender {
      let action: () -> Void
      init(_ action: @escaping () -> Void) { self.action = action }
      deinit { action() }
    }
    let upstream = PassthroughSubject<Int, Never>()
    let other = PassthroughSubject<Sender, Never>()
    let recorder = upstream.withLatestFrom(other) { a, _ in a }.record()
    other.send(Sender { upstream.send(7) })
    other.send(Sender {})
    expectEqual(recorder.values, [7])
  }

  @Test("Elements that upstream sends from inside a delivery are delivered after it, in a loop")
  func reentrant() {
    let upstream = PassthroughSubject<Int, Never>()
    let other = CurrentValueSubject<Int, Never>(0)
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { _ in
      if other.value < manyTimes {
        other.value += 1
        upstream.send(1)
      }
      return .none
    }
    upstream.withLatestFrom(other) { $0 * 0 + $1 }.subscribe(recorder)
    upstream.send(0)
    expectEqual(recorder.values, Array(0...manyTimes))
    expectEqual(recorder.overlaps, 0)
  }

  // Case XA-168.
  @Test("While two threads send, each pair is whole, and the other's elements never go back")
  func race() {
    let count = 100_000
    let upstream = PassthroughSubject<Int, TestError>()
    let other = PassthroughSubject<[Int], TestError>()
    let recorder = upstream.withLatestFrom(other).record()
    concurrently(2) { thread in
      for number in 1...count {
        if thread == 0 { upstream.send(number) } else { other.send([number, -number]) }
      }
      if thread == 1 { other.send(completion: .failure(TestError())) }
    }
    let values = recorder.values
    expect(values.allSatisfy { $0.1[0] == -$0.1[1] })
    expect(zip(values, values.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1[0] <= $1.1[0] })
    expectEqual(recorder.failure, TestError())
    expectEqual(recorder.completions.count, 1)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel amid the elements of two threads releases everything")
  func cancelAmidValues() {
    for _ in 0..<300 {
      let (upstream, other) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
      weak var downstream: RecordingSubscriber<Int, Never>?
      do {
        let recorder = upstream.withLatestFrom(other) { $0 + $1 }.record()
        downstream = recorder
        concurrently(3) { thread in
          if thread == 2 { return recorder.cancel() }
          for number in 0..<20 { (thread == 0 ? upstream : other).send(number) }
        }
        let count = recorder.values.count
        upstream.send(99)
        expectEqual(recorder.values.count, count)
        expectEqual(recorder.overlaps, 0)
        recorder.forget()
      }
      expect(downstream == nil)
    }
  }
}
