public import StreamCore
public import StreamParts

/// The rules of `lines`: a piece is requested when downstream has requested a line and none is queued. At most one
/// piece and an incomplete line are held.
@frozen
@usableFromInline
struct LinePolicy: DeliveryPolicy {
  @usableFromInline typealias Element = ArraySlice<UInt8>
  @usableFromInline typealias Failure = any Error

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether a piece has been requested and has not arrived.
  @usableFromInline var isAwaitingPiece = false

  @inlinable
  init() {}

  @usableFromInline static var keepsReadyOnFailure: Bool { true }

  @inlinable var isOuterActive: Bool { upstream.isActive }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    upstream.attach(subscription) ? Subscribers.Demand.none : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { upstream.isActive }

  @inlinable
  mutating func received(from origin: UpstreamKey) {
    isAwaitingPiece = false
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject? {
    upstream.terminate()
  }

  // When upstream completes, the stage passes on the completion with the last lines, and the delivery sends it after
  // them.
  @inlinable var isOver: Bool { false }

  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {}

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {}

  @inlinable
  mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {
    guard total != .none, !isAwaitingPiece else { return }
    isAwaitingPiece = true
    requests.ask(.one(UpstreamKey()), for: .max(1))
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { upstream.subscription }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate()].compactMap { $0 })
  }

  @usableFromInline var upstreams: [UpstreamState] { [upstream] }
}
