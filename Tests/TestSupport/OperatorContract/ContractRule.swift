/// What the contract of signals asks of every operator. Each case is a check of its own; the number is that of the rule
/// in `Docs/StreamContract.md`.
public enum ContractRule: String, CaseIterable, Sendable, CustomStringConvertible {
  case subscriptionFirst = "Rule 1: the subscription comes once, and first"
  case secondSubscription = "Rule 1: a second subscription is cancelled, or passed on by a stage without state"
  case demandIsKept = "Rule 2: no more values than requested; nothing without demand"
  case demandPatternsAgree = "Rule 2: the same values, however they are asked for"
  case hugeDemands = "Rule 2: demands of any size add up"
  case requestInsideReceive = "Rule 3: requests from inside receive(_:) neither overlap nor grow the stack"
  case signalsOutOfOrder = "Rules 4 and 9: signals before the subscription and after the completion do no harm"
  case requestAfterEnd = "Rule 4: a request after the end brings nothing"
  case cancelInsideSubscription = "Rule 5: a cancel inside receive(subscription:) ends the stream"
  case cancelInsideValue = "Rule 5: a cancel inside receive(_:) ends the stream"
  case cancelTwice = "Rule 5: cancel is idempotent, and does nothing after the end"
  case noLockHeld = "Rule 6: no lock is held while calling out"
  case release = "Rule 7: closures and downstream are released at the end"
  case upstreamRelease = "Rule 5: the upstream's subscription is released at the end"
  case independence = "Rule 8: two subscriptions are independent"
  case failure = "Rule 9: a failure is passed on, or dealt with, never lost"
  case thrownError = "A thrown error cancels upstream and becomes the failure"

  public var description: String { rawValue }

  /// Tries a specimen.
  ///
  /// - Parameters:
  ///   - specimen: The operator to try.
  ///   - patience: After how many milliseconds a thread that has not returned is held to be stuck.
  /// - Returns: What it does against the rule; nothing, if all is well.
  public func violations(by specimen: Specimen, patience: Int = 10_000) -> [String] {
    var probe = ContractProbe(specimen: specimen, patience: patience)
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
    case .failure: probe.failure()
    case .thrownError: probe.thrownError()
    }
    return probe.violations
  }
}
