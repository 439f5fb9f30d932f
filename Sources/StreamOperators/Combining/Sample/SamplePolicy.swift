public import StreamCore
public import StreamParts

/// The rules of `sample(on:)`: the newest element is held until the trigger sends.
@usableFromInline
struct SamplePolicy<Element, Failure: Error>: DeliveryPolicy {
  /// Whether the trigger may deliver the same element again.
  @usableFromInline let isRepeating: Bool

  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var trigger = UpstreamState.awaitingSubscription

  /// The newest element. It is removed when it is delivered, unless it may be repeated.
  @usableFromInline var newest: Element?

  /// Whether the newest element has not been delivered.
  @usableFromInline var isFresh = false

  /// The outstanding demand of downstream, less the elements that have been handed to the delivery.
  @usableFromInline var demand = Subscribers.Demand.none

  @inlinable
  init(isRepeating: Bool) {
    self.isRepeating = isRepeating
  }

  /// Exchanges the newest element. The older one is to be released outside the lock.
  @inlinable
  mutating func hold(_ element: inout Element?) {
    swap(&newest, &element)
    isFresh = true
  }

  /// - Returns: The element that a trigger delivers; `nil` if there is none, or no demand for it.
  @inlinable
  mutating func takeSample() -> Element? {
    guard demand != .none, isFresh || isRepeating, let sample = newest else { return nil }
    demand -= 1
    isFresh = false
    if !isRepeating { newest = nil }
    return sample
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    (origin == .trigger ? trigger.attach(subscription) : upstream.attach(subscription)) ? .unlimited : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { origin == .trigger ? trigger.isActive : upstream.isActive }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    origin == .trigger ? trigger.terminate() : upstream.terminate()
  }

  @inlinable var isOver: Bool { trigger.phase == .terminated || upstream.phase == .terminated && !isFresh }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    demand += event.more
    return UpstreamRequests()
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .trigger ? trigger.subscription : upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { newest = nil }
    return EndedUpstreams([upstream.terminate(), trigger.terminate()].compactMap { $0 }, releasing: newest as Any)
  }
}

extension UpstreamKey {
  /// The publisher whose elements trigger the delivery of upstream's newest element.
  @inlinable static var trigger: Self { Self(index: 1) }
}
