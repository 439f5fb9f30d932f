import BenchModel
import BenchReport
import Foundation

extension StreamsBench {
  /// Measures all sizes and all numbers of senders.
  func measureGrowth(with runner: Runner) throws {
    if !json { show(Table.line(Table.header)) }
    let growths = Growth.allCases.filter { isWanted($0.rawValue) }
    let grown = try growths.map { growth in
      try (quick ? growth.usualSizes : growth.sizes).map { size in
        (size: size, row: try reported(try runner.measure(growth, size: size)))
      }
    }
    // Longer than the slices of time that the system gives to threads, which are a few milliseconds.
    var crowdRunner = runner
    crowdRunner.rounds = 5
    crowdRunner.turn = .milliseconds(quick ? 20 : 200)
    let contentions = Contention.allCases.filter { isWanted($0.rawValue) }
    let contended = try contentions.map { contention in
      try Contention.senders.map { senders in
        (size: senders, row: try reported(try crowdRunner.measure(contention, senders: senders)))
      }
    }
    let series = zip(growths.map(\.rawValue) + contentions.map(\.rawValue), grown + contended)
      .map { (name: $0, rows: $1) }
    if let plot { try GrowthPlot(series).svg.write(toFile: plot, atomically: true, encoding: .utf8) }
    let rows = (grown + contended).flatMap { $0.map(\.row) }
    try conclude([
      ("Too far from the goal", rows.filter { $0.failsCheck(tolerance: quick ? 0.8 : 1) }.map(\.name)),
      ("More memory than permitted", exceedingMemory(rows)),
    ])
  }

  func exceedingMemory(_ rows: [Row]) -> [String] {
    rows.filter { $0.memory?.isExceeded ?? false }.map(\.name)
  }

  private func reported(_ row: Row) throws -> Row {
    try report(row)
    return row
  }
}
