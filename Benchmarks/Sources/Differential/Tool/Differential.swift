import ArgumentParser
import DifferentialModel
import DifferentialOurs
import DifferentialPeer
import Foundation

@main
struct Differential: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays random pipelines with this toolkit and with OpenCombine, and reports where they disagree.")

  @Option(help: "The number that the scenarios follow from. Drawn, and printed, if it is left out.")
  var seed: UInt64?

  @Option(help: "How many scenarios to play.")
  var scenarios = 100_000

  @Option(help: "The number of the first of them.")
  var first = 0

  @Option(help: "Play the scenario of that number only, and show what happened.")
  var only: Int?

  @Option(help: "How many disagreements to show.")
  var show = 3

  @Flag(help: "Show each scenario before it is played, so that a crash has a culprit.")
  var verbose = false

  func validate() throws {
    guard scenarios >= 0 else { throw ValidationError("--scenarios is a number of things, and not negative.") }
    guard first >= 0 else { throw ValidationError("--first is the number of a scenario, from 0.") }
    guard only.map({ $0 >= 0 }) ?? true else { throw ValidationError("--only is the number of a scenario, from 0.") }
  }

  func run() throws {
    let seed = seed ?? .random(in: 0...999_999)
    let report = Report(seed: seed, ours: DifferentialOurs.Kit(), peer: DifferentialPeer.Kit())
    print("seed \(seed)")
    if let only {
      report.explain(only)
      return
    }
    let tally = report.play(first..<(first + scenarios), shown: show) { number in
      guard verbose else { return }
      print("scenario \(number)\n\(Scenario.drawn(seed: seed, number: number))")
      fflush(nil)  // a crash would swallow what is not yet written
    }
    print(tally)
    if tally.unexplained > 0 { throw ExitCode.failure }
    // Without these the operators that the peer lacks would not be checked at all.
    if scenarios >= 1_000, tally.modelledExtras < scenarios / 10 || tally.leastCovered?.count == 0 {
      print("Operators that the peer lacks are in less than a tenth of the scenarios whose values are computed.")
      throw ExitCode.failure
    }
    // A model that covers too few scenarios would find little.
    if scenarios >= 1_000, tally.modelled < scenarios / 2 {
      print("The values of less than half of the scenarios are computed.")
      throw ExitCode.failure
    }
  }
}
