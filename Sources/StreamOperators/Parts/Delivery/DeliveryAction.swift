public import StreamCore

/// What to request from an upstream, or from all: decided under a lock, sent after it (rule 6).
///
/// It contains a key instead of a subscription, which is looked up when there is a request to send. A reference in here
/// would have to be released after every value, though most values cause no request.
@frozen
@usableFromInline
package struct UpstreamRequests {
  @usableFromInline package var demand: Subscribers.Demand
  @usableFromInline package var receiver: UpstreamKey

  @inlinable
  package init(_ demand: Subscribers.Demand = .none, of receiver: UpstreamKey = UpstreamKey()) {
    (self.demand, self.receiver) = (demand, receiver)
  }

  @inlinable package var isEmpty: Bool { demand == .none }

  /// Takes out the part of the upstream whose `receive(_:)` runs the drain loop, if one does. It becomes that call's
  /// return value.
  @inlinable
  package mutating func takeShare(of caller: UpstreamKey?) -> Subscribers.Demand {
    guard let caller, receiver.isAll || receiver == caller else { return .none }
    let share = demand
    if receiver.isAll { receiver = .all(except: caller.index) } else { demand = .none }
    return share
  }
}

/// Several upstreams that are asked for the same.
@usableFromInline
package final class UpstreamGroup: StageSubscription, Sendable {
  // Sendable: a subscription may be called on any thread.
  private nonisolated(unsafe) let members: [SubscriptionObject]

  @usableFromInline
  package init(_ members: [SubscriptionObject]) {
    self.members = members
  }

  @usableFromInline package var description: String { "\(members)" }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    for member in members { member.request(demand) }
  }

  @usableFromInline
  package func cancel() {
    for member in members { member.cancel() }
  }
}

/// What to do outside the lock. It is filled in place and not generic: an enum with payloads would be copied out of
/// the lock, and a generic value destroyed through its type metadata.
@frozen
@usableFromInline
package struct DeliveryAction {
  /// Requests to send, before everything else.
  @usableFromInline var requests = UpstreamRequests()

  /// The upstream of the value to deliver, if there is one.
  @usableFromInline var origin = UpstreamKey()

  /// Whether upstreams must be cancelled and released.
  @usableFromInline var ends = false

  /// Whether the completion must be sent, after the cancels.
  @usableFromInline var completes = false

  @inlinable
  init() {}
}

/// What a stage held when it ended. It is cancelled and released outside the lock (rules 6 and 7).
@usableFromInline
package final class EndedUpstreams {
  private let upstreams: [SubscriptionObject]
  private let values: Any
  private var ready: Any?

  /// The failure that has been kept for the end, until the stream takes it.
  package private(set) var failure: (any Error)?

  /// Whether that is reported if the stream ends otherwise.
  private let reportsFailure: Bool

  /// - Parameters:
  ///   - upstreams: The subscriptions that are still active.
  ///   - values: Values and closures to release.
  ///   - failure: The failure that the policy has kept for the end.
  ///   - reportsFailure: Whether the failure is reported if the stream ends otherwise: not if others get it, too.
  @usableFromInline
  package init(
    _ upstreams: [SubscriptionObject], releasing values: Any = (), failure: (any Error)? = nil,
    reportsFailure: Bool = true
  ) {
    (self.upstreams, self.values) = (upstreams, values)
    (self.failure, self.reportsFailure) = (failure, reportsFailure)
  }

  /// Sets the failure that has been kept for the end.
  func keep(_ failure: any Error) {
    self.failure = failure
  }

  func takeFailure() -> (any Error)? { failure.take() }

  /// Adds queued values to release.
  func release(_ ready: Any) {
    self.ready = ready
  }

  @usableFromInline
  package func cancel() {
    for upstream in upstreams { upstream.cancel() }
  }

  /// The failure that nobody has taken, to be reported.
  @usableFromInline var unsentFailure: (any Error)? { reportsFailure ? failure : nil }
}
