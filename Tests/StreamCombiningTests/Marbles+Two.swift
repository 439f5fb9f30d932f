import StreamCore
import TestSupport

/// Plays two diagrams through a pipeline, and returns the run and the second source, to be asked where it was
/// cancelled. The elements are their letters.
func marbles<P: Publisher>(
  _ one: Marbles, _ other: Marbles,
  _ makePipeline: (MarblePublisher<String, MarbleFailure>, MarblePublisher<String, MarbleFailure>) -> P
) -> (run: MarbleRun<P.Output, P.Failure>, other: MarblePublisher<String, MarbleFailure>) {
  let scheduler = TestScheduler()
  let second = scheduler.publisher(other, failure: MarbleFailure()) { String($0) }
  return (marbles(one, value: { String($0) }, scheduler: scheduler) { makePipeline($0, second) }, second)
}
