import Foundation
import StreamTesting
import Streams
import TestSupport
import Testing

/// A number of the environment.
func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

/// `STREAMS_SEED` of the environment, by default 1.
private let seed = UInt64(number("STREAMS_SEED") ?? 1)

/// `STREAMS_LAW_CASES` of the environment, or what fits into a usual run.
private let cases = number("STREAMS_LAW_CASES") ?? repetitions(36, full: 400)

/// How many milliseconds a run in real time may stand still: `STREAMS_LAW_PATIENCE`.
private let patience = number("STREAMS_LAW_PATIENCE") ?? 20_000

/// A word of the names of the laws that run alone: `STREAMS_LAW`.
let wantedLaw = ProcessInfo.processInfo.environment["STREAMS_LAW"]

@Suite("The laws of operators, subjects and schedulers")
struct LawTests {
  // In a process of its own: the tasks of other suites would delay laws that wait for tasks.
  @Test("Each law holds in all cases")
  func hold() async {
    let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let laws = wantedLaws
      await withTaskGroup(of: [StreamTestFailure].self) { group in
        for turn in 0..<2 {
          group.addTask { await failures(of: stride(from: turn, to: laws.count, by: 2).map { laws[$0] }) }
        }
        for await failures in group { for failure in failures { FailureReporter.current.report(failure) } }
      }
    }
    if isFullRun || wantedLaw != nil { printOutput(of: process) }
  }
}

/// Prints what a process of a test has printed.
func printOutput(of process: ExitTest.Result?) {
  print(String(decoding: process?.standardOutputContent ?? [], as: UTF8.self))
}

/// Verifies laws on a thread of its own: one of Swift's tasks would be missing where a law waits for tasks.
private func failures(of laws: [FamilyLaw]) async -> [StreamTestFailure] {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: FailureReporter.failures { for law in laws { check(law) } })
    }
  }
}

/// Verifies a law, and says in a full run how long that took.
private func check(_ law: FamilyLaw) {
  let start = ContinuousClock.now
  let violations = verifyLaw(law.law, seed: law.caseSeed(from: seed), cases: cases, patience: patience)
  guard isFullRun || wantedLaw != nil else { return }
  print("Law: \(law): seed \(seed), \(cases) cases, \(violations.count) violations, \(ContinuousClock.now - start)")
}

extension LawTests {
  @Test("A bound that is one too high, or one too low, breaks its law", arguments: [-1, 1])
  func bounds(difference: Int) {
    var violations: [LawViolation] = []
    _ = FailureReporter.failures { violations = verifyLaw(flatMapBoundLaw(offBy: difference)) }
    expectEqual(violations.first?.lawCase.length, difference > 0 ? 3 : 2)
    expect(verifyLaw(flatMapBoundLaw(offBy: 0)).isEmpty)
  }

  @Test("In real time, what comes though the source never sends breaks a law, and what is kept after the cancel")
  func never() {
    let kept = Box<[any Subscription]>([])
    let space = LawSpace.all.at([.otherThreads])
    let lawCase = LawCase(.subject, length: 0, end: .never, place: .otherThreads)
    let sound = Law("A buffer loses nothing", .identity, in: space) { source, _ in
      source.buffer(size: 1, whenFull: .suspend)
    }
    let sending = Law("What comes first is nothing", .identity, in: space) { source, _ in source.prepend(7) }
    let keeping = Law("A subscription is let go", .identity, in: space) { source, _ in
      source.handleEvents(receiveSubscription: { subscription in kept.update { $0.append(subscription) } })
    }
    var messages: [[String]] = []
    _ = FailureReporter.failures {
      messages = [sound, sending, keeping].map { law in
        verifyLaw(law, replaying: lawCase, patience: 100).map(\.message)
      }
    }
    expectEqual(messages.map(\.count), [0, 1, 1])
    expect(messages[1].joined().contains("1 elements came in place of 0"))
    expect(messages[2].joined().contains("holds its subscription"))
  }

  @Test("Every public operator, subject and scheduler is in two laws, and every name in a law is one")
  func coverage() throws {
    let names = try PublicNames().names
    let counts = allLaws.reduce(into: [String: Int]()) { counts, law in
      for name in law.names { counts[name, default: 0] += 1 }
    }
    for name in names.sorted() where counts[name, default: 0] < 2 {
      let parts = name.components(separatedBy: ".")
      Issue.record(
        """
        \(name) is in \(counts[name, default: 0]) laws, not in two: give its scenario a \
        model: OperatorModel(asks: { _ in .asMany }) { _ in { signal, _ in <what downstream receives> } } \
        applying: { inputs in inputs[0].\(parts[1])(…) }, or add to the laws of \(parts[0]) \
        laws.add("…", of: "\(parts[1])", .identity) { $0.\(parts[1])(…) }.
        """
      )
    }
    for name in counts.keys.sorted() where !names.contains(name) {
      Issue.record("A law is about \(name), which is not public.")
    }
  }
}

/// The laws of all families.
let allLaws = [
  coreLaws, mappingLaws, filteringLaws, reducingLaws, combiningLaws, collectionLaws, groupingLaws, timingLaws,
  timedLaws, concurrencyLaws, sharingLaws, subjectLaws, resilienceLaws, errorHandlingLaws, debuggingLaws,
  inspectionLaws, creatingLaws, subscribingLaws, schedulerLaws, codingLaws, linesLaws, filesLaws, progressLaws,
  propertiesLaws, boundLaws, modelLaws,
].flatMap { $0 }

/// Those that are to run: of a word, those with it in their name, or in that of an operator that they are about.
let wantedLaws = {
  guard let wantedLaw else { return allLaws }
  let laws = allLaws.filter { law in
    law.law.name.contains(wantedLaw) || law.names.contains { $0.contains(wantedLaw) }
  }
  precondition(!laws.isEmpty, "STREAMS_LAW: no law has “\(wantedLaw)” in its name, or in that of its operators.")
  return laws
}()
