import StreamCore
import StreamTesting
import TestSupport

/// Plays a marble diagram whose letters an operator transforms into publishers, which play diagrams of digits.
///
/// - Parameters:
///   - source: The diagram of upstream.
///   - children: The diagram of each letter's publisher, from its subscription.
///   - makePipeline: Applies the operator to upstream and to the function that finds a letter's publisher.
/// - Returns: The run.
func childMarbles<P: Publisher>(
  _ source: Marbles, _ children: [Character: Marbles],
  _ makePipeline: (
    MarblePublisher<Character, MarbleFailure>, @escaping @Sendable (Character) -> MarblePublisher<Int, MarbleFailure>
  ) -> P
) -> MarbleRun<P.Output, P.Failure> {
  let scheduler = TestScheduler()
  let digits = Dictionary(uniqueKeysWithValues: "0123456789".map { ($0, $0.wholeNumberValue ?? 0) })
  return marbles(source, value: { $0 }, scheduler: scheduler) { upstream in
    makePipeline(upstream) { letter in scheduler.publisher(children[letter] ?? "|", values: digits) }
  }
}
