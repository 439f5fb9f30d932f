public import StreamCore

/// What a queue does with an element for which it has no room: an overflow policy without its closure, which may not
/// run under a lock.
@frozen
@usableFromInline
package enum WhenFull: Equatable {
  case suspends, dropsOldest, dropsNewest, fails

  @inlinable
  package init<Failure>(_ policy: StreamOverflowPolicy<Failure>) {
    switch policy {
    case .suspend: self = .suspends
    case .dropOldest: self = .dropsOldest
    case .dropNewest: self = .dropsNewest
    case .error: self = .fails
    }
  }

  /// The demand to request when upstream's subscription arrives.
  @inlinable
  package func prefetch(bound: Int) -> Subscribers.Demand {
    self == .suspends && bound != .max ? .max(bound) : .unlimited
  }

  /// The demand to request when an element leaves the queue.
  @inlinable
  package func refill(bound: Int) -> Subscribers.Demand {
    self == .suspends && bound != .max ? .max(1) : .none
  }
}
