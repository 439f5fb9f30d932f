// One folder, compiled against the toolkit and, through the link `PeerContestant`, against OpenCombine. Except for the
// import lines and operators that the peer lacks, it is the same code.
package import BenchModel
import Dispatch

#if PEER
  import OpenCombine
  import OpenCombineDispatch
#else
  import Streams
#endif

package struct Library: Contestant {
  package init() {}

  package func program(_ benchmark: Benchmark, _ work: Work<Int>) -> Program? {
    switch benchmark {
    case .sequenceSink: { Pipelines.sequenceSink($0) }
    case .sequenceMapFilter: { Pipelines.sequenceMapFilter($0, work) }
    case .collapsedMapFilter: { Pipelines.collapsedMapFilter($0, work) }
    case .sequenceTenMaps: { Pipelines.sequenceTenMaps($0, work) }
    case .sequenceStateful: { Pipelines.sequenceStateful($0, work) }
    case .erasedMapFilter: { Pipelines.erasedMapFilter($0, work) }
    case .passthroughMapFilter: { Pipelines.passthroughMapFilter($0, work) }
    case .plainSink: { Pipelines.plainSink($0) }
    case .currentValue: { Pipelines.currentValue($0) }
    case .thousandSinks: Pipelines.sinks(1_000)
    case .flatMapJust: { Pipelines.flatMapJust($0) }
    case .flatMapSequence: { Pipelines.flatMapSequence($0) }
    case .appendTenSequences: { Pipelines.appendTenSequences($0) }
    case .appendSequences: { Pipelines.appendSequences($0) }
    case .flatMapFourSubjects: { Pipelines.flatMapFourSubjects($0) }
    case .zipSequences: { Pipelines.zipSequences($0, work) }
    case .zipTwoSubjects: { Pipelines.zipTwoSubjects($0) }
    #if PEER
      case .mergeTwoSubjects, .mergeFourSubjects, .combineLatestTwoSubjects, .combineLatestThreeSubjects: nil
      case .mainActorSink, .valuesLoop, .forEachLoop, .asyncSequencePublisher, .asyncSequenceOneByOne,
        .asyncSequenceOneByOneElsewhere, .asyncMapReady, .asyncMapFour:
        nil
      case .pairwise, .scanInto, .withLatestFrom, .combineLatestOfEight, .combineLatestOfHundred, .concatMapSequence,
        .flatMapLatestSequence, .replaySubject, .shareReplayTenSinks, .groupBy, .windowOfTen, .rateLimited,
        .rateLimitedQueue, .broadcastEmit, .combineLatestFourSubjects, .combineLatestFiveSubjects,
        .combineLatestEightSubjects, .combineLatestNineSubjects, .zipFourSubjects, .zipFiveSubjects, .zipEightSubjects,
        .zipNineSubjects:
        nil
    #else
      case .mainActorSink: { count in onMainActor { Loops.mainActorSink(count) } }
      case .valuesLoop: Loops.values
      case .forEachLoop: Loops.forEach
      case .asyncSequencePublisher: { Loops.asyncSequencePublisher($0) }
      case .asyncSequenceOneByOne: { Loops.asyncSequenceOneByOne($0) }
      case .asyncSequenceOneByOneElsewhere: Loops.asyncSequenceOneByOneElsewhere
      case .asyncMapReady: { Loops.asyncMapReady($0, work) }
      case .asyncMapFour: { Loops.asyncMapFour($0, work) }
      case .pairwise: { BeyondCombine.pairwise($0) }
      case .scanInto: { BeyondCombine.scanInto($0, work) }
      case .withLatestFrom: { BeyondCombine.withLatestFrom($0, work) }
      case .combineLatestOfEight: { BeyondCombine.combineLatestOfEight($0) }
      case .combineLatestOfHundred: { BeyondCombine.combineLatestOfHundred($0) }
      case .concatMapSequence: { BeyondCombine.concatMapSequence($0) }
      case .flatMapLatestSequence: { BeyondCombine.flatMapLatestSequence($0) }
      case .replaySubject: { BeyondCombine.replaySubject($0) }
      case .shareReplayTenSinks: BeyondCombine.shareReplay(10)
      case .groupBy: { BeyondCombine.groupBy($0) }
      case .windowOfTen: { BeyondCombine.windowOfTen($0) }
      case .rateLimited: { BeyondCombine.rateLimited($0) }
      case .combineLatestFourSubjects: { BeyondCombine.combineLatestFourSubjects($0) }
      case .combineLatestFiveSubjects: { BeyondCombine.combineLatestFiveSubjects($0) }
      case .combineLatestEightSubjects: { BeyondCombine.combineLatestEightSubjects($0) }
      case .combineLatestNineSubjects: { BeyondCombine.combineLatestNineSubjects($0) }
      case .zipFourSubjects: { BeyondCombine.zipFourSubjects($0) }
      case .zipFiveSubjects: { BeyondCombine.zipFiveSubjects($0) }
      case .zipEightSubjects: { BeyondCombine.zipEightSubjects($0) }
      case .zipNineSubjects: { BeyondCombine.zipNineSubjects($0) }
      case .rateLimitedQueue: { BeyondCombine.rateLimitedQueue($0) }
      case .broadcastEmit: Loops.broadcastEmit
      case .mergeTwoSubjects: { Pipelines.mergeTwoSubjects($0) }
      case .mergeFourSubjects: { Pipelines.mergeFourSubjects($0) }
      case .combineLatestTwoSubjects: { Pipelines.combineLatestTwoSubjects($0) }
      case .combineLatestThreeSubjects: { Pipelines.combineLatestThreeSubjects($0) }
    #endif
    case .switchToLatestSequences: { Pipelines.switchToLatestSequences($0) }
    case .shareTenSinks: { Pipelines.shareTenSinks($0) }
    case .bufferKeepFull: { Pipelines.bufferKeepFull($0) }
    case .receiveOnSerialQueue: { Scheduling.receiveOnSerialQueue($0) }
    case .receiveOnLatency: { Scheduling.receiveOnLatency($0) }
    case .debounceSuperseded: { Scheduling.debounceSuperseded($0) }
    case .publishedOneSink: { Bridges.publishedOneSink($0) }
    case .publishedNoSink: { Bridges.publishedNoSink($0) }
    case .notification: { Bridges.notification($0) }
    case .futureKept: { Subscribing.futureKept($0) }
    case .futureAwaited: { Subscribing.futureAwaited($0) }
    case .justMapFilter: { Subscribing.justMapFilter($0, work) }
    case .subjectSubscribe: Subscribing.subject(beside: 0)
    case .subjectSubscribeMany: { Subscribing.subject($0, 10_000) }
    case .subjectSubscribeBeside: Subscribing.subject(beside: 10_000)
    case .subscribeCancel: { Subscribing.subscribeCancel($0, work) }
    case .subscriptionBytes: { Subscribing.subscriptionBytes($0, work) }
    }
  }

  package func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program? {
    switch growth {
    case .sequenceElements: { Pipelines.sequenceMapFilter($0, work) }
    case .subjectElements: { Pipelines.passthroughMapFilter($0, work) }
    case .subjectSubscribers: Pipelines.sinks(size)
    case .subscribing: { Subscribing.subject($0, size) }
    case .typedStages, .erasedStages, .piecewiseStages: nil
    }
  }
}
