import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("merge() of a collection, and merge(with:) of any number")
struct MergeCollectionTests {
  // Case XA-151.
  @Test("The elements of all are republished as they arrive")
  func merges() {
    let diagrams: [Marbles] = ["-1-|", "--2|", "-3---|"]
    marbles(of: diagrams) { $0.merge() }.run.expect("-(13)2--|")
    marbles(of: diagrams) { $0[0].merge(with: $0[1], $0[2]) }.run.expect("-(13)2--|")
    let (run, publishers) = marbles(of: ["-1-", "--#"]) { $0.merge() }
    run.expect("-1#")
    expectEqual(publishers[0].upstream, "--!")
  }

  // Case XA-152.
  @Test("Without publishers the stream finishes")
  func empty() {
    expect([Just<Int>]().merge().record(demand: .none).isFinished)
  }

  // Case XA-154.
  @Test("A thousand publishers are subscribed to in a loop, each once")
  func many() {
    let sources = (0..<1_000).map { _ in ScriptedPublisher<Int, TestError>() }
    let recorder = sources.merge().record()
    expect(sources.allSatisfy { $0.subscriberCount == 1 })
    for (number, source) in sources.enumerated() {
      source.send(number)
      source.send(completion: .finished)
    }
    expectEqual(recorder.values, Array(0..<1_000))
    expect(recorder.isFinished)
    expectEqual((0..<100_000).map { Just($0) }.merge().record().values.count, 100_000)
  }

  @Test("More publishers than Combine has a form for, of different types, are merged")
  func beyondCombine() {
    let merged = Just(0).merge(
      with: Just(1), [2].publisher, Just(3), Just(4), Just(5), Just(6), Just(7), Just(8), [9, 10].publisher)
    expectEqual(merged.record().values, Array(0...10))
  }
}
