extension Benchmark {
  /// The largest permitted share of a contestant's time or memory.
  package struct Goal: Sendable, Equatable {
    package var ofOpenCombine: Double?
    package var ofFloor: Double?
    package var ofAsync: Double?
    package var ofReference: Double?

    package init(
      ofOpenCombine: Double? = nil, ofFloor: Double? = nil, ofAsync: Double? = nil, ofReference: Double? = nil
    ) {
      self.ofOpenCombine = ofOpenCombine
      self.ofFloor = ofFloor
      self.ofAsync = ofAsync
      self.ofReference = ofReference
    }

    /// These shares, and where one is missing, another goal's.
    package func filled(from other: Goal) -> Goal {
      Goal(
        ofOpenCombine: ofOpenCombine ?? other.ofOpenCombine, ofFloor: ofFloor ?? other.ofFloor,
        ofAsync: ofAsync ?? other.ofAsync, ofReference: ofReference ?? other.ofReference)
    }
  }

  /// Whether a quick run holds the row to its goal, too: other rows need 0.8 of it, since a busy machine disturbs short
  /// turns.
  package var isHeldInFull: Bool {
    switch self {
    // Required, and with much room: in processor time 1.4, and 0.8 to 1.4.
    case .mainActorSink, .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere: true
    default: false
    }
  }

  package var goal: Goal {
    switch self {
    case .sequenceMapFilter: Goal(ofOpenCombine: 1 / 25, ofFloor: 2.5)
    case .sequenceTenMaps: Goal(ofOpenCombine: 1 / 25, ofFloor: 3)
    case .sequenceStateful: Goal(ofOpenCombine: 1 / 10, ofFloor: 4)
    case .erasedMapFilter: Goal(ofOpenCombine: 1 / 3)
    case .passthroughMapFilter: Goal(ofOpenCombine: 1 / 12, ofFloor: 3)
    case .currentValue: Goal(ofOpenCombine: 1 / 4)
    case .thousandSinks: Goal(ofOpenCombine: 1 / 4, ofFloor: 1.05)
    case .shareTenSinks: Goal(ofOpenCombine: 1 / 3, ofFloor: 1.2)
    case .flatMapSequence, .switchToLatestSequences, .appendSequences: Goal(ofOpenCombine: 1 / 45, ofReference: 2.5)
    case .flatMapJust: Goal(ofOpenCombine: 1 / 40)
    case .flatMapFourSubjects, .bufferKeepFull, .subscribeCancel: Goal(ofOpenCombine: 1 / 3)
    case .zipSequences: Goal(ofOpenCombine: 1 / 70)
    case .zipTwoSubjects, .combineLatestTwoSubjects: Goal(ofReference: 2.3)
    case .mergeTwoSubjects, .mergeFourSubjects: Goal(ofReference: 1.4)
    case .receiveOnSerialQueue: Goal(ofOpenCombine: 1 / 35)
    case .receiveOnLatency: Goal(ofFloor: 1.2)
    case .debounceSuperseded: Goal(ofOpenCombine: 1 / 90)
    case .publishedOneSink, .publishedNoSink, .subscriptionBytes: Goal(ofOpenCombine: 1 / 2)
    case .notification: Goal(ofFloor: 1.15)
    case .futureKept: Goal(ofOpenCombine: 1 / 8)
    case .futureAwaited: Goal(ofOpenCombine: 1 / 4)
    case .justMapFilter: Goal(ofOpenCombine: 1 / 10)
    case .subjectSubscribe: Goal(ofOpenCombine: 1 / 5)
    case .subjectSubscribeMany, .subjectSubscribeBeside: Goal(ofOpenCombine: 1 / 5, ofReference: 1.2)
    case .sequenceSink, .appendTenSequences, .collapsedMapFilter, .plainSink, .combineLatestThreeSubjects: Goal()
    case .mainActorSink: Goal(ofReference: 2.5)
    case .asyncSequencePublisher: Goal(ofAsync: 1.2)
    case .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere: Goal(ofAsync: 2)
    case .valuesLoop, .forEachLoop, .asyncMapReady, .asyncMapFour: Goal()
    // What neither Combine nor the peer has: half as much again as the ratios that were measured, as the median of five
    // runs in processor time on a busy machine.
    case .pairwise: Goal(ofFloor: 13)
    case .scanInto: Goal(ofFloor: 6.5)
    case .withLatestFrom: Goal(ofFloor: 14)
    case .concatMapSequence: Goal(ofFloor: 11)
    case .flatMapLatestSequence: Goal(ofFloor: 8)
    case .replaySubject: Goal(ofFloor: 102)
    case .shareReplayTenSinks: Goal(ofFloor: 32)
    case .groupBy: Goal(ofFloor: 317)
    case .windowOfTen: Goal(ofFloor: 540)
    case .rateLimited: Goal(ofFloor: 2)
    case .rateLimitedQueue: Goal(ofFloor: 27)
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
    case .mainActorSink, .zipTwoSubjects, .combineLatestTwoSubjects, .mergeTwoSubjects, .mergeFourSubjects: .plainSink
    case .flatMapSequence, .switchToLatestSequences, .appendSequences: .sequenceSink
    case .subjectSubscribeMany, .subjectSubscribeBeside: .subjectSubscribe
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
    case .futureKept: 5
    case .futureAwaited: 10
    case .subscribeCancel: 3
    case .justMapFilter: 3
    case .subjectSubscribe, .subjectSubscribeBeside: 5
    // One of them is the subject's list's, and the program's list of cancellables grows.
    case .subjectSubscribeMany: 6
    case .subscriptionBytes: 6
    // Twenty elements are a subscription.
    case .appendSequences: 0.8
    case .appendTenSequences: 0.3
    // A hop takes a batch, which is one element if the queue is faster than the sender.
    case .receiveOnSerialQueue: 1
    case .receiveOnLatency: 2
    // An element is a task, or suspends one.
    case .asyncMapReady: 6
    case .asyncMapFour: 8
    case .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere, .broadcastEmit: 3
    default: 0
    }
  }
}
