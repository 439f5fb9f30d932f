public import StreamCore
public import StreamSchedulers

/// What has taken too long, at a timeout.
public enum StreamTimeoutKind: Hashable, Sendable {
  /// The first element.
  case first

  /// The next element.
  case each

  /// The whole stream.
  case total
}

/// The deadlines of a `timeout(first:each:total:)`, and its one timer. An element only changes a deadline: a timer that
/// rings early is set anew. It is the trigger of the stage, whose cancel calls the timer off.
// Sendable: everything is under the lock.
@usableFromInline
final class TimeoutClock<Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  private let each: Time.Stride?
  private let state: Locked<State>

  private struct State {
    var first: Time?
    var each: Time?
    var total: Time?

    var timer: (any Cancellable)?

    /// When the timer rings; `nil` without one.
    var alarm: Time?

    /// Identifies the timer: one that is being replaced may ring.
    var ticket = 0

    var isOver = false

    /// What ended the stream.
    var kind: StreamTimeoutKind?

    /// The earliest deadline.
    var next: (time: Time, kind: StreamTimeoutKind)? {
      let all: [(time: Time?, kind: StreamTimeoutKind)] = [(first, .first), (each, .each), (total, .total)]
      let set = all.compactMap { deadline in deadline.time.map { (time: $0, kind: deadline.kind) } }
      return set.min { $0.time < $1.time }
    }
  }

  @usableFromInline
  init(first: Time.Stride?, each: Time.Stride?, total: Time.Stride?, at now: Time) {
    self.each = each
    var state = State()
    state.first = first.map { now.advanced(by: $0) }
    state.total = total.map { now.advanced(by: $0) }
    self.state = Locked(state)
  }

  /// What has ended the stream.
  @usableFromInline var kind: StreamTimeoutKind { state.withLock { $0.kind } ?? .total }

  /// Records an element.
  @usableFromInline
  func elementArrives(at now: Time) {
    let next = each.map { now.advanced(by: $0) }
    state.withLock { state in
      state.first = nil
      state.each = next
    }
  }

  /// The time to set a timer for, unless one that is early enough is set.
  @usableFromInline
  func prepareTimer() -> (time: Time, ticket: Int)? {
    state.withLock { state in
      guard !state.isOver, let next = state.next?.time else { return nil }
      if let alarm = state.alarm, alarm <= next { return nil }
      state.alarm = next
      state.ticket += 1
      return (next, state.ticket)
    }
  }

  /// Keeps a timer, and cancels the one that it replaces; or the new one, if it has rung or is out of date.
  @usableFromInline
  func keep(_ timer: any Cancellable, ticket: Int) {
    let former: (any Cancellable)? = state.withLock { state in
      guard !state.isOver, state.ticket == ticket, state.alarm != nil else { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    former?.cancel()
  }

  /// Records that a timer rings.
  ///
  /// - Returns: Whether a deadline is over.
  @usableFromInline
  func ring(ticket: Int, at now: Time) -> Bool {
    let (timer, isDue): ((any Cancellable)?, Bool) = state.withLock { state in
      guard !state.isOver, state.ticket == ticket, let alarm = state.alarm.take() else { return (nil, false) }
      // A clock may read slightly earlier than the time for which its timer rings.
      if let next = state.next, next.time <= max(now, alarm) { state.kind = next.kind }
      return (state.timer.take(), state.kind != nil)
    }
    timer?.cancel()
    return isDue
  }

  @usableFromInline var description: String { "StagedTimeout" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  func cancel() {
    let timer = state.withLock { state in
      state.isOver = true
      return state.timer.take()
    }
    timer?.cancel()
  }
}
