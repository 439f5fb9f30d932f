package import BenchModel

extension Runner {
  /// Measures one number of senders: the time per value, and how fair it was. One sender takes turns with it, as its
  /// reference.
  ///
  /// A sender's count is such that a run lasts as long as a turn: within a slice of the processor's time, one thread
  /// could send all.
  package func measure(_ contention: Contention, senders: Int) throws -> Row {
    let alone = senders == 1 ? nil : Contender.streams.growing?.program(contention, senders: 1)
    let programs =
      Contender.allCases.map { contenders.contains($0) ? $0.growing?.program(contention, senders: senders) : nil }
      + [alone]
    let name = "\(contention.rawValue): \(senders)"
    let crowds = Contender.allCases.map { _ in senders } + [1]
    let runs = zip(programs, crowds).map { program, crowd in
      program.map { program in timed { program(Self.values / crowd) } }
    }
    try checkAgreement(of: runs.dropLast().map { $0.map { ($0.time, $0.result.sum) } }, on: name)
    let counts = zip(runs, crowds).map { run, crowd in
      run.map { max(1, Int((turn / $0.time).rounded(.up))) * (Self.values / crowd) }
    }
    var times = [[Double]](repeating: [], count: programs.count)
    var shares = times
    for _ in 0..<rounds {
      for (index, program) in programs.enumerated() {
        guard let program, let count = counts[index] else { continue }
        let (time, outcome) = timed { program(count) }
        times[index].append(time / .nanoseconds(1) / Double(count * crowds[index]))
        shares[index].append(outcome.share)
      }
    }
    let figures = times.map(Self.median)
    var row = Row(
      name: name, goal: contention.goal(senders), reached: contention.reached(senders), isOfMemory: false,
      figures: Array(figures.dropLast()), reference: figures.last ?? nil)
    row.shares = shares.dropLast().map(Self.median)
    return row
  }

  /// How many values all senders together send in the first run, by which the turns are sized.
  private static let values = 20_000
}
