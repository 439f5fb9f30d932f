extension Growth {
  /// The largest permitted share of the smallest size's time.
  package func goal(_ size: Int) -> Benchmark.Goal {
    size == sizes[0] ? Benchmark.Goal() : Benchmark.Goal(ofReference: 1.3)
  }

  /// What a size that misses its goal has reached, to which `--check` holds it; `nil` for the others.
  package func reached(_ size: Int) -> Benchmark.Goal? {
    nil
  }
}

extension Contention {
  package func goal(_ senders: Int) -> Benchmark.Goal { Benchmark.Goal() }
  package func reached(_ senders: Int) -> Benchmark.Goal? { nil }
}
