public import StreamCore

/// The rules of one operator that delivers through a ``SerialDelivery``: pure, called under its lock, and tested alone.
///
/// A policy knows the upstreams: which of their values count, what to request from them, and when nothing more can come. It
/// never calls anything. What is to be requested or cancelled it returns, and the delivery does it outside the lock.
@usableFromInline
package protocol DeliveryPolicy {
  associatedtype Element
  associatedtype Failure: Error

  /// Whether values that are ready are delivered before a failure, as before a finish.
  static var keepsReadyOnFailure: Bool { get }

  // MARK: Upstream

  /// Takes the subscription of an upstream.
  ///
  /// - Parameter demand: The outstanding demand of downstream.
  /// - Returns: What to request from it; `nil` if it is one too many, or too late, and must be cancelled (rule 1).
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand?

  /// Whether values of that upstream count: it has sent its subscription and has not ended.
  func isActive(_ origin: UpstreamKey) -> Bool

  /// An upstream has sent several values in one piece, or a piece without a value.
  mutating func received(from origin: UpstreamKey)

  /// Decides about a value that cannot be delivered now.
  ///
  /// - Parameters:
  ///   - count: The number of values that are ready.
  ///   - demand: The outstanding demand of downstream.
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> DeliveryPlace

  /// An upstream has completed.
  ///
  /// - Returns: Its subscription, to be released outside the lock; `nil` if its completion does not count.
  mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject?

  /// Whether the publisher of the publishers, if there is one, is active. It can be read without the lock.
  var isOuterActive: Bool { get }

  /// Whether no upstream can cause another value.
  var isOver: Bool { get }

  // MARK: Downstream

  /// Downstream has requested more.
  ///
  /// - Parameter total: The outstanding demand, `more` included.
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests)

  /// A value has been delivered, for which downstream returned `more`.
  ///
  /// - Parameters:
  ///   - origin: The upstream that the value came from.
  ///   - more: What downstream returned.
  ///   - total: The outstanding demand, `more` included.
  ///   - caller: The upstream whose `receive(_:)` runs the drain loop; `nil` if a request does.
  ///   - returned: What that `receive(_:)` will return. A policy adds what the caller is to be asked for.
  ///   - requests: What the other upstreams are asked for.
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests)

  /// The subscription of an upstream that is active.
  func subscription(of origin: UpstreamKey) -> SubscriptionObject?

  /// All subscriptions that are active, but for the one of the upstream with the index `exception`.
  func subscriptions(except exception: Int) -> [SubscriptionObject]

  /// No value is ready, or no demand is outstanding: the drain loop is over.
  mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests)

  // MARK: End

  /// Gives up everything, at the end of the stream.
  mutating func end() -> EndedUpstreams

  /// The states of the upstreams, for a debugger.
  var upstreams: [UpstreamState] { get }
}

extension DeliveryPolicy {
  @inlinable package static var keepsReadyOnFailure: Bool { false }

  @inlinable package var isOuterActive: Bool { false }

  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> DeliveryPlace { .append }

  @inlinable
  package mutating func received(from origin: UpstreamKey) {}

  @inlinable
  package func subscriptions(except exception: Int) -> [SubscriptionObject] { [] }

  @inlinable
  package mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {}
}

/// Names an upstream to a policy. What the numbers mean is up to the policy.
@frozen
@usableFromInline
package struct UpstreamKey: Equatable {
  @usableFromInline package var index: Int

  /// Tells upstreams apart that have the same index one after the other.
  @usableFromInline package var epoch: Int

  @inlinable
  package init(index: Int = 0, epoch: Int = 0) {
    (self.index, self.epoch) = (index, epoch)
  }
}

/// Where a value goes that cannot be delivered now.
@frozen
@usableFromInline
package enum DeliveryPlace {
  /// After the values that are ready.
  case append

  /// In place of the oldest of them, at the end.
  case replaceOldest

  /// In place of the newest of them.
  case replaceNewest

  /// Nowhere: it is dropped.
  case drop

  /// Nowhere: there is no room for it, and the stream must end.
  case overflow
}

/// What a stream held when it ended. It is cancelled and released outside the lock (rules 6 and 7).
@usableFromInline
package final class EndedUpstreams {
  private let upstreams: [SubscriptionObject]
  private let values: Any
  private var ready: Any?

  /// - Parameters:
  ///   - upstreams: The subscriptions that are still active.
  ///   - values: Values, closures and ended subscriptions, which are released.
  @usableFromInline
  package init(_ upstreams: [SubscriptionObject], releasing values: Any = ()) {
    (self.upstreams, self.values) = (upstreams, values)
  }

  /// Releases values that were ready as well.
  func release(_ ready: Any) {
    self.ready = ready
  }

  @usableFromInline
  package func cancel() {
    for upstream in upstreams { upstream.cancel() }
  }
}
