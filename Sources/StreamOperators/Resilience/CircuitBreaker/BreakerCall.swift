private import StreamCore
public import StreamSchedulers

/// A call under way. Its end is recorded once; a call that is released without an end has been cancelled.
// Sendable: the admission is a value, and the breaker may be used on any thread.
@usableFromInline
final class BreakerCall<Context: Scheduler>: @unchecked Sendable {
  private typealias Machine = BreakerMachine<Context.SchedulerTimeType>

  private let begun: Locked<(breaker: CircuitBreaker<Context>, admission: Machine.Admission)?>

  /// Begins a call, if it may be made.
  @usableFromInline
  init?(of breaker: CircuitBreaker<Context>) {
    guard let admission = breaker.begin() else { return nil }
    begun = Locked((breaker, admission))
  }

  deinit {
    record(.cancelled)
  }

  @usableFromInline
  func cancel() {
    record(.cancelled)
  }

  @usableFromInline
  func end(hasFailed: Bool) {
    record(hasFailed ? .failure : .success)
  }

  private func record(_ outcome: Machine.Outcome) {
    guard let (breaker, admission) = begun.exchange(nil) else { return }
    breaker.record(outcome, of: admission)
  }
}
