public import StreamCore
public import StreamParts

/// The rules of stages that deliver signals of upstream as elements: the values pass as downstream requests them, and
/// the end waits in the queue until there is demand for it.
@frozen
@usableFromInline
struct SignalPolicy<Element>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline typealias Failure = Never

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether the stage's own first element is still queued. Downstream receives it before any value.
  ///
  /// Nothing is requested from upstream until that element has been delivered: upstream could deliver any number of
  /// values inside the request, and all of them would queue up behind the element.
  @usableFromInline var isOpening: Bool

  @inlinable
  init(isOpening: Bool) {
    self.isOpening = isOpening
  }

  // Upstream has received exactly the outstanding demand; a value beyond it breaks the contract, and is dropped.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    guard isOpening else { return UpstreamRequests(event.more) }
    guard case .drained = event else { return UpstreamRequests() }
    isOpening = false
    return UpstreamRequests(total)
  }
}
