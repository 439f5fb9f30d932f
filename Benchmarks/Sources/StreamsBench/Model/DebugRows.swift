extension Benchmark {
  /// In a debug build nothing is inlined or specialised: no row may be slower than OpenCombine's.
  package static let goalInDebug = Goal(ofOpenCombine: 1)

  /// What a row that misses this goal has reached; `nil` for the others.
  package var reachedInDebug: Goal? {
    switch self {
    default: nil
    }
  }

  /// The goal that the row is known to miss in a debug build.
  package var missesInDebug: [Miss] { misses(Self.goalInDebug, reachedInDebug) }

  /// The number of elements per run of a debug build, whose elements take ten to fifty times as long.
  package var elementsInDebug: Int { self == .subjectSubscribeMany ? 10_000 : elements / 10 }
}
