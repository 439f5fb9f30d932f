extension Growth {
  /// A size may cost as much again as 0.3 of the smallest: it should be flat.
  package func goal(_ size: Int) -> Benchmark.Goal {
    size == sizes[0] ? Benchmark.Goal() : Benchmark.Goal(ofReference: 1.3)
  }

  /// What a size that misses its goal has reached, to which `--check` holds it; `nil` for the others.
  package func reached(_ size: Int) -> Benchmark.Goal? {
    switch (self, size) {
    case (.subscribing, 10_000): Benchmark.Goal(ofReference: 1.8)
    case (.subscribing, 100_000): Benchmark.Goal(ofReference: 1.7)
    case (.typedStages, 64): Benchmark.Goal(ofReference: 4)
    default: nil
    }
  }

  /// The sizes that are known to miss their goal.
  package var misses: [Benchmark.Miss] {
    sizes.flatMap { size in
      Benchmark.Miss.of("\(rawValue): \(size)", goal(size), reached(size), reference: "\(sizes[0])")
    }
  }
}

extension Contention {
  /// Several senders may cost twice what one does, and no more than with OpenCombine.
  package func goal(_ senders: Int) -> Benchmark.Goal {
    senders == 1 ? Benchmark.Goal(ofOpenCombine: 1) : Benchmark.Goal(ofOpenCombine: 1, ofReference: 2)
  }

  /// What a number of senders that misses its goal has reached.
  package func reached(_ senders: Int) -> Benchmark.Goal? {
    switch (self, senders) {
    case (.subject, 4...): Benchmark.Goal(ofReference: 4)
    default: nil
    }
  }

  /// The numbers of senders that are known to miss their goal.
  package var misses: [Benchmark.Miss] {
    Self.senders.flatMap { senders in
      Benchmark.Miss.of("\(rawValue): \(senders)", goal(senders), reached(senders), reference: "1")
    }
  }
}
