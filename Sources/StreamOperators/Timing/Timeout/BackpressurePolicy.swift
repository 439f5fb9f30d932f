public import StreamCore
public import StreamParts

/// The rules of `backpressureTimeout`: demand passes upstream, and a clock runs while there is none. It also holds the
/// timer, so that every end of the stream cancels it.
@usableFromInline
struct BackpressurePolicy<Element, Failure: Error, Time: Strideable>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline
  enum Clock {
    /// Downstream has outstanding demand, or is receiving an element.
    case stopped

    /// Downstream has received the last element that it asked for. The time is not known yet: it is read outside the
    /// lock.
    case starting

    case running(until: Time)

    /// The stream is about to end.
    case timedOut
  }

  @usableFromInline let interval: Time.Stride

  /// Downstream's subscription comes without demand, so the clock starts with it.
  @usableFromInline var clock = Clock.starting
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether a timer is set, or being set. A request does not cancel it.
  @usableFromInline var hasTimer = false
  @usableFromInline var timer: SubscriptionObject?

  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  /// The origin of the stage's own completion.
  @inlinable static var timeoutKey: UpstreamKey { UpstreamKey(epoch: 1) }

  // MARK: Time

  @inlinable var isStarting: Bool {
    if case .starting = clock, upstream.isActive { true } else { false }
  }

  @inlinable var isTimedOut: Bool {
    if case .timedOut = clock { true } else { false }
  }

  /// Starts the clock, if it is due to start.
  ///
  /// - Returns: Whether a timer must be set.
  @inlinable
  mutating func start(at now: Time) -> Bool {
    guard isStarting else { return false }
    clock = .running(until: now.advanced(by: interval))
    defer { hasTimer = true }
    return !hasTimer
  }

  /// Keeps a timer.
  ///
  /// - Returns: When it must ring; `nil` if none is needed.
  @inlinable
  mutating func keep(_ timer: SubscriptionObject) -> Time? {
    guard upstream.isActive, case .running(let deadline) = clock else {
      hasTimer = false
      return nil
    }
    self.timer = timer
    return deadline
  }

  /// What follows when the timer rings.
  @usableFromInline
  enum RingAction {
    /// Downstream has requested, or the stream has ended.
    case nothing

    /// The clock has been started again: the timer must ring later.
    case setTimer

    case timeOut
  }

  @inlinable
  mutating func ring(_ timer: SubscriptionObject, at now: Time) -> RingAction {
    guard self.timer === timer else { return .nothing }
    self.timer = nil
    guard upstream.isActive, case .running(let deadline) = clock else {
      hasTimer = false
      return .nothing
    }
    guard deadline <= now else { return .setTimer }
    clock = .timedOut
    return .timeOut
  }

  // MARK: Upstream and downstream

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    upstream.isActive && isTimedOut == (origin == Self.timeoutKey)
  }

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    isActive(origin) ? upstream.terminate() : nil
  }

  /// An element beyond the demand is dropped.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if isTimedOut { return UpstreamRequests() }
    switch event {
    case .requested: clock = .stopped
    case .delivered: clock = total == .none ? .starting : .stopped
    case .completed, .drained: break
    }
    return UpstreamRequests(event.more)
  }

  @inlinable
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate(), timer.take()].compactMap { $0 })
  }
}
