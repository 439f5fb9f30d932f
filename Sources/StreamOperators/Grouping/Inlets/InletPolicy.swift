public import StreamCore
public import StreamParts

@usableFromInline
typealias InletDelivery<Element, Failure: Error> = SerialDelivery<
  InletPolicy<Element, Failure>, InletSubscriber<Element, Failure>
>

/// The rules of an inlet: elements wait for its one subscriber, and the stage, whose bound they count towards, is
/// notified of each one that leaves.
@usableFromInline
struct InletPolicy<Element, Failure: Error>: BoundedPolicy {
  /// The stage's side, which is the upstream; until the end.
  @usableFromInline var inlet: Inlet<Element, Failure>?

  /// Whether a subscriber has its subscription.
  @usableFromInline var hasSubscriber = false

  /// Whether the stage is told what downstream requests, and not what has left.
  @usableFromInline let passesDemand: Bool

  /// Whether the stage has closed the inlet, so that the stream ends when the queue is empty, and with what failure.
  @usableFromInline var hasCompleted = false
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(_ inlet: Inlet<Element, Failure>, passesDemand: Bool = false) {
    self.inlet = inlet
    self.passesDemand = passesDemand
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? { nil }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { !hasCompleted }

  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    inlet?.owner.isOverfull == true ? .drop : .append
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? { nil }

  /// The stage has closed the inlet.
  @inlinable
  mutating func complete(_ completion: Subscribers.Completion<Failure>) {
    hasCompleted = true
    if case .failure(let failure) = completion { self.failure = failure }
  }

  // Not before a subscriber can be told.
  @inlinable var isOver: Bool { hasSubscriber && hasCompleted }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if passesDemand { return UpstreamRequests(event.more) }
    guard case .delivered = event else { return UpstreamRequests() }
    return UpstreamRequests(.max(1))
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { inlet }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { failure = nil }
    return EndedUpstreams([inlet.take()].compactMap { $0 }, failure: failure, reportsFailure: false)
  }
}

/// The subscriber of an inlet, which comes after its elements.
// Sendable: set once, under the lock of the delivery and before anything is delivered.
@usableFromInline
final class InletSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  @usableFromInline var target: ErasedSubscriber<Input, Failure>?

  @inlinable
  init() {}

  @inlinable
  func receive(subscription: any Subscription) {
    target?.receiveSubscription(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { target?.receiveValue(input) ?? .none }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    target?.receiveCompletion(completion)
  }
}
