internal import NIOConcurrencyHelpers
internal import NIOCore
internal import StreamCore
internal import StreamSchedulers

/// Work that an event loop runs again and again, until it is cancelled.
final class RepeatedWork: Cancellable, Sendable {
  private struct State {
    var action: (@Sendable () -> Void)?
    var next: Scheduled<Void>?
  }

  private let state: NIOLockedValueBox<State>
  private let interval: EventLoopScheduler.SchedulerTimeType.Stride
  private let scheduler: EventLoopScheduler

  init(
    _ action: @escaping @Sendable () -> Void, interval: EventLoopScheduler.SchedulerTimeType.Stride,
    on scheduler: EventLoopScheduler
  ) {
    state = NIOLockedValueBox(State(action: action))
    self.interval = interval
    self.scheduler = scheduler
  }

  func schedule(at date: EventLoopScheduler.SchedulerTimeType) {
    // Not under the lock: with an embedded event loop, the caller may be about to run it.
    let next = scheduler.eventLoop.scheduleTask(deadline: date.deadline) { [self] in
      state.withLockedValue { $0.action }?()
      if state.withLockedValue({ $0.action != nil }) {
        schedule(at: date.next(after: interval, at: scheduler.now))
      }
    }
    let isCancelled = state.withLockedValue { state in
      state.next = next
      return state.action == nil
    }
    if isCancelled { next.cancel() }
  }

  func cancel() {
    let released = state.withLockedValue { state in
      defer { state = State() }
      return state
    }
    released.next?.cancel()
  }
}
