/// The demand of a law's run.
public enum LawDemand: Hashable, Sendable {
  /// Unlimited demand, with the subscription.
  case unlimited

  /// One element, and one more as the result of each delivery.
  case oneAtATime

  /// A number of elements, and the same number again by a request inside the last delivery of them.
  case inside(Int)

  /// A number of elements, and the same number again from outside, once they have arrived; in the explorer, at any
  /// moment.
  case outside(Int)

  /// A number of elements, and the same number again by work on the run's scheduler, once they have arrived.
  case onScheduler(Int)

  /// No demand until everything has been sent, then unlimited demand; in the explorer, at any moment.
  case later

  /// No demand at all.
  case none

  /// Whether requests wait for a turn of the scheduler.
  var isScheduled: Bool { if case .onScheduler = self { true } else { false } }
}
