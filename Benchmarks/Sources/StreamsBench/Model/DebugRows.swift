extension Benchmark {
  /// In a debug build nothing is inlined or specialised: no row may be slower than OpenCombine's.
  package static let goalInDebug = Goal(ofOpenCombine: 1)

  /// What a row that misses this goal has reached; `nil` for the others.
  package var reachedInDebug: Goal? {
    switch self {
    case .currentValue: Goal(ofOpenCombine: 1.9)
    case .appendTenSequences: Goal(ofOpenCombine: 1.3)
    case .flatMapFourSubjects: Goal(ofOpenCombine: 3.1)
    case .zipSequences: Goal(ofOpenCombine: 1.2)
    case .zipTwoSubjects: Goal(ofOpenCombine: 1.4)
    case .publishedOneSink: Goal(ofOpenCombine: 2)
    case .publishedNoSink: Goal(ofOpenCombine: 2.6)
    case .notification: Goal(ofOpenCombine: 1.5)
    case .futureKept: Goal(ofOpenCombine: 1.2)
    case .futureAwaited: Goal(ofOpenCombine: 2.1)
    case .justMapFilter: Goal(ofOpenCombine: 1.4)
    case .subjectSubscribe: Goal(ofOpenCombine: 2.1)
    default: nil
    }
  }

  /// The goal that the row is known to miss in a debug build.
  package var missesInDebug: [Miss] { misses(Self.goalInDebug, reachedInDebug) }

  /// The number of elements per run of a debug build, whose elements take ten to fifty times as long.
  package var elementsInDebug: Int { self == .subjectSubscribeMany ? 10_000 : elements / 10 }
}
