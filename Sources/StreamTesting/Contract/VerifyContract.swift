public import StreamCore

/// What a publisher or an operator does against a rule of the contract.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
  /// The check that found it.
  public let rule: ContractRule

  /// What was seen.
  public let message: String

  /// The number of the rule, what was checked and seen, and the rule in the words of the contract.
  public var description: String {
    "\(rule). \(message)\n  Rule \(rule.number) says: \(rule.text)"
  }
}

/// Tries a publisher of one's own against the contract of signals.
///
///     verifyContract { MyPublisher(file: url) }
///
/// Each rule that is broken is a failure at the line of this call, which names the rule by its number and says what was
/// seen. At most 20 values are asked for, so that the publisher may be endless. One that keeps its values for a thread of
/// its own is watched for an interval in some of the checks. One that waits for a scheduler whose clock a test moves is tried in
/// that scheduler's time:
///
///     let scheduler = TestScheduler()
///     verifyContract(time: .virtual(scheduler)) { Just(1).delay(for: 60, scheduler: scheduler) }
///
/// - Parameters:
///   - traits: What the publisher may do beside the rules: whether its subscribers share something (`.shares`), and
///     whether two runs of it differ (`.pacedByDemand`), as those of a timer do.
///   - time: The time in which it sends what it does not send at once.
///   - interval: How many seconds a check watches for signals that should not come; it is not waited for a publisher that
///     sends all before a request returns. The first subscription waits ten times as long for all that is sent.
///   - patience: After how many milliseconds a thread that has not returned is reported as blocked, and a value that is due
///     as lost.
///   - fileID: Where failures are shown: the caller's file.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - makePublisher: Makes the publisher; called many times.
/// - Returns: What was found; nothing, if the publisher keeps the contract.
@discardableResult
@_disfavoredOverload
public func verifyContract<P: Publisher>(
  traits: ContractSpecimen.Traits = [], time: ContractSpecimen.Time = .real, interval: Double = 0.1,
  patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  of makePublisher: () -> P
) -> [ContractViolation] {
  withoutActuallyEscaping(makePublisher) { makePublisher in
    let probe = PublisherProbe(patience: patience, interval: interval, time: time, traits: traits) {
      Pipeline(makePublisher())
    }
    return report(probe.violations(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Tries an operator of one's own against the contract of signals.
///
///     verifyContract { upstream in upstream.myOperator { $0 + 1 } }
///
/// Each rule that is broken is a failure at the line of this call, which names the rule by its number and says what was
/// seen. Upstream is played by sources that keep the rules and by others that break them. Use
/// ``verifyContract(of:time:interval:patience:fileID:filePath:line:column:)`` for an operator whose closures are to be watched
/// too.
///
/// One subscription shows first whether the operator delivers all before a call returns. If it does, each check is over at
/// once. If it delivers later, on a queue, the checks wait for what is due, and then for what should not come: some seconds
/// in all, and more the longer it delays. One that waits for a scheduler whose clock a test moves is tried in that
/// scheduler's time, promptly and the same way in every run:
///
///     let scheduler = TestScheduler()
///     verifyContract(time: .virtual(scheduler)) { upstream in upstream.delay(for: 60, scheduler: scheduler) }
///
/// Neither waits for ever: where no completion comes within `patience`, the failures say so.
///
/// - Parameters:
///   - traits: What the operator may do beside the rules: whether it has no state of its own (`.stateless`), whether
///     its values depend on when they are asked for (`.pacedByDemand`), whether its subscribers share one subscription to
///     upstream (`.shares`).
///   - onFailure: What it does with a failure of upstream.
///   - time: The time in which it delivers what it does not deliver at once.
///   - interval: After how many seconds without a signal an operator that delivers on a queue has said all; at least three
///     times the longest pause of a first subscription.
///   - patience: After how many milliseconds a thread that has not returned is reported as blocked, and a signal that is
///     due as lost.
///   - fileID: Where failures are shown: the caller's file.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - apply: Applies the operator to an upstream; called many times.
/// - Returns: What was found; nothing, if the operator keeps the contract.
@discardableResult
@_disfavoredOverload
public func verifyContract<P: Publisher & SendableMetatype>(
  traits: ContractSpecimen.Traits = [], onFailure: ContractSpecimen.OnFailure = .passesOn,
  time: ContractSpecimen.Time = .real, interval: Double = 0.1, patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  of apply: @escaping @Sendable (ContractSpecimen.Upstream) -> P
) -> [ContractViolation] where P.Output: SendableMetatype, P.Failure: SendableMetatype {
  verifyContract(
    of: ContractSpecimen("", traits, onFailure: onFailure) { upstream, _ in apply(upstream) }, time: time,
    interval: interval, patience: patience, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Tries an operator, its closures included, against the contract of signals.
///
/// - Parameters:
///   - specimen: The operator.
///   - time: The time in which it delivers what it does not deliver at once.
///   - interval: After how many seconds without a signal an operator that delivers on a queue has said all; at least three
///     times the longest pause of a first subscription.
///   - patience: After how many milliseconds a thread that has not returned is reported as blocked, and a signal that is
///     due as lost.
///   - fileID: Where failures are shown: the caller's file.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
/// - Returns: What was found; nothing, if the operator keeps the contract.
@discardableResult
@_disfavoredOverload
public func verifyContract(
  of specimen: ContractSpecimen, time: ContractSpecimen.Time = .real, interval: Double = 0.1, patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [ContractViolation] {
  let pace = ContractPace(of: specimen, time: time, interval: interval, patience: patience)
  return report(
    ContractRule.allCases.map { ($0, $0.violations(by: specimen, patience: patience, pace: pace)) },
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func report(_ seen: [(ContractRule, [String])], at site: CallSite) -> [ContractViolation] {
  let violations = seen.compactMap { rule, messages in
    messages.isEmpty ? nil : ContractViolation(rule: rule, message: messages.joined(separator: " "))
  }
  for violation in violations { FailureReporter.report("verifyContract: \(violation)", at: site) }
  return violations
}
