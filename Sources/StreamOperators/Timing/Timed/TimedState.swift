public import StreamCore

/// What a timed stage knows: its policy, both sides of it, and the timer that is set. Pure: no lock, no call to anybody.
@usableFromInline
struct TimedState<Policy: TimedPolicy> {
  @usableFromInline typealias Completion = Subscribers.Completion<Policy.Failure>

  /// What an event leads to.
  @usableFromInline typealias Outcome = (emission: Emission<Policy.Output, Policy.Failure>, needsTimer: Bool)

  /// What an end leaves to be released, or cancelled.
  @usableFromInline typealias Ended = (
    policy: Policy?, timer: (any Cancellable)?, upstream: (any Subscription)?
  )

  /// Until the end.
  @usableFromInline var policy: Policy?

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Follows `upstream`, for the value path: to look into that would copy a subscription for each element.
  @usableFromInline var isActive = false

  @usableFromInline var demand = Subscribers.Demand.none

  /// For when a timer is set, which may be earlier than the policy's deadline.
  @usableFromInline var alarm: Policy.Time?
  @usableFromInline var timer: (any Cancellable)?
  @usableFromInline var lastTicket = 0

  @inlinable
  init(policy: Policy) {
    self.policy = policy
  }

  /// Timed operators that count demand lose what comes out without.
  @inlinable var hasDemand: Bool { !Policy.countsDemand || demand != .none }

  /// Whether no timer is set that comes early enough.
  @inlinable var needsTimer: Bool {
    guard let deadline = policy?.deadline else { return false }
    guard let alarm else { return true }
    return deadline < alarm
  }
}

// MARK: - Where upstream delivers

extension TimedState {
  /// Takes the first subscription.
  ///
  /// - Returns: Whether it was taken; if not, it is one too many, and to be cancelled (rule 1).
  @inlinable
  mutating func attach(_ subscription: any Subscription, at now: Policy.Time) -> Bool {
    guard policy != nil, upstream.attach(subscription) else { return false }
    isActive = true
    policy?.begin(at: now)
    return true
  }

  @inlinable
  mutating func receive(_ input: Policy.Input, at now: Policy.Time) -> Outcome {
    guard isActive else { return (.nothing, false) }
    let hasDemand = hasDemand
    return settle(policy?.receive(input, at: now, hasDemand: hasDemand))
  }

  /// - Returns: What it leads to; and the subscription, to be let go of.
  @inlinable
  mutating func receive(
    completion: Completion, at now: Policy.Time
  ) -> (Outcome, released: (any Subscription)?) {
    guard let subscription = upstream.terminate() else { return ((.nothing, false), nil) }
    isActive = false
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

  /// Takes the demand for an element that comes out; without demand it is dropped.
  @inlinable
  mutating func settle(_ emission: Emission<Policy.Output, Policy.Failure>?) -> Outcome {
    guard var emission else { return (.nothing, false) }
    if Policy.countsDemand, emission.output != nil {
      if demand == .none { swap(&emission.output, &emission.dropped) } else { demand -= 1 }
    }
    return (emission, needsTimer)
  }

  /// Says that a timer is about to be set.
  ///
  /// - Returns: For when, at what interval if it repeats, and what it has to show when it rings; `nil` if none is needed.
  @inlinable
  mutating func prepareTimer() -> (time: Policy.Time, period: Policy.Time.Stride?, ticket: Int)? {
    guard needsTimer, let deadline = policy?.deadline else { return nil }
    alarm = deadline
    lastTicket += 1
    return (deadline, policy?.period, lastTicket)
  }

  /// Keeps a timer.
  ///
  /// - Returns: The timer to cancel: the one before, or this one if it has rung, or is no longer wanted.
  @inlinable
  mutating func keep(_ timer: any Cancellable, ticket: Int) -> (any Cancellable)? {
    guard policy != nil, alarm != nil, lastTicket == ticket else { return timer }
    defer { self.timer = timer }
    return self.timer
  }

  /// Says that a timer rings.
  ///
  /// - Returns: What it was set for, unless another has taken its place; and the timer, to be cancelled.
  @inlinable
  mutating func ring(ticket: Int) -> (alarm: Policy.Time?, timer: (any Cancellable)?) {
    guard lastTicket == ticket else { return (nil, nil) }
    return (alarm.take(), timer.take())
  }

  /// Ends the stream: what is returned is to be let go of after the lock.
  @inlinable
  mutating func end() -> Ended {
    isActive = false
    alarm = nil
    let ended = (policy.take(), timer.take(), upstream.terminate())
    upstream = .terminated
    return ended
  }
}
