/// A scheduler whose clock never advances, if `standsStill`: every wait is over immediately.
package protocol StandingClock {
  var standsStill: Bool { get }
}

extension Scheduler {
  /// Whether the toolkit knows that the clock of this scheduler never advances.
  @usableFromInline package var hasStandingClock: Bool { (self as? any StandingClock)?.standsStill ?? false }
}

extension ImmediateScheduler: StandingClock {
  package var standsStill: Bool { true }
}

extension InstantScheduler: StandingClock {
  package var standsStill: Bool { true }
}

extension MeteredScheduler: StandingClock {
  package var standsStill: Bool { base.hasStandingClock }
}

extension SchedulerTimeIntervalConvertible where Self: SignedNumeric & Comparable {
  /// Whether work may repeat after this stride: it is more than zero, or belongs to a standing clock, whose strides are
  /// all zero.
  @inlinable package var isPeriod: Bool { self > .zero || .seconds(1) == Self.zero }
}
