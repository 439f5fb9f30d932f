public import StreamCore

/// A violation of a rule of the contract.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
  /// The check that found it.
  public let rule: ContractRule

  /// The observed behaviour.
  public let message: String

  /// The rule's number, the check and its observation, and the rule's text in the contract.
  public var description: String {
    "\(rule). \(message)\n  Rule \(rule.number) says: \(rule.text)"
  }
}

/// Verifies that a custom publisher keeps the stream contract.
///
///     verifyContract { MyPublisher(file: url) }
///
/// Each broken rule fails the test at the line of this call, with the rule's number and the observed behaviour. At most
/// 20 values are requested, so the publisher may be endless. For a publisher that delivers on a thread of its own, some
/// checks watch for an interval. For one that waits for a scheduler with a test-controlled clock, pass that scheduler's
/// time:
///
///     let scheduler = TestScheduler()
///     verifyContract(time: .virtual(scheduler)) { Just(1).delay(for: 60, scheduler: scheduler) }
///
/// - Parameters:
///   - traits: How the publisher may deviate from the common rules: its subscribers share something (`.shares`), or two
///     runs of it differ (`.pacedByDemand`), as those of a timer do.
///   - time: The clock that drives its deferred deliveries.
///   - interval: The number of seconds that a check watches for unexpected signals; skipped for a publisher that
///     delivers everything before a request returns. The first subscription waits ten times as long for all signals.
///   - patience: The number of milliseconds after which a thread that has not returned is reported as blocked, and a
///     missing value as lost.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - makePublisher: Makes the publisher; called many times.
/// - Returns: The violations; empty if the publisher keeps the contract.
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
    let violations = time.running(probe.violations)
    return report(violations, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Verifies that a custom operator keeps the stream contract.
///
///     verifyContract { upstream in upstream.myOperator { $0 + 1 } }
///
/// Each broken rule fails the test at the line of this call, with the rule's number and the observed behaviour. The
/// upstreams include sources that keep the rules and sources that break them. To check the release of the operator's
/// closures as well, use ``verifyContract(of:time:interval:patience:fileID:filePath:line:column:)``.
///
/// A first subscription determines whether the operator delivers everything before a call returns. If it does, no check
/// waits. If it delivers later, on a queue, the checks wait for expected signals and then watch for unexpected ones:
/// some seconds in all, and more the longer it delays. An operator that waits for a scheduler with a test-controlled
/// clock runs in that scheduler's time, without waiting and deterministically:
///
///     let scheduler = TestScheduler()
///     verifyContract(time: .virtual(scheduler)) { upstream in upstream.delay(for: 60, scheduler: scheduler) }
///
/// So does one that delivers in tasks, with `time: .tasks`.
///
/// Neither waits for ever: if no completion arrives within `patience`, the failures say so.
///
/// The values are numbers, most of them 100 and above. A closure of the operator should let most of them pass, and
/// leave some out: an operator that forgets to ask for a replacement of what it drops is found only if it drops
/// something.
///
/// - Parameters:
///   - traits: How the operator may deviate from the common rules: it has no state (`.stateless`), its values depend on
///     the timing of requests (`.pacedByDemand`), or its subscribers share one subscription to upstream (`.shares`).
///   - onFailure: How it handles an upstream failure.
///   - time: The clock that drives its deferred deliveries.
///   - interval: The number of seconds of silence after which an operator that delivers on a queue is considered done;
///     at least three times the longest pause of the first subscription is used.
///   - patience: The number of milliseconds after which a thread that has not returned is reported as blocked, and a
///     missing signal as lost.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - apply: Applies the operator to an upstream; called many times.
/// - Returns: The violations; empty if the operator keeps the contract.
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

/// Verifies that an operator and its closures keep the stream contract.
///
/// - Parameters:
///   - specimen: The operator.
///   - time: The clock that drives its deferred deliveries.
///   - interval: The number of seconds of silence after which an operator that delivers on a queue is considered done;
///     at least three times the longest pause of the first subscription is used.
///   - patience: The number of milliseconds after which a thread that has not returned is reported as blocked, and a
///     missing signal as lost.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
/// - Returns: The violations; empty if the operator keeps the contract.
@discardableResult
@_disfavoredOverload
public func verifyContract(
  of specimen: ContractSpecimen, time: ContractSpecimen.Time = .real, interval: Double = 0.1, patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [ContractViolation] {
  let violations = time.running {
    let pace = ContractPace(of: specimen, time: time, interval: interval, patience: patience)
    return ContractRule.allCases.map { ($0, $0.violations(by: specimen, patience: patience, pace: pace)) }
  }
  return report(
    violations, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func report(_ seen: [(ContractRule, [String])], at site: CallSite) -> [ContractViolation] {
  let violations = seen.compactMap { rule, messages in
    messages.isEmpty ? nil : ContractViolation(rule: rule, message: messages.joined(separator: " "))
  }
  for violation in violations { FailureReporter.report("verifyContract: \(violation)", at: site) }
  return violations
}
