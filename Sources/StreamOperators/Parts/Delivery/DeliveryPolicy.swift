public import StreamCore

/// The rules of one operator that delivers through a ``SerialDelivery``: pure, called under its lock, and tested
/// alone.
///
/// A policy keeps the state of the upstreams: which of their values are accepted, what to request from them, and when
/// no further value is possible. It never calls out: it returns requests and subscriptions, and the delivery sends and
/// cancels them outside the lock. A policy whose queue has a bound is a ``BoundedPolicy``. A ``RunningPolicy`` accepts
/// upstreams that deliver all their values at once, such as arrays.
@usableFromInline
package protocol DeliveryPolicy {
  associatedtype Element
  associatedtype Failure: Error

  /// Takes the subscription of an upstream, while `demand` of downstream is outstanding beyond the queued values.
  ///
  /// - Returns: What to request from it; `nil` if it must be cancelled (rule 1), because it is a second one or the
  ///   upstream has ended.
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand?

  /// Whether values of that upstream are accepted: it has sent its subscription and has not ended.
  func isActive(_ origin: UpstreamKey) -> Bool

  /// What to request after an event; `total` is downstream's outstanding demand. An upstream whose `receive(_:)` runs
  /// the drain loop gets its part as the return value. By default nothing.
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests

  /// The subscription to send a request to: that of an active upstream, or a group for ``UpstreamKey/all(except:)``.
  func subscription(of origin: UpstreamKey) -> SubscriptionObject?

  /// Makes the next value of what the policy holds. Called when there is demand and no value is queued. By default it
  /// makes none.
  mutating func next() -> Element?

  /// An upstream has completed.
  ///
  /// - Returns: Its subscription, to be released outside the lock; `nil` if its completion is ignored.
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject?

  /// Whether no upstream can cause a further value.
  var isOver: Bool { get }

  /// Terminates all upstreams at the end of the stream, and removes what is held.
  ///
  /// - Returns: What to cancel and release, and the failure that the policy has kept for the end, if there is one. The
  ///   stream fails with it, or it is reported, if downstream has cancelled or something else has failed.
  mutating func end() -> EndedUpstreams
}

extension DeliveryPolicy {
  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests()
  }

  @inlinable
  package mutating func next() -> Element? { nil }
}

/// An event after which a policy may request something.
@frozen
@usableFromInline
package enum DeliveryEvent {
  /// Downstream has requested more.
  case requested(Subscribers.Demand)

  /// A value of an upstream has been delivered, for which downstream returned more.
  case delivered(from: UpstreamKey, adding: Subscribers.Demand)

  /// An upstream has completed.
  case completed(UpstreamKey)

  /// The queue is empty, and there is no drain thread any more: upstreams may be called that deliver synchronously.
  case drained

  /// What downstream has asked for.
  @inlinable package var more: Subscribers.Demand {
    switch self {
    case .requested(let more), .delivered(_, let more): more
    case .completed, .drained: .none
    }
  }
}

/// Identifies an upstream. Each policy assigns the numbers.
@frozen
@usableFromInline
package struct UpstreamKey: Equatable {
  @usableFromInline package var index: Int

  /// Distinguishes successive upstreams with the same index.
  @usableFromInline package var epoch: Int

  @inlinable
  package init(index: Int = 0, epoch: Int = 0) {
    (self.index, self.epoch) = (index, epoch)
  }

  /// The outer publisher of a stage, or its only one, whose activity ``SerialDelivery/isOuterActive`` tells without the
  /// lock.
  @inlinable package static var outer: Self { Self(index: -1) }

  /// All active upstreams, except the one with an index.
  @inlinable
  package static func all(except index: Int = -1) -> Self { Self(index: .min, epoch: index) }

  @inlinable package var isAll: Bool { index == .min }
}
