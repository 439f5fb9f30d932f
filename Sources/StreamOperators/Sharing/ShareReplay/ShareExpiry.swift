import StreamCore
import StreamParts
import StreamSchedulers

/// Whether what a run has left is out of date, whatever the type of its clock.
///
/// It asks a client's scheduler, so it is called under no lock.
protocol ShareExpiry: AnyObject, Sendable {
  /// Upstream has completed, and the completion is about to be sent.
  func end(isFailure: Bool)

  /// Whether the next subscriber is to begin another run, if this one has ended.
  var isOver: Bool { get }
}

/// The time since a run has finished. A failure is out of date at once.
// Sendable: everything is under the lock; the scheduler may be used on any thread, and the interval is only read.
final class TimedExpiry<Context: Scheduler>: ShareExpiry, @unchecked Sendable {
  private let interval: Context.SchedulerTimeType.Stride
  private let scheduler: Context
  private let state = Locked<(finish: Context.SchedulerTimeType?, hasFailed: Bool)>((nil, false))

  init(_ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context) {
    (self.interval, self.scheduler) = (interval, scheduler)
  }

  func end(isFailure: Bool) {
    let now = scheduler.now
    state.withLock { $0 = (now, isFailure) }
  }

  var isOver: Bool {
    let now = scheduler.now
    return state.withLock { state in
      guard let finish = state.finish else { return false }
      return state.hasFailed || finish.distance(to: now) >= interval
    }
  }
}

/// Passes the signals of upstream to the connection of a run, and notes the end.
struct ExpiringInner<Downstream: Subscriber>: ForwardingInner {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let expiry: any ShareExpiry

  var description: String { "ShareReplay" }

  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion { expiry.end(isFailure: false) } else { expiry.end(isFailure: true) }
    downstream.receive(completion: completion)
  }
}
