/// How a law's run asks for elements.
public enum LawDemand: Hashable, Sendable {
  /// For all of them, with the subscription.
  case unlimited

  /// For one, and for another by the result of each delivery.
  case oneAtATime

  /// For a number, and for as many again by a request from inside the last delivery of them.
  case inside(Int)

  /// For a number, and for as many again from outside, once they have come; in the explorer, at any moment.
  case outside(Int)

  /// For a number, and for as many again by work on the run's scheduler, once they have come.
  case onScheduler(Int)

  /// For nothing until all has been sent, and then for everything; in the explorer, at any moment.
  case later

  /// For nothing, ever.
  case none

  /// Whether requests wait for a turn of the scheduler.
  var isScheduled: Bool { if case .onScheduler = self { true } else { false } }
}
