public import StreamCore
public import StreamParts

/// The rules of `timeout(_:fallback:)`: elements of upstream until the deadline, then those of the fallback. It also
/// holds the timer, so that every end of the stream cancels it.
@usableFromInline
struct FallbackPolicy<Element, Failure: Error, Time: Strideable>: BoundedPolicy {
  @usableFromInline let interval: Time.Stride

  /// When upstream has been silent for the interval.
  @usableFromInline var deadline: Time

  /// The fallback has taken the place of upstream.
  @usableFromInline var isTimedOut = false

  /// The state of upstream, or of the fallback.
  @usableFromInline var current = UpstreamState.awaitingSubscription
  @usableFromInline var timer: SubscriptionObject?

  @inlinable
  init(interval: Time.Stride, at now: Time) {
    self.interval = interval
    deadline = now.advanced(by: interval)
  }

  @inlinable static var upstreamKey: UpstreamKey { UpstreamKey() }
  @inlinable static var fallbackKey: UpstreamKey { UpstreamKey(epoch: 1) }

  @inlinable var key: UpstreamKey { isTimedOut ? Self.fallbackKey : Self.upstreamKey }

  // MARK: Time

  @inlinable
  mutating func elementArrives(at now: Time) {
    deadline = now.advanced(by: interval)
  }

  /// Whether there may be a timeout.
  @inlinable var isTimed: Bool { !isTimedOut && current.phase != .terminated }

  /// Keeps a timer.
  ///
  /// - Returns: When it must ring; `nil` if none is needed.
  @inlinable
  mutating func keep(_ timer: SubscriptionObject) -> Time? {
    guard isTimed else { return nil }
    self.timer = timer
    return deadline
  }

  /// What follows when a timer rings.
  @usableFromInline
  enum RingAction {
    /// The timer is an old one, or the stream or upstream has ended.
    case nothing

    /// An element has come since the timer was set: another is needed.
    case setTimer

    /// Upstream, if it has sent its subscription, is to be cancelled, and the fallback subscribed to.
    case fallBack(SubscriptionObject?)
  }

  @inlinable
  mutating func ring(_ timer: SubscriptionObject, at now: Time) -> RingAction {
    guard self.timer === timer else { return .nothing }
    self.timer = nil
    guard isTimed else { return .nothing }
    guard deadline <= now else { return .setTimer }
    let ended = current.terminate()
    isTimedOut = true
    current = .awaitingSubscription
    return .fallBack(ended)
  }

  // MARK: Upstream and fallback

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    origin == key && current.attach(subscription) ? demand : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { origin == key && current.isActive }

  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    origin == key ? current.terminate() : nil
  }

  @inlinable var isOver: Bool { current.phase == .terminated }

  // Before the fallback attaches, the demand stays outstanding.
  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests(current.isActive ? event.more : .none, of: key)
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { origin == key ? current.subscription : nil }

  @inlinable
  mutating func end() -> EndedUpstreams {
    let ended = [current.terminate(), timer.take()].compactMap { $0 }
    current = .terminated
    return EndedUpstreams(ended)
  }
}
