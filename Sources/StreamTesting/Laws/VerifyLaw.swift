public import StreamCore

/// Verifies that a law holds, in many ways of running it.
///
///     verifyLaw("A buffer that suspends loses nothing", .identity) { upstream, run in
///       upstream.buffer(size: run.pick(0, 1, 2, .max), whenFull: .suspend)
///     }
///
/// The source is an array or a subject, of up to a thousand elements; up to four threads or a timer send to the
/// subject. It finishes, fails, or never ends. The subscriber requests all elements at once, some at a time from inside
/// a delivery, from outside or from the scheduler, late, or never, and may cancel. A seed draws the cases; each is the
/// one of twenty that tries most new pairs of these values, and of the choices of the law. Half of those that fail or
/// cancel do so after a random number of elements.
///
/// Whatever the law says, each run also checks that no more comes than was requested, that signals do not overlap, that
/// nothing follows the end or a cancel, that the pipeline ends if its source does, and that it releases its
/// subscription to the source.
///
/// The first case that breaks the law is shrunk, and fails the test at the line of this call.
///
/// - Parameters:
///   - name: The law in words.
///   - relation: What it says.
///   - space: The ways in which it is run.
///   - seed: Decides which cases are drawn.
///   - cases: The number of cases.
///   - lawCase: A case to run alone, as printed by a violation.
///   - patience: The number of milliseconds that a run in real time may stand still.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - pipeline: Makes the pipeline of a run.
/// - Returns: The violations: one, or none if the law holds.
@discardableResult
@_disfavoredOverload
public func verifyLaw<P: Publisher>(
  _ name: String, _ relation: LawRelation, in space: LawSpace = .all, seed: UInt64 = 1, cases: Int = 100,
  replaying lawCase: LawCase? = nil, patience: Int = 20_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P
) -> [LawViolation] {
  let law = Law(
    name, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column, pipeline: pipeline)
  return verifyLaw(law, seed: seed, cases: cases, replaying: lawCase, patience: patience)
}

/// Verifies that two pipelines deliver the same elements, in many ways of running the first.
///
///     verifyLaw("Two filters are one") { upstream, _ in
///       upstream.filter { $0 > 3 }.filter { $0 < 9 }
///     } equals: { upstream, _ in
///       upstream.filter { $0 > 3 && $0 < 9 }
///     }
///
/// - Parameters:
///   - name: The law in words.
///   - relation: What it says of the elements of both.
///   - space: The ways in which the first is run.
///   - seed: Decides which cases are drawn.
///   - cases: The number of cases.
///   - lawCase: A case to run alone, as printed by a violation.
///   - patience: The number of milliseconds that a run in real time may stand still.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - pipeline: Makes the first pipeline of a run.
///   - other: Makes the second, which gets the elements that the first got, asks for all, and runs in virtual time.
/// - Returns: The violations: one, or none if the law holds.
@discardableResult
@_disfavoredOverload
public func verifyLaw<P: Publisher, Q: Publisher>(
  _ name: String, _ relation: LawRelation = .identity, in space: LawSpace = .all, seed: UInt64 = 1, cases: Int = 100,
  replaying lawCase: LawCase? = nil, patience: Int = 20_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P,
  equals other: @escaping @Sendable (Law.Upstream, LawRun) -> Q
) -> [LawViolation] {
  let law = Law(
    name, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column, pipeline: pipeline,
    equals: other)
  return verifyLaw(law, seed: seed, cases: cases, replaying: lawCase, patience: patience)
}

/// Verifies a law of a table, and fails the test at the law's line if it does not hold.
///
/// - Parameters:
///   - law: The law.
///   - seed: Decides which cases are drawn.
///   - count: The number of cases.
///   - lawCase: A case to run alone, as printed by a violation.
///   - patience: The number of milliseconds that a run in real time may stand still.
/// - Returns: The violations: one, or none if the law holds.
@discardableResult
@_disfavoredOverload
public func verifyLaw(
  _ law: Law, seed: UInt64 = 1, cases count: Int = 100, replaying lawCase: LawCase? = nil, patience: Int = 20_000
) -> [LawViolation] {
  let checker = LawChecker(law: law, patience: .milliseconds(patience))
  var cases = LawCases(of: law.space, seed: seed)
  for _ in 0..<(lawCase == nil ? count : 1) {
    let next = lawCase ?? cases.next()
    guard let found = checker.check(next) else { continue }
    let (smallest, outcome, message) = checker.shrink(next, found)
    let violation = LawViolation(law: law.name, seed: seed, lawCase: smallest, message: message, outcome: outcome)
    FailureReporter.report("verifyLaw: \(violation)", at: law.site)
    return [violation]
  }
  return []
}
