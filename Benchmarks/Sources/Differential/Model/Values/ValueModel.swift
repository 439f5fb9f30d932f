/// The signals of a pipeline with unlimited demand, computed on arrays: without publishers, demand or calls.
///
/// A stage is a function from the timed signals of its upstream to its own. A source's signals start at the step of the
/// subscription. Each subscription to a source counts, because a scripted one has a list for each.
struct ValueModel {
  typealias Timed = ArrayModel.Timed

  let scenario: Scenario
  private var subscriptions: [Int: Int] = [:]

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// The signals of a source subscribed to in a step: the synchronous ones, and those of the later timeline.
  mutating func signals(ofSource index: Int, from step: Int) -> [Timed] {
    func now(_ signals: [Signal]) -> [Timed] { signals.throughEnd.map { Timed(step: step, signal: $0) } }
    func now(_ result: Result<Int, Fault>) -> [Timed] {
      switch result {
      case .success(let value): now([.value(value), .finished])
      case .failure(let fault): now([.failure(fault)])
      }
    }
    switch scenario.sources[index].kind {
    case .scripted(let lists):
      let number = subscriptions[index, default: 0]
      subscriptions[index] = number + 1
      let list = now(lists.isEmpty ? [] : lists[min(number, lists.count - 1)])
      return list.last?.signal.isEnd == true ? list : list + sent(by: index) { $0 > step }
    case .passthrough:
      let earlier = sent(by: index) { $0 <= step }
      if let end = earlier.last?.signal, end.isEnd { return now([end]) }
      return sent(by: index) { $0 > step }
    case .currentValue(let value):
      let earlier = sent(by: index) { $0 <= step }
      if let end = earlier.last?.signal, end.isEnd { return now([end]) }
      return now([earlier.last?.signal ?? .value(value)]) + sent(by: index) { $0 > step }
    case .sequence(let values): return now(values.map(Signal.value) + [.finished])
    case .just(let value): return now([.value(value), .finished])
    case .fail(let fault): return now([.failure(fault)])
    case .empty(let completes): return now(completes ? [.finished] : [])
    case .optional(let value): return now((value.map { [.value($0)] } ?? []) + [.finished])
    case .result(let result), .future(let result): return now(result)
    case .record(let values, let end): return now(values.map(Signal.value) + [end])
    case .deferred(let source): return signals(ofSource: source, from: step)
    case .extra(let source): return signals(of: source, at: index, from: step)
    }
  }

  /// The signals of a source in the timeline, up to its end.
  func sent(by source: Int, when isWanted: (Int) -> Bool) -> [Timed] {
    var sent: [Timed] = []
    for (step, action) in scenario.timeline.enumerated() {
      guard case .emit(source, let signal) = action else { continue }
      if isWanted(step) { sent.append(Timed(step: step, signal: signal)) }
      if signal.isEnd { break }
    }
    return sent
  }

  /// The signals of the first stages, subscribed to in a step; `nil` if the script does not determine them.
  mutating func signals(ofStages count: Int, from step: Int) -> [Timed]? {
    guard count > 0 else { return signals(ofSource: 0, from: step) }
    switch scenario.stages[count - 1] {
    case .combining(.prepend(let prefix)):
      let first = signals(ofSource: prefix, from: step)
      guard let end = first.last, end.signal == .finished else { return first }
      guard let rest = signals(ofStages: count - 1, from: end.step) else { return nil }
      return first.dropLast() + rest
    case .handling(.retry(let attempts)):
      // Which lists the sources of other stages send to the next attempt depends on which of them were subscribed to.
      guard scenario.stages[..<(count - 1)].allSatisfy(\.isRepeatable) else { return nil }
      var result: [Timed] = []
      var begin = step
      for attempt in 0...attempts {
        guard let signals = signals(ofStages: count - 1, from: begin) else { return nil }
        result += signals
        guard attempt < attempts, let end = signals.last, case .failure = end.signal else { break }
        result.removeLast()
        begin = end.step
      }
      return result
    case .filtering(.dropUntilOutput(let trigger)):
      let trigger = signals(ofSource: trigger, from: step)
      guard let upstream = signals(ofStages: count - 1, from: step) else { return nil }
      return Self.dropping(upstream, until: trigger.first)
    case .filtering(.prefixUntilOutput(let trigger)):
      let trigger = signals(ofSource: trigger, from: step)
      guard let upstream = signals(ofStages: count - 1, from: step) else { return nil }
      guard let first = trigger.first, !first.signal.isEnd else { return upstream }
      return Self.finishing(upstream, in: first.step)
    case .extra(let stage): return signals(of: stage, at: count - 1, from: step)
    case let stage:
      guard let upstream = signals(ofStages: count - 1, from: step) else { return nil }
      return apply(stage, to: upstream, from: step)
    }
  }

  /// The signals before a step, in which the stream finishes.
  static func finishing(_ upstream: [Timed], in step: Int) -> [Timed] {
    let kept = Array(upstream.prefix { $0.step < step })
    return kept.last?.signal.isEnd == true ? kept : kept + [Timed(step: step, signal: .finished)]
  }

  /// Elements after the trigger's first signal, if that is a value: the trigger is subscribed to first. If it completes
  /// first, it ends the stream.
  private static func dropping(_ upstream: [Timed], until trigger: Timed?) -> [Timed] {
    let isEarly = { (signal: Timed) in trigger.map { signal.step < $0.step } ?? true }
    if let end = upstream.last, end.signal.isEnd, isEarly(end) { return [end] }
    guard let trigger else { return [] }
    return trigger.signal.isEnd ? [trigger] : upstream.filter { !isEarly($0) }
  }

  private mutating func apply(_ stage: Stage, to upstream: [Timed], from step: Int) -> [Timed]? {
    switch stage {
    case .mapping(.flatMap(let limit, let children)): flatMap(upstream, children, limit: limit)
    case .mapping(let stage): Self.apply(stage, to: upstream)
    case .filtering(let stage): Self.apply(stage, to: upstream, from: step)
    case .reducing(let stage): Self.apply(stage, to: upstream)
    case .combining(let stage): apply(stage, to: upstream, from: step)
    case .handling(let stage): apply(stage, to: upstream)
    case .sharing(.share), .sharing(.multicast), .sharing(.buffer), .debugging, .receivingImmediately: upstream
    case .sharing(.multicastCurrentValue(let value)): [Timed(step: step, signal: .value(value))] + upstream
    case .sharing(.makeConnectable(let replacement)): upstream.replacingFailure { [.value(replacement), .finished] }
    case .extra: nil
    }
  }
}

extension Stage {
  /// Whether a second subscription gets the same signals as the first, from sources that repeat theirs.
  var isRepeatable: Bool {
    switch self {
    case .mapping(.flatMap), .filtering(.dropUntilOutput), .filtering(.prefixUntilOutput), .handling(.catching),
      .handling(.tryCatching), .handling(.retry), .sharing:
      false
    case .combining(.appendValues), .combining(.prependValues): true
    case .combining: false
    case .extra(let stage): stage.isRepeatable
    case .mapping, .filtering, .reducing, .handling, .debugging, .receivingImmediately: true
    }
  }
}

extension [Signal] {
  /// Up to the first end.
  fileprivate var throughEnd: [Signal] {
    firstIndex(where: \.isEnd).map { Array(self[...$0]) } ?? self
  }
}

extension [ArrayModel.Timed] {
  /// Replaces a failure by other signals of the same step.
  func replacingFailure(by replacement: (Fault) -> [Signal]) -> Self {
    guard let end = last, case .failure(let fault) = end.signal else { return self }
    return dropLast() + replacement(fault).map { .init(step: end.step, signal: $0) }
  }

  func replacingFailure(_ replacement: () -> [Signal]) -> Self { replacingFailure { _ in replacement() } }
}
