extension Benchmark {
  /// In a debug build nothing is inlined or specialised: no row may be slower than OpenCombine's. It has no
  /// `combineLatest`: that is to be 1.5 times as fast as on 21 November, when it took 8.1 times "PassthroughSubject →
  /// sink". That row has become faster since: 5.4 times of then are 10.2 of now.
  package var goalInDebug: Goal {
    self == .combineLatestTwoSubjects ? Goal(ofReference: 10.2) : Goal(ofOpenCombine: 1)
  }

  /// What a row that misses this goal has reached; `nil` for the others.
  package var reachedInDebug: Goal? {
    switch self {
    case .erasedMapFilter: Goal(ofOpenCombine: 1.1)
    case .currentValue: Goal(ofOpenCombine: 1.5)
    case .flatMapFourSubjects: Goal(ofOpenCombine: 3.1)
    case .zipTwoSubjects: Goal(ofOpenCombine: 1.4)
    case .receiveOnSerialQueue: Goal(ofOpenCombine: 1.1)
    case .receiveOnLatency: Goal(ofOpenCombine: 1.1)
    case .debounceSuperseded: Goal(ofOpenCombine: 1.3)
    case .publishedOneSink: Goal(ofOpenCombine: 2.4)
    case .publishedNoSink: Goal(ofOpenCombine: 2.6)
    case .notification: Goal(ofOpenCombine: 1.6)
    case .futureKept: Goal(ofOpenCombine: 1.2)
    case .futureAwaited: Goal(ofOpenCombine: 2.3)
    case .justMapFilter: Goal(ofOpenCombine: 1.4)
    case .subjectSubscribe: Goal(ofOpenCombine: 2.3)
    default: nil
    }
  }

  /// The goal that the row is known to miss in a debug build.
  package var missesInDebug: [Miss] { misses(goalInDebug, reachedInDebug) }

  /// The number of elements per run of a debug build, whose elements take ten to fifty times as long.
  package var elementsInDebug: Int { self == .subjectSubscribeMany ? 10_000 : elements / 10 }
}
