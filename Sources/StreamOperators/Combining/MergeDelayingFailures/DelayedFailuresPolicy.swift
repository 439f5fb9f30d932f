public import StreamCore
public import StreamParts

/// The rules of `mergeDelayingFailures`: those of `merge`, and failures that are kept until all children have ended.
@usableFromInline
struct DelayedFailuresPolicy<Element, Underlying: Error>: DeliveryPolicy {
  @usableFromInline typealias Failure = MergedFailures<Underlying>

  @usableFromInline var merging = MergePolicy<Element, Failure>()

  /// The failures of the children that have ended, in the order in which they arrived.
  @usableFromInline var failures: [Underlying] = []

  @inlinable
  init() {}

  /// Keeps the failure of a child, which must then be completed.
  ///
  /// - Returns: Whether it is kept: not if the child has ended.
  @usableFromInline
  mutating func keep(_ failure: Underlying, of child: UpstreamKey) -> Bool {
    guard merging.isActive(child) else { return false }
    failures.append(failure)
    return true
  }

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    merging.attach(subscription, from: origin, demand: demand)
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { merging.isActive(origin) }

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? { merging.complete(origin) }

  @inlinable var isOver: Bool { merging.isOver }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    merging.requests(after: event, total: total)
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { merging.subscription(of: origin) }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { failures = [] }
    return merging.end(with: failures.first.map { Failure($0, others: Array(failures.dropFirst())) })
  }
}
