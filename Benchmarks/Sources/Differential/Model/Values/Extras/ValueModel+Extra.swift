// The operators that the peer lacks, written from their specification.

extension ValueModel {
  /// The signals of the stage with that number, subscribed to in a step; `nil` if the script does not determine them.
  mutating func signals(of stage: Extra, at index: Int, from step: Int) -> [Timed]? {
    switch stage {
    // These subscribe to upstream late, or again.
    case .handling(.retryIf(let retries, let limit)):
      return runs(of: index, from: step, attempts: retries + 1) { end in
        if case .failure(let fault) = end { fault.code <= limit } else { false }
      }
    case .resilience(.retryByPolicy(let attempts, let limit)):
      return runs(of: index, from: step, attempts: attempts) { end in
        if case .failure(let fault) = end { fault.code <= limit } else { false }
      }
    case .handling(.repeated(let times)):
      return times == 0
        ? [Timed(step: step, signal: .finished)]
        : runs(of: index, from: step, attempts: times) { $0 == .finished }
    case .handling(.retryWhen(let retries, let limit, let givingUp)):
      return runs(of: index, from: step, attempts: retries + 1) { end in
        if case .failure(let fault) = end { fault.code <= limit } else { false }
      }?.replacingFailure(by: givingUp.end)
    case .handling(.retryWhenTriggered(let trigger)):
      return retry(index, from: step, at: signals(ofSource: trigger, from: step))
    case .combining(.delaySubscription(let trigger)):
      guard let first = signals(ofSource: trigger, from: step).first else { return [] }
      if case .failure = first.signal { return [first] }
      return signals(ofStages: index, from: first.step)
    default: break
    }
    guard let upstream = signals(ofStages: index, from: step) else { return nil }
    switch stage {
    case .mapping(let stage): return Self.apply(stage, to: upstream, from: step)
    case .flattening(let stage): return apply(stage, to: upstream, at: index)
    case .filtering(let stage): return apply(stage, to: upstream, from: step)
    case .reducing(let stage): return Self.apply(stage, to: upstream)
    case .combining(let stage): return apply(stage, to: upstream, from: step, at: index)
    case .grouping(let stage): return apply(stage, to: upstream, from: step)
    case .handling(let stage): return apply(stage, to: upstream)
    case .sharing(let stage): return Self.apply(stage, to: upstream)
    case .resilience(.bulkhead(let places, let room, let children)):
      return calls(upstream, children, behind: BulkheadModel(places: places, room: room))
    case .resilience(.circuitBreaker(let settings, let children)):
      return calls(upstream, children, behind: BreakerModel(settings))
    case .resilience: return nil
    case .modelled(let stage): return apply(stage, to: upstream, from: step, at: index)
    }
  }

  /// The signals of several runs of the first stages, each of which begins as the one before has ended.
  private mutating func runs(
    of stages: Int, from step: Int, attempts: Int, while goesOn: (Signal) -> Bool
  ) -> [Timed]? {
    // Which lists the sources of other stages send to the next run depends on which of them were subscribed to.
    guard scenario.stages[..<stages].allSatisfy(\.isRepeatable) else { return nil }
    var result: [Timed] = []
    var begin = step
    for attempt in 1...attempts {
      guard let signals = signals(ofStages: stages, from: begin) else { return nil }
      result += signals
      guard attempt < attempts, let end = signals.last, end.signal.isEnd, goesOn(end.signal) else { break }
      result.removeLast()
      begin = end.step
    }
    return result
  }

  /// The signals of several runs of the first stages, the next of which begins at the first value of a trigger after a
  /// failure. The trigger's end is the stream's.
  private mutating func retry(_ stages: Int, from step: Int, at trigger: [Timed]) -> [Timed]? {
    guard scenario.stages[..<stages].allSatisfy(\.isRepeatable) else { return nil }
    let end = trigger.last { $0.signal.isEnd }
    var result: [Timed] = []
    var begin: Int? = end?.step == step ? nil : step
    while let start = begin {
      guard let signals = signals(ofStages: stages, from: start) else { return nil }
      result += signals.replacingFailure { [] }
      guard signals.canFail, let failure = signals.last else { break }
      begin = trigger.first { !$0.signal.isEnd && $0.step > failure.step }?.step
    }
    guard let end, result.last.map({ !$0.signal.isEnd || $0.step >= end.step }) ?? true else { return result }
    return result.filter { $0.step < end.step } + [end]
  }

  mutating func apply(_ stage: ExtraHandling, to upstream: [Timed]) -> [Timed]? {
    switch stage {
    case .retryIf, .repeated, .retryWhen, .retryWhenTriggered: return nil
    case .taggingFailures(let places):
      return upstream.replacingFailure { [.failure(Fault(code: $0.code + 10 * places))] }
    case .fallback(let others, let limit):
      var result = upstream
      for other in others {
        guard let end = result.last, case .failure(let fault) = end.signal, fault.code <= limit else { break }
        result.removeLast()
        result += signals(ofSource: other, from: end.step)
      }
      return result
    case .ignoreFailure(let completes): return upstream.replacingFailure { completes ? [.finished] : [] }
    case .tryMapSkippingFailures(let number, let hazard):
      return Self.each(upstream) { hazard.fault(at: $0) == nil ? .pass($0 + number) : .none }
    case .flatMapSkippingFailures(let children):
      let inputs = upstream.compactMap { timed in
        if case .value(let value) = timed.signal {
          signals(ofSource: child(children, for: value), from: timed.step).replacingFailure { [.finished] }
        } else {
          nil
        }
      }
      return Self.merge(inputs + [upstream.filter(\.signal.isEnd)])
    }
  }

  /// With unlimited demand, nothing waits.
  static func apply(_ stage: ExtraSharing, to upstream: [Timed]) -> [Timed] {
    switch stage {
    case .shareReplay, .sharePacing, .shareWithQueues, .autoconnectCounted, .referenceCounted, .multicastReplay,
      .conflate, .boundedBuffer:
      upstream
    case .multicastLastValue:
      upstream.last.map { end in
        let last = end.signal == .finished ? upstream.dropLast().suffix(1).map(\.signal) : []
        return end.signal.isEnd ? (last + [end.signal]).map { Timed(step: end.step, signal: $0) } : []
      } ?? []
    case .conflateInto, .batch: each(upstream) { .pass(digest([$0])) }
    }
  }
}
