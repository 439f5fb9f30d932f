/// What a stage asks of its upstream, as long as neither has ended.
package enum DemandClass: Hashable, Sendable {
  /// What it is asked for.
  case transparent
  /// What it is asked for, and one more for each value that it does not pass on.
  case sifting
  case everything
  /// As many values, and one more for each that is delivered.
  case queued(Int)
  /// As many values at least; at most one more for each that is delivered.
  case queuedAtMost(Int)
  /// What it is asked for, and as many more.
  case ahead(Int)
  case exactly(Int)
}

extension Extra {
  /// By the specification; `nil` if the demand of its kind depends on more than is counted.
  package var demandClass: DemandClass? {
    switch self {
    case .mapping(let stage): stage.demandClass
    case .flattening(.flatMapLatest), .flattening(.flatMapFirst), .flattening(.flatMapDelayingFailures): .everything
    case .flattening: nil
    case .filtering(let stage): stage.demandClass
    case .reducing: .everything
    case .combining(.withLatestFrom), .combining(.gate(_, initiallyOpen: _, .drop)): .sifting
    case .combining(.forkJoin), .combining(.then): .everything
    case .combining(.zipBounded(_, let bufferSize)): .queued(bufferSize)
    case .combining(.concatenate), .combining(.joined), .combining(.delaySubscription): .transparent
    case .combining: nil
    case .grouping(.collectUntil): .everything
    case .grouping: nil
    case .handling(.ignoreFailure), .handling(.fallback), .handling(.taggingFailures): .transparent
    case .handling(.tryMapSkippingFailures): .sifting
    case .handling(.flatMapSkippingFailures): .everything
    case .handling: nil
    case .sharing(.sharePacing(let prefetch)): prefetch > 0 ? .queued(prefetch) : nil
    case .sharing(.boundedBuffer(let size, .suspend)): size > 0 ? .queued(size) : .transparent
    // A subject asks for everything as soon as it is asked for something.
    case .sharing(.batch(_, .suspend)), .sharing(.autoconnectCounted), .sharing(.referenceCounted): nil
    case .sharing: .everything
    case .resilience(.bulkhead), .resilience(.circuitBreaker): .everything
    case .resilience(.retryByPolicy): nil
    case .modelled(let stage): stage.demandClass
    }
  }
}

extension ExtraMapping {
  fileprivate var demandClass: DemandClass? {
    switch self {
    case .scanInto, .scanMap, .enumerated, .pairwiseStartingWith, .mapToResult, .materialize(false), .toggle,
      .mapToValue, .mapMany, .compactMapMany, .filterMany, .withUnretained, .handleEnd:
      .transparent
    case .compactScanMap, .pairwise, .windows, .dematerialize, .dematerializeResults, .compacted,
      .materializeAndDematerialize(false):
      .sifting
    // Their own elements use up demand.
    case .interspersed, .materialize, .materializeAndDematerialize, .inputs: nil
    }
  }
}

extension ExtraFiltering {
  fileprivate var demandClass: DemandClass? {
    switch self {
    case .removeDuplicatesOn, .removeAllDuplicates, .removeAllDuplicatesOn: .sifting
    case .suffix(let count): count > 0 ? .everything : nil
    case .dropLast(let count): .ahead(count)
    case .single: .exactly(2)
    case .ifEmpty, .prefixWhileByBehavior, .prefixUntilReplacement, .prefixDuring, .prefixDuringUntil: .transparent
    case .sample: .everything
    case .singleWhere: nil
    }
  }
}

/// What has passed a place between two stages.
package struct Ledger: Hashable, Sendable {
  package var subscriptions = 0
  package var asked = Amount.none
  package var delivered = 0
  package var isOver = false

  package init() {}
}

extension DemandClass {
  /// Whether a stage has asked its upstream for what it should.
  package func holds(upstream: Ledger, downstream: Ledger) -> Bool {
    switch self {
    case .transparent: upstream.asked == downstream.asked
    case .sifting: upstream.asked == downstream.asked + .max(upstream.delivered - downstream.delivered)
    case .everything: upstream.asked == .unlimited
    case .queued(let count): upstream.asked == .max(count + downstream.delivered)
    case .queuedAtMost(let count):
      switch upstream.asked {
      case .max(let asked): (count...count + downstream.delivered).contains(asked)
      case .unlimited: false
      }
    case .ahead(let count): upstream.asked == downstream.asked + .max(count)
    case .exactly(let count): upstream.asked == .max(count)
    }
  }
}
