import StreamCombining
import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("race(with:)")
struct RaceTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-170.
  @Test("The first to deliver an element wins, and the other is cancelled")
  func values() {
    let expected = ["a": "a", "b": "b", "c": "c"] as [Character: String]
    marbles("---1-2-|", "--a-b-c-|") { $0.race(with: $1) }.run
      .expect("--a-b-c-|", values: expected, upstream: "--!")
    marbles("---1-2-|", "--a-b-c-|") { $0.amb($1) }.run.expect("--a-b-c-|", values: expected)
    marbles("---1-2-|", "--a-b-c-|") { [$0, $1].race() }.run.expect("--a-b-c-|", values: expected, upstream: "--!")
    marbles("---1-2-|", "--a-b-c-|") { [$0, $1].amb() }.run.expect("--a-b-c-|", values: expected)
    let (run, other) = marbles("-1-2-|", "--a-b-c-|") { $0.race(with: $1) }
    run.expect("-1-2-|")
    expectEqual(other.upstream, "-!")
  }

  // Case XA-171.
  @Test("A finish wins")
  func finishes() {
    marbles("--|", "---1") { $0.race(with: $1) }.run.expect("--|")
    marbles("---1", "--|") { $0.race(with: $1) }.run.expect("--|", upstream: "--!")
  }

  // Case XA-172.
  @Test("A failure wins")
  func failures() {
    marbles("--#", "---1") { $0.race(with: $1) }.run.expect("--#")
    marbles("---1", "--#") { $0.race(with: $1) }.run.expect("--#", upstream: "--!")
  }

  // Case XA-173.
  @Test("In one tick the first listed wins; without demand no element wins, but a failure does")
  func ties() {
    let (run, other) = marbles("--1-2|", "--a-b|") { $0.race(with: $1) }
    run.expect("--1-2|")
    expectEqual(other.upstream, "--!")
    let sources = [Source(), Source()]
    let recorder = sources.race().record(demand: .none)
    sources[0].send(1)
    expectEqual(sources.map(\.cancelCount), [0, 0])
    sources[1].send(completion: .failure(TestError()))
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, TestError())
    expectEqual(sources.map(\.cancelCount), [1, 0])
  }

  @Test("A value that nobody has asked for is reported as dropped, one that comes after the race is not")
  func reportsDrops() {
    let sources = [Source(letsGo: false), Source(letsGo: false)]
    let drops = reportedDrops {
      let recorder = sources.race().record(demand: .none)
      sources[0].send(1)
      recorder.request(.max(1))
      for source in sources.reversed() { source.send(2) }
      expectEqual(recorder.values, [2])
    }
    expectEqual(drops, [DropReport(operatorName: "Race", reason: .beyondDemand)])
  }

  @Test("All are asked for downstream's demand, after the first signal the winner alone")
  func demand() {
    let sources = [Source(), Source()]
    let recorder = sources[0].race(with: sources[1]).record(demand: .max(2)) { _ in .max(4) }
    recorder.request(.max(1))
    expectEqual(sources[1].send(1), .max(4))
    recorder.request(.max(5))
    expectEqual(sources[0].requests, [.demand(.max(2)), .demand(.max(1)), .cancel])
    expectEqual(sources[1].requests, [.demand(.max(2)), .demand(.max(1)), .demand(.max(5))])
  }

  @Test("Those after one that signals inside its subscription are not subscribed to")
  func synchronous() {
    let other = Source()
    #expect(Result<Int, TestError>.Publisher(1).race(with: other).record().values == [1])
    #expect(Empty<Int, TestError>().race(with: other).record(demand: .none).isFinished)
    #expect(Fail<Int, TestError>(error: TestError()).race(with: other).record().failure == TestError())
    expect(other.requests.isEmpty)
  }

  @Test("An empty collection finishes at once; one of many members is flat")
  func collections() {
    expect([Just<Int>]().race().record(demand: .none).isFinished)
    let subjects = (0..<manyTimes).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = subjects.race().record()
    for number in [700, 3, 700] { subjects[number].send(number) }
    subjects[3].send(completion: .finished)
    expectEqual(recorder.values, [700, 700])
    subjects[700].send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("The losers are cancelled before the first signal is delivered; a cancel from inside that ends the stream")
  func order() {
    let (first, second) = (ScriptedPublisher<Int, TestError>(letsGo: false), Source(letsGo: false))
    let recorder = RecordingSubscriber<Int, TestError>()
    let cancelsAtValue = Box(-1)
    recorder.onValue = { _ in
      cancelsAtValue.value = second.cancelCount
      return .none
    }
    first.race(with: second).subscribe(recorder)
    first.send(1)
    expectEqual(cancelsAtValue.value, 1)
    second.send(2)
    second.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])

    let cancelled = RecordingSubscriber<Int, TestError>()
    let loser = PublisherOnCancel { cancelled.cancel() }
    let winner = Source(letsGo: false)
    winner.race(with: loser).subscribe(cancelled)
    winner.send(1)
    expect(cancelled.values.isEmpty)
    expectEqual(winner.cancelCount, 1)
    winner.send(completion: .finished)
    expect(cancelled.completions.isEmpty)
  }

  /// Calls a closure when it is cancelled.
  private struct PublisherOnCancel: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    let onCancel: @Sendable () -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      subscriber.receive(subscription: ScriptedSubscription(onCancel: onCancel))
    }
  }

  @Test("A cancel before and after the first signal reaches all that are left, once")
  func cancels() {
    for isWon in [false, true] {
      let sources = (0..<3).map { _ in Source(letsGo: false) }
      let recorder = sources.race().record()
      if isWon { sources[1].send(1) }
      recorder.cancel()
      recorder.cancel()
      for source in sources { source.send(2) }
      sources[0].send(completion: .finished)
      expectEqual(sources.map(\.cancelCount), [1, 1, 1])
      expectEqual(recorder.values, (isWon ? [1] : []))
      expect(recorder.completions.isEmpty)
    }
  }

  @Test("A second subscription is cancelled, and so is one that comes after the race is over")
  func subscriptions() {
    let (first, late) = (Source(letsGo: false), Source(sendsSubscription: false, letsGo: false))
    let recorder = first.race(with: late).record()
    first.sendSubscription()
    expectEqual(first.cancelCount, 1)
    first.send(1)
    late.sendSubscription()
    expectEqual(late.requests, [.cancel])
    expectEqual(recorder.subscriptions.count, 1)
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.passing(token).race(with: upstream.passing(token)) }, [])
    expectEqual(leaks { upstream, token in [upstream.passing(token), upstream.passing(token)].race() }, [])
  }

  @Test("Of racers on several threads one wins, all of whose values come")
  func threads() {
    for _ in 0..<300 {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = subjects.race().record()
      concurrently(3) { thread in
        for number in 0..<10 { subjects[thread].send(thread * 100 + number) }
        subjects[thread].send(completion: .finished)
      }
      let winner = (recorder.values.first ?? 0) / 100
      expectEqual(recorder.values, (0..<10).map { winner * 100 + $0 })
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
