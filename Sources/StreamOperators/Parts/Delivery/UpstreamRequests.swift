public import StreamCore

/// What to request from upstreams: decided under a lock, sent after it (rule 6).
///
/// It contains keys instead of subscriptions, which are looked up when there is a request to send. A reference in here
/// would have to be released after every value, though most values cause no request.
@frozen
@usableFromInline
package struct UpstreamRequests {
  @usableFromInline package var demand = Subscribers.Demand.none
  @usableFromInline package var receivers = Receivers.one(UpstreamKey())

  @frozen
  @usableFromInline
  package enum Receivers: Equatable {
    case one(UpstreamKey)

    /// All active upstreams except the one with this index; -1 excludes none.
    case all(except: Int)
  }

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { demand == .none }

  @inlinable
  package mutating func ask(_ receivers: Receivers, for demand: Subscribers.Demand) {
    assert(isEmpty || demand == .none, "There is one request at a time.")
    if demand == .none { return }
    self.demand = demand
    self.receivers = receivers
  }
}
