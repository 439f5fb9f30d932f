import BenchModel
import BenchReport

extension StreamsBench {
  /// Measures all sizes and all numbers of senders.
  func measureGrowth(with runner: Runner) throws {
    if !json { show(Table.line(Table.header)) }
    let grown = try Growth.allCases.filter { isWanted($0.rawValue) }.map { growth in
      try (quick ? growth.usualSizes : growth.sizes).map { size in
        try reported(try runner.measure(growth, size: size))
      }
    }
    // Longer than the slices of time that the system gives to threads, which are a few milliseconds.
    var crowdRunner = runner
    crowdRunner.rounds = 5
    crowdRunner.turn = .milliseconds(quick ? 20 : 200)
    let contended = try Contention.allCases.filter { isWanted($0.rawValue) }.map { contention in
      try Contention.senders.map { senders in
        try reported(try crowdRunner.measure(contention, senders: senders))
      }
    }
    let rows = (grown + contended).flatMap { $0 }
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
