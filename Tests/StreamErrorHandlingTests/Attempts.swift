import StreamCore
import TestSupport

/// A source whose subscriptions play one diagram after the other, the last again and again: digits are values, `a` and
/// `b` failures of that name.
func attempts(_ diagrams: Marbles..., on scheduler: TestScheduler) -> Deferred<MarblePublisher<Int, TestError>> {
  let publishers = diagrams.map { diagram in
    scheduler.publisher(
      diagram, values: ["1": 1, "2": 2, "3": 3], errors: ["a": TestError("a"), "b": TestError("b")])
  }
  let last = Box(-1)
  return Deferred { publishers[min(last.increment(), publishers.count - 1)] }
}

/// Plays a pipeline whose sources are made with the scheduler.
func play<P: Publisher>(limit: Int = 1_000, _ makePipeline: (TestScheduler) -> P) -> MarbleRun<P.Output, P.Failure> {
  let scheduler = TestScheduler()
  return marbles("", scheduler: scheduler, limit: limit) { _ in makePipeline(scheduler) }
}

extension Publisher {
  /// `map` of StreamMapping, which these tests do not see.
  func mapped<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}
