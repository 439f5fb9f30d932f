import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("pairwise")
struct PairwiseTests {
  // Cases XA-080, XA-081.
  @Test("Pairs each element with the one before it")
  func pairs() {
    marbles("-1--2--3--|") { $0.pairwise().map { [$0.previous, $0.current] } }
      .expect("----A--B--|", values: ["A": [1, 2], "B": [2, 3]])
    marbles("-1-|") { $0.pairwise() }.expect("---|")
  }

  // Case XA-083.
  @Test("The first element can be paired with a given one")
  func startsWith() {
    marbles("-1--2--|") { $0.pairwise(startingWith: 0).map { [$0.previous, $0.current] } }
      .expect("-A--B--|", values: ["A": [0, 1], "B": [1, 2]])
  }

  @Test("One more element is asked for, for the first one")
  func demand() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.pairwise().record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .none)
    expectEqual(recorder.values.map(\.previous), [1])
  }

  @Test("An optional element that is nil is an element")
  func optionals() {
    let pairs = [nil, 1, nil].publisher.pairwise().record().values
    expectEqual(pairs.map(\.previous), [nil, 1])
    expectEqual(pairs.map(\.current), [1, nil])
  }
}
