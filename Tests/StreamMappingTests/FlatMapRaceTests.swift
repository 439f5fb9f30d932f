import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("flatMapRace")
struct FlatMapRaceTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func children(_ count: Int) -> [Upstream] {
    (0..<count).map { _ in Upstream(letsGo: false) }
  }

  // Case XA-056.
  @Test("The first publisher to deliver wins; the others and upstream are cancelled")
  func values() {
    childMarbles("-a-b-c----|", ["a": "-----1|", "b": "-2-3|"]) { $0.flatMapRace($1) }
      .expect("----2-3|", upstream: "----!")
  }

  // Case XA-057.
  @Test("A finish without a value wins, and so does a failure")
  func ends() {
    childMarbles("-a-b---", ["a": "--|", "b": "-2|"]) { $0.flatMapRace($1) }.expect("---|", upstream: "---!")
    childMarbles("-a-b---", ["a": "-----1|", "b": "-#"]) { $0.flatMapRace($1) }.expect("----#", upstream: "----!")
  }

  // Case XA-058.
  @Test("Of two values in one tick, that of the publisher which was made first wins")
  func tie() {
    childMarbles("-(ab)---", ["a": "--1-2|", "b": "--3-4|"]) { $0.flatMapRace($1) }.expect("---1-2|", upstream: "---!")
  }

  @Test("Upstream finishes the stream only without an element, and fails it only before a win")
  func upstreamEnds() {
    childMarbles("--|", [:]) { $0.flatMapRace($1) }.expect("--|")
    childMarbles("-a|", ["a": "---1-|"]) { $0.flatMapRace($1) }.expect("----1-|")
    childMarbles("-a-#", ["a": "-----1|"]) { $0.flatMapRace($1) }.expect("---#")
    let (upstream, children) = (Upstream(letsGo: false), children(2))
    let recorder = upstream.flatMapRace { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    children[1].send(5)
    expectEqual(upstream.send(0), .none)
    upstream.send(completion: .failure(TestError()))
    children[0].send(completion: .failure(TestError()))
    children[1].send(completion: .finished)
    expectEqual(recorder.events, [.subscription("FlatMapRace"), .value(5), .finished])
    expectEqual([upstream, children[0], children[1]].map(\.cancelCount), [1, 1, 0])
  }

  @Test("All publishers are asked for what is outstanding, then the winner alone; a value without demand wins nothing")
  func demand() {
    let (upstream, children) = (Upstream(), children(2))
    let recorder = upstream.flatMapRace(maxPublishers: .max(5)) { children[$0] }.record(demand: .none)
    expectEqual(upstream.requests, [.demand(.max(5))])
    expectEqual(upstream.send(0), .none)
    children[0].send(9)
    expect(recorder.values.isEmpty)
    recorder.request(.max(2))
    expectEqual(upstream.send(1), .none)
    expectEqual(children.map(\.demand), [.max(2), .max(2)])
    children[1].send(7)
    recorder.request(.max(1))
    expectEqual(children.map(\.demand), [.max(2), .max(3)])
    expectEqual(children[0].cancelCount, 1)
    expectEqual(recorder.values, [7])
  }

  @Test("Upstream is asked for 32 elements")
  func defaultLimit() {
    let upstream = Upstream()
    let recorder = upstream.flatMapRace { _ in Upstream() }.record()
    expectEqual(upstream.requests, [.demand(.max(32))])
    recorder.cancel()
  }

  @Test("After a win the closure is not called, nor after a cancel inside it")
  func closure() {
    let calls = Box(0)
    expectEqual(
      (1...5).publisher.flatMapRace { number in
        calls.increment()
        return Just(number)
      }.record().values, [1])
    expectEqual(calls.value, 1)
    let (upstream, child) = (Upstream(letsGo: false), Upstream())
    let recorder = RecordingSubscriber<Int, TestError>()
    upstream.flatMapRace { [unowned recorder] _ in
      recorder.cancel()
      calls.increment()
      return child
    }.subscribe(recorder)
    for number in 1...2 { upstream.send(number) }
    expectEqual(calls.value, 2)
    expectEqual(child.subscriberCount, 0)
  }

  @Test("The failure types may differ if one of them is Never")
  func failureTypes() {
    expectEqual(Just(1).flatMapRace { _ in Fail<Int, TestError>(error: TestError()) }.record().failure, TestError())
    let failing = Result<Int, TestError>.Publisher(1)
    let lifted = failing.flatMapRace { Just($0 + 1) }
    expect(type(of: lifted).Failure.self == TestError.self)
    expectEqual(lifted.record().values, [2])
    #expect(type(of: Just(1).flatMapRace { Just($0) }) == Publishers.FlatMapRace<Just<Int>, Just<Int>>.self)
  }

  @Test("A cancel reaches upstream and all publishers, and releases all")
  func cancel() {
    let (upstream, children) = (Upstream(), children(2))
    let recorder = upstream.flatMapRace { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    recorder.cancel()
    expectEqual([upstream, children[0], children[1]].map(\.cancelCount), [1, 1, 1])
    expectEqual(leaks { source, token in source.flatMapRace { Just(token.pass($0)) } }, [])
  }

  @Test("Of publishers that deliver on several threads, one wins")
  func threads() {
    for _ in 0..<500 {
      let upstream = PassthroughSubject<Int, Never>()
      let children = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
      let recorder = upstream.flatMapRace { children[$0] }.record()
      for number in 0...1 { upstream.send(number) }
      concurrently(3) { thread in
        if thread == 2 { return upstream.send(completion: .finished) }
        for number in 0..<20 { children[thread].send(thread * 100 + number) }
        children[thread].send(completion: .finished)
      }
      expect(recorder.values == Array(0..<20) || recorder.values == Array(100..<120))
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
