// Changes the package in small ways, one at a time, and fails if the tests do not notice 95 of 100 changes:
//   mutants ROOT SCRATCH EQUIVALENTS COUNT SEED MINUTES [FILES]
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 6, let count = Int(arguments[3]), let seed = UInt64(arguments[4]),
  let minutes = Double(arguments[5])
else {
  say("mutants ROOT SCRATCH EQUIVALENTS COUNT SEED MINUTES [FILES]")
  exit(2)
}

do {
  let run = try MutationRun(
    root: arguments[0], scratch: arguments[1], equivalents: arguments[2], count: count, seed: seed, minutes: minutes,
    files: arguments.dropFirst(6).first ?? "")
  let report = try run.report()
  say(report.text)
  if report.killed.isEmpty, report.survived.isEmpty { throw Failure("No mutant was tried.") }
  exit(report.score < 95 ? 1 : report.notRun.isEmpty ? 0 : 3)
} catch {
  say("\(error)")
  exit(2)
}
