public import StreamCore

/// The state of a timed stage: the policy, both sides of it, and the current timer. Pure: no lock, no outside call.
@usableFromInline
struct TimedState<Policy: TimedPolicy> {
  @usableFromInline typealias Completion = Subscribers.Completion<Policy.Failure>

  /// The result of an event.
  @usableFromInline typealias Outcome = (action: TimedAction<Policy.Output, Policy.Failure>, needsTimer: Bool)

  /// What to release or cancel after the end.
  @usableFromInline typealias Ended = (
    policy: Policy?, timer: (any Cancellable)?, upstream: (any Subscription)?
  )

  /// `nil` after the end.
  @usableFromInline var policy: Policy?

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  @usableFromInline var demand = Subscribers.Demand.none

  /// The time of the current timer, which may be earlier than the policy's deadline.
  @usableFromInline var alarm: Policy.Time?
  @usableFromInline var timer: (any Cancellable)?
  @usableFromInline var lastTicket = 0

  @inlinable
  init(policy: Policy) {
    self.policy = policy
  }

  /// Operators that count demand drop output without it.
  @inlinable var hasDemand: Bool { !Policy.countsDemand || demand != .none }

  /// Whether no timer is set that is early enough.
  @inlinable var needsTimer: Bool {
    guard let deadline = policy?.deadline else { return false }
    guard let alarm else { return true }
    return deadline < alarm
  }
}

// MARK: - Where upstream delivers

extension TimedState {
  /// Stores the first subscription.
  ///
  /// - Returns: Whether it was stored; a second subscription must be cancelled (rule 1).
  @inlinable
  mutating func attach(_ subscription: any Subscription, at now: Policy.Time) -> Bool {
    guard policy != nil, upstream.attach(subscription) else { return false }
    policy?.begin(at: now)
    return true
  }

  @inlinable
  mutating func receive(_ input: Policy.Input, at now: Policy.Time) -> Outcome {
    guard upstream.isActive else { return (.nothing, false) }
    let hasDemand = hasDemand
    return settle(policy?.receive(input, at: now, hasDemand: hasDemand))
  }

  /// - Returns: The result; and the subscription, to be released outside the lock.
  @inlinable
  mutating func receive(
    completion: Completion, at now: Policy.Time
  ) -> (Outcome, released: (any Subscription)?) {
    guard let subscription = upstream.terminate() else { return ((.nothing, false), nil) }
    let hasDemand = hasDemand
    return (settle(policy?.receive(completion: completion, at: now, hasDemand: hasDemand)), subscription)
  }
}

// MARK: - On the scheduler, and where downstream asks

extension TimedState {
  @inlinable
  mutating func wake(at now: Policy.Time) -> Outcome {
    let hasDemand = hasDemand
    return settle(policy?.wake(at: now, hasDemand: hasDemand))
  }

  /// Spends demand on an output; without demand it is dropped.
  @inlinable
  mutating func settle(_ action: TimedAction<Policy.Output, Policy.Failure>?) -> Outcome {
    guard var action else { return (.nothing, false) }
    if Policy.countsDemand, action.output != nil {
      if demand == .none {
        swap(&action.output, &action.dropped)
        action.isBeyondDemand = true
      } else {
        demand -= 1
      }
    }
    return (action, needsTimer)
  }

  /// Prepares a timer.
  ///
  /// - Returns: Its time, its interval if it repeats, and the ticket that it must show when it fires; `nil` if none is
  ///   needed.
  @inlinable
  mutating func prepareTimer() -> (time: Policy.Time, period: Policy.Time.Stride?, ticket: Int)? {
    guard needsTimer, let deadline = policy?.deadline else { return nil }
    alarm = deadline
    lastTicket += 1
    return (deadline, policy?.period, lastTicket)
  }

  /// Stores a timer.
  ///
  /// - Returns: The timer to cancel: the previous one, or this one if it has fired already or is no longer wanted.
  @inlinable
  mutating func keep(_ timer: any Cancellable, ticket: Int) -> (any Cancellable)? {
    guard policy != nil, alarm != nil, lastTicket == ticket else { return timer }
    defer { self.timer = timer }
    return self.timer
  }

  /// Records that a timer fired. The ticket identifies a stale timer, which fired while it was being replaced.
  ///
  /// - Returns: The time that it was set for, unless it is stale; and the timer, to be cancelled.
  @inlinable
  mutating func ring(ticket: Int) -> (alarm: Policy.Time?, timer: (any Cancellable)?) {
    guard lastTicket == ticket else { return (nil, nil) }
    return (alarm.take(), timer.take())
  }

  /// Ends the stream. The result must be released outside the lock.
  @inlinable
  mutating func end() -> Ended {
    alarm = nil
    let ended = (policy.take(), timer.take(), upstream.terminate())
    upstream = .terminated
    return ended
  }
}
