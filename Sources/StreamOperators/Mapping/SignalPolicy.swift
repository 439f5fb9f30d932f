public import StreamCore
public import StreamParts

/// The rules of stages that deliver signals of upstream as elements: the values pass as downstream requests them, and
/// the end waits in the queue until there is demand for it.
@frozen
@usableFromInline
struct SignalPolicy<Element>: SingleUpstreamPolicy {
  @usableFromInline typealias Failure = Never

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether an element of the stage's own is queued, which downstream receives before any value.
  ///
  /// Until then nothing is requested from upstream: values that it delivered from inside the request would be queued
  /// behind that element, without a bound.
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

  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    if !isOpening { requests.ask(.one(UpstreamKey()), for: more) }
  }

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    if caller != nil { returned += more } else { requested(more, total: total, &requests) }
  }

  @inlinable
  mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {
    guard isOpening else { return }
    isOpening = false
    requests.ask(.one(UpstreamKey()), for: total)
  }
}
