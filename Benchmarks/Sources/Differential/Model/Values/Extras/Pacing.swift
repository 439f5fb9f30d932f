/// When a stage delivers as many values as it is asked for, whatever the time of the requests.
enum Pacing {
  case always
  case never
  /// A failure may overtake values that wait.
  case unlessFailing
  /// The timeline's values come at another time than with unlimited demand.
  case unlessEmitting
  /// These sources are subscribed to at a time that depends on the demand, and would miss values of the timeline.
  case ifQuiet([Int])
  case ifQuietUnlessFailing([Int])
}

extension Extra {
  var pacing: Pacing {
    switch self {
    case .mapping(.interspersed): .unlessFailing
    case .mapping, .reducing: .always
    case .flattening(.expand): .always
    case .flattening(.concatMap(_, .suspend, let children)), .flattening(.concatenated(_, .suspend, let children)):
      .ifQuietUnlessFailing(children)
    case .flattening(.orderedFlatMap(_, _, let children)), .flattening(.concatMapDelayingFailures(_, let children)):
      .ifQuietUnlessFailing(children)
    case .flattening: .never
    case .filtering(.ifEmpty(let other)): .ifQuiet([other])
    case .filtering(.prefixUntilReplacement), .filtering(.sample), .filtering(.prefixDuring): .never
    case .filtering: .always
    case .combining(.zipCollection), .combining(.zipBounded), .combining(.zipLongest), .combining(.tryZip),
      .combining(.sequenceEqual), .combining(.forkJoin), .combining(.zipSeveral):
      .unlessFailing
    case .combining(.flatMapBatches(let others, of: _)): .ifQuietUnlessFailing(others)
    case .combining(.then(let next)): .ifQuiet([next])
    case .combining(.concatenate(let others)): .ifQuiet(others)
    case .combining(.joined(let others, let separator)): .ifQuiet(others + [separator])
    case .combining(.withLatestFrom(let others)): .ifQuiet(others)
    case .combining(.delaySubscription): .unlessEmitting
    case .combining: .never
    case .grouping(.chunkedBy), .grouping(.chunkedOn), .grouping(.collectWhileNot): .always
    case .grouping: .never
    case .handling(.retryIf), .handling(.repeated), .handling(.retryWhen): .unlessEmitting
    case .handling(.retryWhenTriggered): .never
    case .handling(.fallback(let others, _)): .ifQuiet(others)
    case .handling(.flatMapSkippingFailures): .never
    case .handling: .always
    case .sharing(.sharePacing), .sharing(.boundedBuffer(_, .suspend)), .sharing(.multicastLastValue): .always
    case .sharing: .never
    case .resilience(.retryByPolicy): .unlessEmitting
    case .resilience: .never
    case .modelled(let stage): stage.pacing
    }
  }

  /// Whether a second subscription gets the same signals as the first, from sources that repeat theirs.
  var isRepeatable: Bool {
    switch self {
    case .mapping, .reducing, .flattening(.expand): true
    case .filtering(.ifEmpty), .filtering(.prefixUntilReplacement), .filtering(.sample), .filtering(.prefixDuring):
      false
    case .filtering: true
    case .grouping(.windowsAt), .grouping(.collectUntil), .grouping(.partition): false
    case .grouping: true
    case .handling(.ignoreFailure), .handling(.tryMapSkippingFailures), .handling(.taggingFailures): true
    case .sharing(.conflate), .sharing(.conflateInto), .sharing(.batch), .sharing(.boundedBuffer): true
    case .modelled(let stage): !stage.joins
    case .flattening, .combining, .handling, .sharing, .resilience: false
    }
  }

  /// Whether its values depend on the portions in which it is asked.
  fileprivate var joins: Bool {
    switch self {
    case .combining(.zipCollection), .combining(.combineLatestCollection), .combining(.mergeCollection),
      .combining(.mergeDelayingFailures), .combining(.combineLatestDelayingFailures), .combining(.zipBounded),
      .combining(.tryZip), .combining(.tryCombineLatest),
      .combining(.and), .combining(.or),
      .combining(.zipLongest), .combining(.forkJoin), .combining(.sequenceEqual), .combining(.zipSeveral),
      .combining(.combineLatestSeveral), .combining(.allLatest), .combining(.anyLatest), .combining(.mergeLimited),
      .combining(.flatMapBatches), .resilience(.bulkhead), .resilience(.circuitBreaker),
      // Closed, it holds what it has been asked for, and only then asks for what takes the place of that.
      .combining(.gate(_, initiallyOpen: _, .keepLatest)):
      true
    case .modelled(let stage): stage.joins
    default: false
    }
  }

  /// Whether it asks for a few values at a time, although it is asked for all.
  fileprivate var asksInPortions: Bool {
    switch self {
    case .flattening(.concatMap(_, .suspend, _)), .flattening(.concatenated(_, .suspend, _)),
      .flattening(.concatMapDelayingFailures), .flattening(.orderedFlatMap), .filtering(.single),
      .filtering(.singleWhere), .grouping, .sharing(.sharePacing), .sharing(.batch(_, .suspend)),
      .sharing(.boundedBuffer(_, .suspend)), .combining(.zipBounded), .combining(.zipLongest),
      .combining(.sequenceEqual):
      true
    case .modelled(let stage): stage.asksInPortions
    default: false
    }
  }

  /// Whether it may fail although its upstream does not.
  fileprivate var canFail: Bool {
    switch self {
    case .mapping(.dematerialize(_, end: .failure)), .mapping(.dematerializeResults), .filtering(.single),
      .filtering(.singleWhere):
      true
    default: false
    }
  }
}

extension Stage {
  var joins: Bool {
    switch self {
    case .combining(.zip), .combining(.merge), .combining(.combineLatest): true
    case .extra(let stage): stage.joins
    default: false
    }
  }

  var asksInPortions: Bool {
    switch self {
    case .mapping(.flatMap(limit: .some, _)), .sharing(.buffer(_, keepsFull: true, _)): true
    case .extra(let stage): stage.asksInPortions
    default: false
    }
  }

  /// Whether it may fail although its upstream does not.
  var canFail: Bool {
    if case .extra(let stage) = self, stage.canFail { return true }
    return "\(self)".contains("throws at ")
  }
}

extension Scenario {
  /// Whether there are operators or sources that the peer lacks, besides `merge` and `combineLatest`.
  package var hasExtras: Bool {
    has { if case .extra = $0 { true } else { false } }
      || sources.contains { if case .extra = $0.kind { true } else { false } }
  }

  /// The operators among its stages that the peer lacks.
  var extraNames: Set<String> {
    Set(stages.compactMap { stage in if case .extra = stage { stage.name } else { nil } })
  }

  /// Whether the peer cannot play it.
  package var exceedsPeer: Bool { needsArrayModel || hasExtras }

  /// What downstream must receive, for display in place of the peer's trace.
  package var modelledTrace: Trace {
    let signals = needsArrayModel ? ArrayModel.signals(of: self) : expectation?.signals ?? []
    return signals.flatMap { [.step($0.step), .received($0.signal)] }
  }

  /// How many requests more than it has values an upstream may need to fail: by a value that throws, or because it
  /// finds its end at a request only.
  var slack: Int { 1 }

  /// Whether a source sends no value before it is asked.
  func waits(_ source: Int) -> Bool {
    switch sources[source].kind {
    case .passthrough, .currentValue, .extra(.replaySubject), .extra(.passthroughRelay), .extra(.currentValueRelay),
      .extra(.replayRelay):
      false
    case .deferred(let source), .extra(.using(let source, _)): waits(source)
    default: true
    }
  }
}
