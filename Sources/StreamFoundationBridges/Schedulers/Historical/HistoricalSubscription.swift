public import Foundation
public import StreamCore
internal import StreamSchedulers

/// The subscription of a replay: a loop delivers the events whose dates have come, and leaves the rest to the
/// scheduler, of which it keeps one item at most.
// Sendable: mutable state is under the lock, and only the thread that the state has chosen calls downstream.
@usableFromInline
final class HistoricalSubscription<Downstream: Subscriber>: StageSubscription, @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == Never {
  private struct State {
    var replay: ReplayState<Downstream.Input>
    var downstream: Downstream?
  }

  private let scheduler: HistoricalScheduler
  private let state: Locked<State>

  /// The position among work for one date: that of the subscription.
  private let ticket: Int

  @usableFromInline
  init(events: [(Date, Downstream.Input)], scheduler: HistoricalScheduler, downstream: Downstream) {
    self.scheduler = scheduler
    ticket = scheduler.base.makeTicket()
    state = Locked(State(replay: ReplayState(events: events), downstream: downstream))
  }

  @usableFromInline var description: String { "Historical" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if state.withLock({ $0.replay.request(demand) }) { deliver() }
  }

  @usableFromInline
  func cancel() {
    end()
    // Another thread may be about to schedule: it looks after that itself.
    scheduler.base.remove(ticket: ticket)
  }

  /// - Returns: Downstream, unless the subscription had ended before.
  @discardableResult
  private func end() -> Downstream? {
    let (events, downstream) = state.withLock { ($0.replay.end(), $0.downstream.take()) }
    withExtendedLifetime(events) {}
    return downstream
  }

  @Sendable
  private func ring() {
    if state.withLock({ $0.replay.ring() }) { deliver() }
  }

  /// Delivers in a loop: a re-entrant request, or advance of the clock, only changes what the next turn finds.
  private func deliver() {
    var more = Subscribers.Demand.none
    while true {
      let now = scheduler.clock
      let (step, downstream) = state.withLock { ($0.replay.step(at: now, adding: more), $0.downstream) }
      more = .none
      switch step {
      case .deliver(let output): more = downstream?.receive(output) ?? .none
      case .finish: return end()?.receive(completion: .finished) ?? ()
      case .wait(let date): guard !wait(until: date) else { return }
      case .rest: return
      }
    }
  }

  /// - Returns: `false` if the date has come meanwhile, and this thread is to deliver again.
  private func wait(until date: Date) -> Bool {
    let isWaiting = scheduler.base.scheduleRemovable(
      after: HistoricalScheduler.SchedulerTimeType(date), ticket: ticket, ring)
    guard isWaiting else { return !state.withLock { $0.replay.ring() } }
    // A cancel that came between found nothing to remove.
    if state.withLock({ $0.replay.isOver }) { scheduler.base.remove(ticket: ticket) }
    return true
  }
}
