import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("forkJoin")
struct ForkJoinTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-177.
  @Test("The last element of each is delivered when all have finished")
  func delivers() {
    let (run, other) = marbles("-1-2-|", "--a----|") { one, other in
      Publishers.Map(upstream: one.forkJoin(other)) { $0.0 + $0.1 }
    }
    run.expect("-------(A|)", values: ["A": "2a"])
    expectEqual(other.upstream, "")
    let all = marbles(of: ["-1-2-|", "--3----|", "45|"]) { $0.forkJoin() }
    all.run.expect("-------(A|)", values: ["A": [2, 3, 5]])
  }

  // Case XA-178.
  @Test("A publisher that finishes without an element finishes the whole, and cancels the others")
  func empty() {
    marbles("-1-2-|", "--|") { $0.forkJoin($1) }.run.expect("--|", upstream: "--!")
    let all = marbles(of: ["-1-2-|", "-|"]) { $0.forkJoin() }
    all.run.expect("-|")
    expectEqual(all.publishers.map(\.upstream), ["-!", ""])
    expect([Just<Int>]().forkJoin().record(demand: .none).isFinished)
  }

  // Case XA-179.
  @Test("All are asked for everything, and the result waits for demand")
  func demand() {
    let sources = (0..<2).map { _ in Source() }
    let (array, tuple) = (
      sources.forkJoin().record(demand: .none), sources[0].forkJoin(sources[1]).record(demand: .none)
    )
    for (number, source) in sources.enumerated() {
      expectEqual(source.requests, [.demand(.unlimited), .demand(.unlimited)])
      source.send(number)
      source.send(completion: .finished)
    }
    expect(array.values.isEmpty && array.completions.isEmpty)
    expect(tuple.values.isEmpty && tuple.completions.isEmpty)
    array.request(.max(1))
    tuple.request(.max(1))
    expectEqual(array.values, [[0, 1]])
    expectEqual(tuple.values.map { [$0.0, $0.1] }, [[0, 1]])
    expect(array.isFinished && tuple.isFinished)
  }

  // Case XA-180.
  @Test("The first failure cancels the others and is passed on, without demand, too")
  func failure() {
    marbles("-1-2-|", "--#") { $0.forkJoin($1) }.run.expect("--#", upstream: "--!")
    let sources = (0..<3).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
    let recorder = sources.forkJoin().record(demand: .none)
    sources[0].send(1)
    sources[0].send(completion: .finished)
    sources[2].send(completion: .failure(TestError()))
    expectEqual(recorder.failure, TestError())
    expectEqual(sources.map(\.cancelCount), [0, 1, 0])
  }

  @Test("One publisher alone delivers its last element; tuples have the types of their publishers")
  func types() {
    let values = Just(1).forkJoin(Just("a"), Just(2.5), Just(true)).record().values
    let value: (Int, String, Double, Bool)? = values.first
    expect(value?.0 == 1 && value?.1 == "a" && value?.2 == 2.5 && value?.3 == true)
    expect([1, 2].publisher.forkJoin().record().values == [2])
    expectEqual([[1, 2].publisher].forkJoin().record().values, [[2]])
  }

  @Test("Publishers after one that has failed or finished empty inside its subscription are not subscribed to")
  func endsAtOnce() {
    let source = Source()
    #expect(Empty<Int, TestError>().forkJoin(source).record().isFinished)
    #expect(Fail<Int, TestError>(error: TestError()).forkJoin(source).record().failure == TestError())
    expect(
      [Empty<Int, TestError>().eraseToAnyPublisher(), source.eraseToAnyPublisher()].forkJoin().record().isFinished)
    expect(source.requests.isEmpty)
  }

  @Test("A cancel reaches each publisher that runs, once, and releases what is kept")
  func cancels() {
    let sources = (0..<3).map { _ in ScriptedPublisher<Token, TestError>(letsGo: false) }
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = sources[0].forkJoin(sources[1], sources[2]).record(demand: .none)
      for source in sources { source.send(token) }
      sources[0].send(completion: .finished)
      recorder.cancel()
      recorder.cancel()
      sources[1].send(completion: .finished)
      expect(recorder.values.isEmpty)
      expect(recorder.completions.isEmpty)
    }
    expectEqual(sources.map(\.cancelCount), [0, 1, 1])
    expect(held == nil)
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.forkJoin(upstream.passing(token)) }, [])
    expectEqual(leaks { upstream, token in [upstream.passing(token)].forkJoin() }, [])
  }

  @Test("Many publishers that deliver inside their subscription do not grow the stack")
  func many() {
    expectEqual((0..<manyTimes).map { Just($0) }.forkJoin().record().values, [Array(0..<manyTimes)])
  }

  @Test("Publishers that finish on two threads cause one result")
  func threads() {
    for _ in 0..<1_000 {
      let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = subjects.forkJoin().record()
      concurrently(2) { thread in
        for number in 1...3 { subjects[thread].send(number) }
        subjects[thread].send(completion: .finished)
      }
      expectEqual(recorder.values, [[3, 3]])
      expectEqual(recorder.completions.count, 1)
    }
  }
}
