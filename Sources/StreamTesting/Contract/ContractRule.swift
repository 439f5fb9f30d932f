/// The rules of the stream contract that publishers and operators are checked against.
///
/// Each case is one check of the rule with its ``number``; a rule has several checks.
public enum ContractRule: String, CaseIterable, Sendable, CustomStringConvertible {
  /// Rule 1: the subscription comes once, and first.
  case subscriptionFirst = "the subscription comes once, and first"

  /// Rule 1: a second subscription is cancelled, or passed on by a stage without state.
  case secondSubscription = "a second subscription is cancelled, or passed on by a stage without state"

  /// Rule 2: no more values than requested; nothing without demand.
  case demandIsKept = "no more values than requested; nothing without demand"

  /// Rule 2: the same values, however they are asked for.
  case demandPatternsAgree = "the same values, however they are asked for"

  /// Rule 2: demands of any size add up.
  case hugeDemands = "demands of any size add up"

  /// Rule 3: requests from inside `receive(_:)` neither overlap nor grow the stack.
  case requestInsideReceive = "requests from inside receive(_:) neither overlap nor grow the stack"

  /// Rules 4 and 9: signals before the subscription and after the completion do no harm.
  case signalsOutOfOrder = "signals before the subscription and after the completion do no harm"

  /// Rule 4: a request after the end brings nothing.
  case requestAfterEnd = "a request after the end brings nothing"

  /// Rule 5: a cancel inside `receive(subscription:)` ends the stream.
  case cancelInsideSubscription = "a cancel inside receive(subscription:) ends the stream"

  /// Rule 5: a cancel inside `receive(_:)` ends the stream.
  case cancelInsideValue = "a cancel inside receive(_:) ends the stream"

  /// Rule 5: cancel is idempotent, and does nothing after the end.
  case cancelTwice = "cancel is idempotent, and does nothing after the end"

  /// Rule 6: no lock is held while calling out.
  case noLockHeld = "no lock is held while calling out"

  /// Rule 7: closures and downstream are released at the end.
  case release = "closures and downstream are released at the end"

  /// Rule 7: the upstream's subscription is released at the end.
  case upstreamRelease = "the upstream's subscription is released at the end"

  /// Rule 8: two subscriptions are independent.
  case independence = "two subscriptions are independent"

  /// Rule 9: a request for no values does nothing; a stage without state passes it on.
  case requestNone = "a request for no values does nothing; a stage without state passes it on"

  /// Rule 9: a failure is passed on, or dealt with, never lost.
  case failure = "a failure is passed on, or dealt with, never lost"

  /// Rule 9: a thrown error cancels upstream and becomes the failure.
  case thrownError = "a thrown error cancels upstream and becomes the failure"

  /// The number of the checked rule, from 1 to 9.
  public var number: Int {
    switch self {
    case .subscriptionFirst, .secondSubscription: 1
    case .demandIsKept, .demandPatternsAgree, .hugeDemands: 2
    case .requestInsideReceive: 3
    case .signalsOutOfOrder, .requestAfterEnd: 4
    case .cancelInsideSubscription, .cancelInsideValue, .cancelTwice: 5
    case .noLockHeld: 6
    case .release, .upstreamRelease: 7
    case .independence: 8
    case .requestNone, .failure, .thrownError: 9
    }
  }

  /// The text of the rule in the contract.
  public var text: String {
    switch number {
    case 1:
      "`receive(subscription:)` comes exactly once, before any other signal. A second subscription is cancelled at once "
        + "and otherwise ignored, or passed on by a stage without state."
    case 2:
      "A publisher delivers at most as many values as have been asked for. Demand adds up and never goes down: what "
        + "`request(_:)` brings and what `receive(_:)` returns are added."
    case 3:
      "Signals to one subscriber never overlap in time, whatever threads they come from. A call from inside "
        + "`receive(_:)` is legal, and neither deadlocks, nor loses a value, nor grows the stack with the length of the "
        + "stream: a request made there is served after it."
    case 4: "At most one `receive(completion:)` comes, and no signal after it."
    case 5:
      "After `cancel()` has returned on the delivering thread nothing more is delivered, not even a completion. After a "
        + "cancel on another thread at most one signal is, which was already in flight. `cancel()` may be called any "
        + "number of times, on any thread, and passes upstream."
    case 6:
      "Downstream, upstream, schedulers and closures are called with no lock held; nor is the last reference to anything "
        + "of theirs released under one."
    case 7:
      "What a subscription holds (downstream, closures, buffered values) is released as soon as it ends, however it ends."
    case 8:
      "Each subscription is independent, unless the publisher is one that shares: a subject, or a `Future`, whose one "
        + "result all get."
    default:
      "A request for no values is harmless everywhere: a source and a stage with state ignore it, a stage without passes "
        + "it on. A misbehaving upstream never crashes the program: a stage with state ignores signals that are out of "
        + "order, a stage without passes them on. A failure is never swallowed."
    }
  }

  /// The number of the rule, and what the check covers.
  public var description: String { "Rule \(number): \(rawValue)" }
}

extension ContractRule {
  /// Checks an operator against this rule.
  ///
  /// - Parameters:
  ///   - specimen: The operator to check.
  ///   - time: The clock that drives its deferred deliveries.
  ///   - interval: The number of seconds of silence after which an operator that delivers on a queue is considered
  ///     done.
  ///   - patience: The number of milliseconds after which a thread that has not returned is reported as blocked, and a
  ///     missing signal as lost.
  /// - Returns: The violations; empty if there are none.
  public func violations(
    by specimen: ContractSpecimen, time: ContractSpecimen.Time = .real, interval: Double = 0.1, patience: Int = 10_000
  ) -> [String] {
    time.running {
      violations(
        by: specimen, patience: patience,
        pace: ContractPace(of: specimen, time: time, interval: interval, patience: patience))
    }
  }

  /// Checks an operator whose pace is known.
  func violations(by specimen: ContractSpecimen, patience: Int, pace: ContractPace) -> [String] {
    let probe = ContractProbe(specimen: specimen, patience: patience, pace: pace)
    switch self {
    case .subscriptionFirst: probe.subscriptionFirst()
    case .secondSubscription: probe.secondSubscription()
    case .demandIsKept: probe.demandIsKept()
    case .demandPatternsAgree: probe.demandPatternsAgree()
    case .hugeDemands: probe.hugeDemands()
    case .requestInsideReceive: probe.requestInsideReceive()
    case .signalsOutOfOrder: probe.signalsOutOfOrder()
    case .requestAfterEnd: probe.requestAfterEnd()
    case .cancelInsideSubscription: probe.cancelInsideSubscription()
    case .cancelInsideValue: probe.cancelInsideValue()
    case .cancelTwice: probe.cancelTwice()
    case .noLockHeld: probe.noLockHeld()
    case .release: probe.release()
    case .upstreamRelease: probe.upstreamRelease()
    case .independence: probe.independence()
    case .requestNone: probe.requestNone()
    case .failure: probe.failure()
    case .thrownError: probe.thrownError()
    }
    return probe.violations + (probe.violations.isEmpty || pace.completes ? [] : [pace.remedy])
  }
}
