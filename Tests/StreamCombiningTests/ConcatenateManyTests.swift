import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("concatenate() and joined(separator:)")
struct ConcatenateManyTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  @Test("The publishers of a collection follow each other")
  func follow() {
    marbles(of: ["-1-2|", "-3-|"]) { $0.concatenate() }.run.expect("-1-2-3-|")
    marbles(of: ["-1-2#", "-3-|"]) { $0.concatenate() }.run.expect("-1-2#")
  }

  // Case XA-174.
  @Test("Between any two comes the separator")
  func joined() {
    marbles(of: ["-1|", "-2|", "0|"]) { $0.dropLast().joined(separator: $0[2]) }.run.expect("-10-2|")
    marbles(of: ["-1|", "-2|", "-3|", "0|"]) { $0.dropLast().joined(separator: $0[3]) }.run.expect("-10-20-3|")
    marbles(of: ["-1|", "0|"]) { [$0[0]].joined(separator: $0[1]) }.run.expect("-1|")
    marbles(of: ["-1|", "-2|", "-#"]) { $0.dropLast().joined(separator: $0[2]) }.run.expect("-1-#")
  }

  // Case XA-175.
  @Test("After a failure nothing is subscribed to")
  func failure() {
    let (first, second, separator) = (Source(), Source(), Source())
    for publisher in [
      [first, second].concatenate().eraseToAnyPublisher(),
      [first, second].joined(separator: separator).eraseToAnyPublisher(),
    ] {
      let recorder = publisher.record()
      first.send(completion: .failure(TestError()))
      expectEqual(recorder.failure, TestError())
    }
    expect(second.subscriberCount == 0 && separator.subscriberCount == 0)
  }

  // Case XA-176.
  @Test("The stack does not grow with the number of publishers")
  func flat() {
    let many = (0..<100_000).map { Just($0) }
    expectEqual(many.concatenate().record().values.count, 100_000)
    expectEqual(many.joined(separator: Just(-1)).record().values.count, 199_999)
  }

  @Test("Without publishers the stream finishes, also without demand")
  func empty() {
    expect([Source]().concatenate().record(demand: .none).isFinished)
    expect([Source]().joined(separator: Source()).record(demand: .none).isFinished)
  }

  @Test("The demand that one leaves is requested from the next")
  func demand() {
    let (first, second, separator) = (Source(), Source(), Source())
    let recorder = [first, second].joined(separator: separator).record(demand: .max(3))
    first.send(1)
    first.send(completion: .finished)
    expectEqual(separator.requests, [.demand(.max(2))])
    separator.send(0)
    separator.send(completion: .finished)
    expectEqual(second.requests, [.demand(.max(1))])
    recorder.request(.max(4))
    expectEqual(second.requests, [.demand(.max(1)), .demand(.max(4))])
    recorder.cancel()
    expect(second.isCancelled)
    second.send(completion: .finished)
    expect(recorder.completions.isEmpty)
  }

  @Test("Both are equal if their publishers are, and say who they are")
  func identity() {
    let justs = [Just(1), Just(2)]
    expectEqual(justs.concatenate(), Publishers.ConcatenateMany(justs))
    expect(justs.concatenate() != [Just(1)].concatenate())
    expectEqual(justs.joined(separator: Just(0)), Publishers.Joined(justs, separator: Just(0)))
    expect(justs.joined(separator: Just(0)) != justs.joined(separator: Just(1)))
    expectEqual(justs.concatenate().record().subscription.map { "\($0)" }, "Concatenate")
    expectEqual(justs.joined(separator: Just(0)).record().subscription.map { "\($0)" }, "Joined")
  }
}
