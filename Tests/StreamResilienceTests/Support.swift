import StreamCore
import StreamTesting
import TestSupport

/// Virtual time whose timers ring at multiples of ten seconds alone, and that counts what it is asked for.
final class LateScheduler: Scheduler, Sendable {
  private let scheduler = TestScheduler()
  private let counts = Box((turns: 0, timers: 0))

  var now: VirtualTime { scheduler.now }
  var minimumTolerance: VirtualTime.Stride { scheduler.minimumTolerance }
  var pendingCount: Int { scheduler.pendingCount }
  var turns: Int { counts.value.turns }
  var timers: Int { counts.value.timers }

  func advance(by stride: VirtualTime.Stride) { scheduler.advance(by: stride) }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    counts.update { $0.turns += 1 }
    scheduler.schedule(options: options, action)
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    counts.update { $0.timers += 1 }
    scheduler.schedule(after: late(date), tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    counts.update { $0.timers += 1 }
    return scheduler.schedule(
      after: late(date), interval: interval, tolerance: tolerance, options: options, action)
  }

  private func late(_ date: VirtualTime) -> VirtualTime {
    var late = VirtualTime(0)
    while late < date { late = late.advanced(by: 10) }
    return late
  }
}

/// Digits are values, `a` and `b` failures of that name.
func source(_ diagram: Marbles, on scheduler: TestScheduler) -> MarblePublisher<Int, TestError> {
  scheduler.publisher(
    diagram, values: ["1": 1, "2": 2, "3": 3], errors: ["a": TestError("a"), "b": TestError("b")])
}

/// A source whose subscriptions play one diagram after the other, the last again and again.
func attempts(_ diagrams: Marbles..., on scheduler: TestScheduler) -> Deferred<MarblePublisher<Int, TestError>> {
  let publishers = diagrams.map { source($0, on: scheduler) }
  let last = Box(-1)
  return Deferred { publishers[min(last.increment(), publishers.count - 1)] }
}

/// Plays a pipeline whose sources are made with the scheduler.
func play<P: Publisher>(limit: Int = 1_000, _ makePipeline: (TestScheduler) -> P) -> MarbleRun<P.Output, P.Failure> {
  let scheduler = TestScheduler()
  return marbles("", scheduler: scheduler, limit: limit) { _ in makePipeline(scheduler) }
}
