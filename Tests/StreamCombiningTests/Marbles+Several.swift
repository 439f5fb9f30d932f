import StreamCore
import TestSupport

/// Plays a diagram for each publisher of a collection, from its subscription on. The elements are digits.
///
/// - Parameters:
///   - diagrams: The diagrams, in the order of the collection.
///   - makePipeline: Makes the pipeline of the publishers.
/// - Returns: The run, and the publishers, to be asked where they were cancelled.
func marbles<P: Publisher>(
  of diagrams: [Marbles], _ makePipeline: ([MarblePublisher<Int, MarbleFailure>]) -> P
) -> (run: MarbleRun<P.Output, P.Failure>, publishers: [MarblePublisher<Int, MarbleFailure>]) {
  let scheduler = TestScheduler()
  let publishers = diagrams.map { scheduler.publisher($0, failure: MarbleFailure()) { $0.wholeNumberValue ?? -1 } }
  // The diagram that the run itself plays belongs to no publisher of the collection.
  return (marbles("|", scheduler: scheduler) { _ in makePipeline(publishers) }, publishers)
}
