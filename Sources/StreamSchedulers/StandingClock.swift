/// A scheduler whose clock never advances, if `standsStill`: what waits for a time has waited at once.
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
  /// Whether work may repeat after this stride: more than zero, or of a clock that stands, whose strides are all zero.
  @inlinable package var isPeriod: Bool { self > .zero || .seconds(1) == Self.zero }
}
