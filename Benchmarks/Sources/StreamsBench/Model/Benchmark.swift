/// One row of the table: a pipeline that each contestant implements.
package enum Benchmark: String, CaseIterable, Sendable {
  case sequenceSink = "sequence → sink"
  case sequenceMapFilter = "sequence → map → filter → sink"
  case collapsedMapFilter = "sequence → map → filter → sink, as written (OpenCombine: arrays)"
  case sequenceTenMaps = "sequence → 10 × map → sink"
  case sequenceStateful = "sequence → scan → removeDuplicates → compactMap → collect"
  case erasedMapFilter = "sequence → map → filter → sink, erased after each stage"
  case passthroughMapFilter = "PassthroughSubject → map → filter → sink"
  case plainSink = "PassthroughSubject → sink"
  case mainActorSink = "PassthroughSubject → sink on the main actor, sent there"
  case currentValue = "CurrentValueSubject → sink"
  case thousandSinks = "PassthroughSubject to 1,000 sinks, per delivery"
  case flatMapJust = "sequence.flatMap { Just }"
  case flatMapSequence = "sequence.flatMap { 10-element sequence }"
  case appendSequences = "append of two 10-element sequences"
  case appendTenSequences = "append of ten 10-element sequences, one after the other"
  case flatMapFourSubjects = "flatMap(maxPublishers: .max(4)) over subjects"
  case zipSequences = "zip of two sequences"
  case zipTwoSubjects = "zip of two subjects"
  case mergeTwoSubjects = "merge of two subjects"
  case mergeFourSubjects = "merge of four subjects"
  case combineLatestTwoSubjects = "combineLatest of two subjects"
  case combineLatestThreeSubjects = "combineLatest of three subjects"
  case switchToLatestSequences = "switchToLatest over 10-element sequences"
  case shareTenSinks = "share to 10 sinks, per delivery"
  case bufferKeepFull = "buffer(keepFull)"
  case receiveOnSerialQueue = "receive(on: serial DispatchQueue)"
  case receiveOnLatency = "receive(on: serial DispatchQueue), one value at a time"
  case debounceSuperseded = "debounce, per value that is superseded"
  case publishedOneSink = "@Published assignment, one sink"
  case publishedNoSink = "@Published assignment, no sink"
  case notification = "NotificationCenter.publisher → sink"
  case futureKept = "Deferred { Future, kept at once } → sink"
  case futureAwaited = "Future, kept after → sink"
  case valuesLoop = "for await over values of a sequence"
  case forEachLoop = "forEach of a sequence, as a part of the task"
  case asyncSequencePublisher = "publisher of an AsyncStream → sink"
  case asyncSequenceOneByOne = "publisher of an AsyncStream that yields, asked for one at a time"
  case asyncSequenceOneByOneElsewhere = "publisher of an AsyncStream that yields → values (async: AsyncChannel)"
  case asyncMapReady = "sequence → asyncMap, whose closure does not wait → sink"
  case asyncMapFour = "sequence → asyncMap(maxConcurrent: 4), whose closure yields → sink"
  case pairwise = "sequence → pairwise → sink"
  case scanInto = "sequence → scan(into:) → sink"
  case withLatestFrom = "withLatestFrom of two subjects"
  case combineLatestFourSubjects = "combineLatest of four subjects"
  case combineLatestFiveSubjects = "combineLatest of five subjects"
  case combineLatestEightSubjects = "combineLatest of eight subjects"
  case combineLatestNineSubjects = "combineLatest of nine subjects, of any types"
  case zipFourSubjects = "zip of four subjects"
  case zipFiveSubjects = "zip of five subjects"
  case zipEightSubjects = "zip of eight subjects"
  case zipNineSubjects = "zip of nine subjects, of any types"
  case combineLatestOfEight = "combineLatest of a collection of 8 subjects"
  case combineLatestOfHundred = "combineLatest of a collection of 100 subjects"
  case concatMapSequence = "sequence.concatMap { 10-element sequence }"
  case flatMapLatestSequence = "sequence.flatMapLatest { 10-element sequence }"
  case replaySubject = "ReplaySubject(bufferSize: 16) → sink"
  case shareReplayTenSinks = "share(replay: 16) to 10 sinks, per delivery"
  case groupBy = "sequence → groupBy of 16 keys → flatMap → sink"
  case windowOfTen = "sequence → window(size: 10) → flatMap → sink"
  case rateLimited = "sequence → rateLimited(mode: .drop), within its limit → sink"
  case rateLimitedQueue = "sequence → rateLimited, with its queue, within its limit → sink"
  case broadcastEmit = "BroadcastSubject.emit, which waits → values (async: AsyncChannel)"
  case justMapFilter = "subscribe + value + cancel of Just → map → filter → sink"
  case subjectSubscribe = "PassthroughSubject: subscribe + cancel, the only subscriber"
  case subjectSubscribeMany = "PassthroughSubject: subscribe + cancel, 10,000 subscribers at once"
  case subjectSubscribeBeside = "PassthroughSubject: subscribe + cancel, beside 10,000 subscribers"
  case subscribeCancel = "subscribe + cancel of sequence → map → filter → sink"
  case subscriptionBytes = "live heap bytes of subject → map → filter → sink"

  /// The number of elements per run, large enough to make fixed costs negligible.
  package var elements: Int {
    switch self {
    case .flatMapJust, .flatMapSequence, .switchToLatestSequences, .flatMapFourSubjects, .appendSequences,
      .appendTenSequences:
      20_000
    case .concatMapSequence, .flatMapLatestSequence, .combineLatestOfHundred, .groupBy, .windowOfTen: 20_000
    case .broadcastEmit: 20_000
    case .receiveOnSerialQueue, .notification, .valuesLoop, .forEachLoop, .asyncSequencePublisher: 20_000
    case .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere, .asyncMapReady, .asyncMapFour: 20_000
    case .zipSequences, .bufferKeepFull, .debounceSuperseded: 10_000
    case .subjectSubscribeMany: 20_000
    case .subscribeCancel, .justMapFilter, .subjectSubscribe, .subjectSubscribeBeside: 2_000
    case .futureKept, .futureAwaited, .receiveOnLatency: 2_000
    case .subscriptionBytes: 5_000
    default: 100_000
    }
  }

  /// Whether the row measures memory instead of time.
  package var isOfMemory: Bool { self == .subscriptionBytes }
}
