extension Benchmark {
  /// The largest permitted share of a contestant's time or memory.
  package struct Goal: Sendable {
    package var ofOpenCombine: Double?
    package var ofFloor: Double?
    package var ofAsync: Double?
    package var ofReference: Double?

    /// How many times the permitted share `--check` lets through, since a busy machine disturbs a run: twice, but for ratios
    /// that are required, or close to their goal.
    package var slack: Double

    package init(
      ofOpenCombine: Double? = nil, ofFloor: Double? = nil, ofAsync: Double? = nil, ofReference: Double? = nil,
      slack: Double = 2
    ) {
      self.slack = slack
      self.ofOpenCombine = ofOpenCombine
      self.ofFloor = ofFloor
      self.ofAsync = ofAsync
      self.ofReference = ofReference
    }
  }

  package var goal: Goal {
    switch self {
    case .sequenceMapFilter: Goal(ofOpenCombine: 1 / 25, ofFloor: 2.5)
    case .sequenceTenMaps: Goal(ofOpenCombine: 1 / 25, ofFloor: 3)
    case .sequenceStateful: Goal(ofOpenCombine: 1 / 10, ofFloor: 4)
    case .erasedMapFilter: Goal(ofOpenCombine: 1 / 3)
    case .passthroughMapFilter: Goal(ofOpenCombine: 1 / 6)
    case .currentValue, .thousandSinks: Goal(ofOpenCombine: 1 / 4)
    case .flatMapSequence, .switchToLatestSequences: Goal(ofOpenCombine: 1 / 45)
    case .flatMapJust: Goal(ofOpenCombine: 1 / 40)
    case .flatMapFourSubjects, .shareTenSinks, .bufferKeepFull, .subscribeCancel: Goal(ofOpenCombine: 1 / 3)
    case .zipSequences, .receiveOnSerialQueue: Goal(ofOpenCombine: 1 / 5)
    case .collapsedMapFilter, .mergeFourSubjects, .combineLatestThreeSubjects: Goal()
    case .publishedOneSink, .publishedNoSink, .subscriptionBytes: Goal(ofOpenCombine: 1 / 2)
    case .plainSink, .notification, .futureKept, .futureAwaited: Goal()
    // Required. The first and the last have much room, as measured in processor time: 1.4 and 0.8 to 1.4.
    case .mainActorSink: Goal(ofReference: 2.5, slack: 1)
    case .asyncSequencePublisher: Goal(ofAsync: 1.2, slack: 1.25)
    case .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere: Goal(ofAsync: 2, slack: 1)
    case .valuesLoop, .forEachLoop, .asyncMapReady, .asyncMapFour: Goal()
    // What neither Combine nor the peer has: half as much again as the ratios that were measured, as the median of five runs in
    // processor time on a busy machine.
    case .pairwise: Goal(ofFloor: 13)
    case .scanInto: Goal(ofFloor: 6.5)
    case .withLatestFrom: Goal(ofFloor: 14)
    case .concatMapSequence: Goal(ofFloor: 11)
    case .flatMapLatestSequence: Goal(ofFloor: 8)
    case .replaySubject: Goal(ofFloor: 102)
    case .shareReplayTenSinks: Goal(ofFloor: 32)
    case .groupBy: Goal(ofFloor: 317)
    case .windowOfTen: Goal(ofFloor: 540)
    case .rateLimited: Goal(ofFloor: 9)
    case .rateLimitedQueue: Goal(ofFloor: 92)
    case .combineLatestOfEight: Goal(ofFloor: 5)
    case .combineLatestOfHundred: Goal(ofFloor: 6)
    case .broadcastEmit: Goal(ofAsync: 1.1)
    case .combineLatestFourSubjects: Goal(ofFloor: 36)
    case .zipFourSubjects: Goal(ofFloor: 72)
    // Required: a tuple costs at most twice one of four. A tuple of `zip` is five or eight elements instead of four; an
    // element is to cost much the same.
    case .combineLatestFiveSubjects, .combineLatestEightSubjects: Goal(ofReference: 2)
    case .zipFiveSubjects, .zipEightSubjects: Goal(ofReference: 1.25)
    // The types of a pack are found while the program runs.
    case .combineLatestNineSubjects: Goal(ofReference: 5.5)
    case .zipNineSubjects: Goal(ofReference: 2.6)
    }
  }

  /// Another row of the toolkit, which takes turns with this one: for a goal that names it.
  package var reference: Benchmark? {
    switch self {
    case .mainActorSink: .plainSink
    case .combineLatestFiveSubjects, .combineLatestEightSubjects, .combineLatestNineSubjects: .combineLatestFourSubjects
    case .zipFiveSubjects, .zipEightSubjects, .zipNineSubjects: .zipFourSubjects
    default: nil
    }
  }

  /// How many allocations an element may take: none, but where an operator makes an object by its nature.
  package var permittedAllocations: Double {
    switch self {
    // A window is a publisher, which is subscribed to: twelve for ten elements.
    case .windowOfTen: 1.2
    // An element is a notification, a future with its subscription, or a subscription.
    case .notification: 3
    case .futureKept: 8
    case .futureAwaited: 13
    case .subscribeCancel: 7
    // A hop takes a batch, which is one element if the queue is faster than the sender.
    case .receiveOnSerialQueue: 1
    // An element is a task, or suspends one.
    case .asyncMapReady: 6
    case .asyncMapFour: 8
    case .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere, .broadcastEmit: 3
    default: 0
    }
  }
}
