public import StreamCore

/// The rules of one operator that delivers through a ``SerialDelivery``: pure, called under its lock, and tested
/// alone.
///
/// A policy keeps the state of the upstreams: which of their values are accepted, what to request from them, and when
/// no further value is possible. It never calls out. It returns the requests and cancels, which the delivery performs
/// outside the lock.
@usableFromInline
package protocol DeliveryPolicy {
  associatedtype Element
  associatedtype Failure: Error

  /// Whether queued values are delivered before a failure, as they are before a finish.
  static var keepsReadyOnFailure: Bool { get }

  // MARK: Upstream

  /// Takes the subscription of an upstream, while `demand` of downstream is outstanding beyond the queued values.
  ///
  /// - Returns: What to request from it; `nil` if it must be cancelled (rule 1), because it is a second one or the
  ///   upstream has ended.
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand?

  /// Whether values of that upstream are accepted: it has sent its subscription and has not ended.
  func isActive(_ origin: UpstreamKey) -> Bool

  /// An upstream has sent several values in one piece, or a piece without a value.
  mutating func received(from origin: UpstreamKey)

  /// Decides about a value that cannot be delivered immediately, while `count` values are queued and `demand` of
  /// downstream is outstanding.
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction

  /// Whether ``makeNext()`` may make a value.
  static var makesValues: Bool { get }

  /// Makes the next value of elements that the policy holds, if it can. Asked whenever there is demand, and no value is
  /// queued.
  mutating func makeNext() -> Element?

  /// An upstream has completed.
  ///
  /// - Returns: Its subscription, to be released outside the lock; `nil` if its completion is ignored.
  mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject?

  /// Whether the outer publisher, if there is one, is active. It is mirrored in a word that is read without the lock.
  var isOuterActive: Bool { get }

  /// Whether no upstream can cause a further value.
  var isOver: Bool { get }

  /// How the stream ends then: it finishes, unless the policy says otherwise.
  var lastCompletion: Subscribers.Completion<Failure> { get }

  // MARK: Values at hand

  /// An upstream that has not sent a subscription has all its values already, and needs none.
  ///
  /// - Returns: Whether its values are accepted.
  mutating func startRun(of origin: UpstreamKey) -> Bool

  /// Whether further values of that upstream are accepted.
  func continuesRun(of origin: UpstreamKey) -> Bool

  /// That upstream has completed.
  ///
  /// - Returns: Whether its completion is accepted.
  mutating func endRun(of origin: UpstreamKey, _ requests: inout UpstreamRequests) -> Bool

  // MARK: Downstream

  /// Downstream has requested `more`. The outstanding demand, `more` included, is `total`.
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests)

  /// A value has been delivered, for which downstream returned `more`.
  ///
  /// - Parameters:
  ///   - origin: The upstream that the value came from.
  ///   - more: What downstream returned.
  ///   - total: The outstanding demand, `more` included.
  ///   - caller: The upstream whose `receive(_:)` runs the drain loop; `nil` if a request does.
  ///   - returned: What that `receive(_:)` will return. A policy adds the request to the caller here.
  ///   - requests: The requests to the other upstreams.
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests)

  /// The subscription of an upstream that is active.
  func subscription(of origin: UpstreamKey) -> SubscriptionObject?

  /// All subscriptions that are active, except the one of the upstream with the index `exception`.
  func subscriptions(except exception: Int) -> [SubscriptionObject]

  /// The queue is empty, and there is no drain thread any more: upstreams may be called that deliver synchronously.
  mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests)

  // MARK: End

  /// Terminates all upstreams at the end of the stream, and removes what is held.
  mutating func end() -> EndedUpstreams

  /// The states of the upstreams, for a debugger.
  var upstreams: [UpstreamState] { get }
}

extension DeliveryPolicy {
  @inlinable package static var keepsReadyOnFailure: Bool { false }

  @inlinable package var isOuterActive: Bool { false }

  @inlinable package var lastCompletion: Subscribers.Completion<Failure> { .finished }

  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction { .append }

  @inlinable
  package mutating func received(from origin: UpstreamKey) {}

  @inlinable package static var makesValues: Bool { false }

  @inlinable
  package mutating func makeNext() -> Element? { nil }

  @inlinable
  package mutating func startRun(of origin: UpstreamKey) -> Bool { false }

  @inlinable
  package func continuesRun(of origin: UpstreamKey) -> Bool { true }

  @inlinable
  package mutating func endRun(of origin: UpstreamKey, _ requests: inout UpstreamRequests) -> Bool { false }

  @inlinable
  package func subscriptions(except exception: Int) -> [SubscriptionObject] { [] }

  @inlinable
  package mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {}
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
}

/// What happens to a value that cannot be delivered immediately.
@frozen
@usableFromInline
package enum QueueAction {
  /// It is queued.
  case append

  /// It is queued, and the oldest queued value is dropped.
  case replaceOldest

  /// It replaces the newest queued value.
  case replaceNewest

  /// It is dropped.
  case drop

  /// It is dropped, and the stream must end, because the queue is full.
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
  ///   - values: Values and closures to release.
  @usableFromInline
  package init(_ upstreams: [SubscriptionObject], releasing values: Any = ()) {
    (self.upstreams, self.values) = (upstreams, values)
  }

  /// Adds queued values to release.
  func release(_ ready: Any) {
    self.ready = ready
  }

  @usableFromInline
  package func cancel() {
    for upstream in upstreams { upstream.cancel() }
  }
}
