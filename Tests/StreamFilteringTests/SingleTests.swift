import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("single")
struct SingleTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  // Case XA-111.
  @Test("The only element is delivered when upstream has finished")
  func one() {
    marbles("--1----|") { $0.single() }.expect("-------(1|)", values: ["1": 1], errors: [:])
    expectEqual([1, 2, 3].publisher.single { $0 == 2 }.record().values, [2])
  }

  // Case XA-112.
  @Test("A second element fails at once, and cancels upstream")
  func many() {
    marbles("--1-2--|") { $0.single() }.expect("----#", values: [:], errors: ["#": .many], upstream: "----!")
    expectEqual([1, 2, 3].publisher.single { $0 > 1 }.record().failure, .many)
  }

  // Case XA-113.
  @Test("A finish without an element is a failure")
  func none() {
    marbles("--|") { $0.single() }.expect("--#", values: [:], errors: ["#": SingleElementError.none])
    expectEqual([1].publisher.single { $0 > 1 }.record().failure, SingleElementError.none)
  }

  // Case XA-114.
  @Test("A failure of upstream is passed on, without the element")
  func upstreamFails() {
    let upstream = Upstream()
    let recorder = upstream.single().record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("E")))
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, .upstream(TestError("E")))
  }

  @Test("Two elements are asked for, whatever downstream asks for; the element waits for demand")
  func demand() {
    let upstream = Upstream()
    let recorder = upstream.single().record(demand: .none)
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .none)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    recorder.request(.max(3))
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.max(2))])
  }

  @Test("An element that is nil is one")
  func optionals() {
    expectEqual([Int?.none].publisher.single().record().values, [nil])
    expectEqual([Int?.none, 1].publisher.single().record().failure, .many)
  }

  @Test("After a cancel nothing comes, and the element is released")
  func cancel() {
    let upstream = Upstream()
    let recorder = upstream.single().record()
    upstream.send(1)
    recorder.cancel()
    upstream.send(2)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(recorder.events, [.subscription("Single")])
    expectEqual(leaks { source, token in source.single { _ in token.pass(true) } }, [])
  }
}
