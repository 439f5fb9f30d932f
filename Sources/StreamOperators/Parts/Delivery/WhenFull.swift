public import StreamCore
public import StreamDiagnostics

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

extension StreamOverflowPolicy {
  /// Makes the failure of a full queue, if the policy is to fail.
  @usableFromInline package var makeFailure: (@Sendable () -> Failure)? {
    if case .error(let make) = self { make } else { nil }
  }

  /// Why an element that exceeds the capacity is dropped.
  @usableFromInline package var dropReason: DropReport.Reason {
    suspends ? .beyondDemand : .overflow
  }

  /// Whether the demand on upstream is limited to the room in the queue.
  @usableFromInline package var suspends: Bool {
    if case .suspend = self { true } else { false }
  }
}

extension PublisherNames {
  /// What an operator does with an element for which its queue has no room.
  public typealias OverflowPolicy<Failure: Error> = StreamOverflowPolicy<Failure>
}
