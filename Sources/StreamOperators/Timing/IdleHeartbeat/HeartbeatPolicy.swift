public import StreamCore
public import StreamParts

/// The rules of `idleHeartbeat`. Downstream's demand passes upstream, and each heartbeat uses one of it. If an element
/// then arrives without demand, it waits for downstream's next request, which is not passed upstream.
///
/// It also holds the timer, so that every end of the stream cancels it.
@usableFromInline
struct HeartbeatPolicy<Element, Failure: Error, Time: Strideable>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline let interval: Time.Stride

  /// When a heartbeat is due; `nil` before the first subscription.
  @usableFromInline var deadline: Time?

  /// The number of the present silence: a heartbeat is for the one in which it has been made.
  @usableFromInline var silence = 0

  /// A heartbeat, from its creation until the delivery takes it, under the same lock.
  @usableFromInline var heartbeat: Element?

  /// How many elements upstream has been asked for beyond what downstream asks for: one for each heartbeat, until
  /// downstream's next requests make up for it.
  @usableFromInline var excess = 0
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether the first timer has been set.
  @usableFromInline var isTimed = false
  @usableFromInline var timer: SubscriptionObject?

  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  /// The origin of heartbeats.
  @inlinable static var heartbeatKey: UpstreamKey { UpstreamKey(epoch: 1) }

  // MARK: Time

  @inlinable
  mutating func startSilence(at now: Time) {
    deadline = now.advanced(by: interval)
    silence &+= 1
  }

  /// Upstream has sent a subscription.
  ///
  /// - Returns: Whether the timer must be set.
  @inlinable
  mutating func start(at now: Time) -> Bool {
    // Downstream may have received elements inside the hand-over already.
    if deadline == nil { startSilence(at: now) }
    defer { isTimed = true }
    return !isTimed
  }

  /// Keeps a timer.
  ///
  /// - Returns: When it must ring; `nil` if none is needed.
  @inlinable
  mutating func keep(_ timer: SubscriptionObject) -> Time? {
    guard upstream.isActive else { return nil }
    self.timer = timer
    return deadline
  }

  /// What follows when the timer rings.
  @usableFromInline
  enum RingAction {
    /// The timer is an old one, or upstream has ended.
    case nothing

    /// An element has arrived since the timer was set, or downstream has no demand.
    case setTimer

    /// A heartbeat is sent, for the silence of this number, then the timer set.
    case beat(Int)
  }

  @inlinable
  mutating func ring(_ timer: SubscriptionObject, at now: Time, hasDemand: Bool) -> RingAction {
    guard self.timer === timer else { return .nothing }
    self.timer = nil
    guard upstream.isActive, let deadline else { return .nothing }
    guard deadline <= now else { return .setTimer }
    startSilence(at: now)
    return hasDemand ? .beat(silence) : .setTimer
  }

  // MARK: Demand

  /// Takes the heartbeat. It uses one of downstream's demand, which has been requested from upstream as well.
  @inlinable
  mutating func next() -> Element? {
    guard let heartbeat = heartbeat.take() else { return nil }
    excess += 1
    return heartbeat
  }

  /// An element beyond what upstream has been asked for is dropped.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count - excess ? .append : .drop
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    let more = event.more
    guard excess > 0, more != .none else { return UpstreamRequests(more) }
    let madeUp = min(excess, more.max ?? excess)
    excess -= madeUp
    return UpstreamRequests(more - madeUp)
  }

  @inlinable
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate(), timer.take()].compactMap { $0 })
  }
}
