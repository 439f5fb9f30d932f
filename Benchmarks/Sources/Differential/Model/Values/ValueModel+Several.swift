// Stages that subscribe to several publishers.

extension ValueModel {
  mutating func apply(_ stage: Combining, to upstream: [Timed], from step: Int) -> [Timed]? {
    switch stage {
    case .zip(let others):
      var inputs = [upstream]
      for other in others { inputs.append(signals(ofSource: other, from: step)) }
      return Self.zip(inputs)
    case .appendValues(let values):
      guard let end = upstream.last, end.signal == .finished else { return upstream }
      return upstream.dropLast() + (values.map(Signal.value) + [.finished]).map { Timed(step: end.step, signal: $0) }
    case .append(let suffix):
      guard let end = upstream.last, end.signal == .finished else { return upstream }
      return upstream.dropLast() + signals(ofSource: suffix, from: end.step)
    case .prependValues(let values): return values.map { Timed(step: step, signal: .value($0)) } + upstream
    case .switchToLatest(let children): return switchToLatest(upstream, children)
    // `prepend` delays its upstream; `ArrayModel` has the other two.
    case .prepend, .merge, .combineLatest: return nil
    }
  }

  mutating func apply(_ stage: Handling, to upstream: [Timed]) -> [Timed]? {
    switch stage {
    case .replaceError(let replacement), .assertNoFailure(let replacement):
      return upstream.replacingFailure { [.value(replacement), .finished] }
    case .mapError(let number): return upstream.replacingFailure { [.failure(Fault(code: $0.code + number))] }
    case .catching(let replacement):
      guard let end = upstream.last, case .failure = end.signal else { return upstream }
      return upstream.dropLast() + signals(ofSource: replacement, from: end.step)
    case .tryCatching(let replacement, let hazard):
      guard let end = upstream.last, case .failure(let fault) = end.signal else { return upstream }
      if let thrown = hazard.fault(at: fault.code) { return upstream.replacingFailure { [.failure(thrown)] } }
      return upstream.dropLast() + signals(ofSource: replacement, from: end.step)
    case .retry: return nil
    }
  }

  /// The n-th values of all inputs; finished when a finished input is used up, failed as soon as one has failed.
  static func zip(_ inputs: [[Timed]]) -> [Timed] {
    var queues = inputs.map { _ in [Int]() }
    var ended = inputs.map { _ in false }
    var result: [Timed] = []
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value):
        queues[input].append(value)
        guard queues.allSatisfy({ !$0.isEmpty }) else { continue }
        result.append(Timed(step: timed.step, signal: .value(digest(queues.map { $0[0] }))))
        for index in queues.indices { queues[index].removeFirst() }
      case .finished: ended[input] = true
      case .failure: return result + [timed]
      }
      if queues.indices.contains(where: { ended[$0] && queues[$0].isEmpty }) {
        return result + [Timed(step: timed.step, signal: .finished)]
      }
    }
    return result
  }

  func child(_ children: [Int], for value: Int) -> Int { children[abs(value % children.count)] }

  /// The signals of all children, ordered by time. A limit delays upstream, unless each child ends synchronously.
  mutating func flatMap(_ upstream: [Timed], _ children: [Int], limit: Int?) -> [Timed]? {
    var inputs: [[Timed]] = []
    for timed in upstream {
      guard case .value(let value) = timed.signal else { continue }
      let signals = signals(ofSource: child(children, for: value), from: timed.step)
      let endsAtOnce = signals.last.map { $0.signal.isEnd && $0.step == timed.step } ?? false
      guard limit == nil || endsAtOnce else { return nil }
      inputs.append(signals)
    }
    // Upstream sends its completion after the synchronous signals of its last child.
    inputs.append(upstream.filter(\.signal.isEnd))
    var result: [Timed] = []
    for (_, timed) in inputs.inOrder where timed.signal != .finished {
      result.append(timed)
      if timed.signal.isEnd { return result }
    }
    let ends = inputs.compactMap(\.last).filter { $0.signal == .finished }
    guard ends.count == inputs.count, let last = ends.map(\.step).max() else { return result }
    return result + [Timed(step: last, signal: .finished)]
  }

  /// The signals of each child until the next starts.
  mutating func switchToLatest(_ upstream: [Timed], _ children: [Int]) -> [Timed] {
    var result: [Timed] = []
    var last: [Timed] = []
    for (index, timed) in upstream.enumerated() {
      guard case .value(let value) = timed.signal else { continue }
      last = signals(ofSource: child(children, for: value), from: timed.step)
      // The end of this child: the next value, or a failure. Its synchronous signals come first.
      let next = index + 1 < upstream.count && upstream[index + 1].signal != .finished ? upstream[index + 1].step : nil
      for signal in last where signal.signal != .finished {
        if let next, signal.step >= next, signal.step > timed.step { break }
        result.append(signal)
        if signal.signal.isEnd { return result }
      }
    }
    guard let end = upstream.last, end.signal.isEnd else { return result }
    if case .failure = end.signal { return result + [end] }
    guard upstream.count > 1 else { return [end] }
    guard let childEnd = last.last, childEnd.signal == .finished else { return result }
    return result + [Timed(step: max(end.step, childEnd.step), signal: .finished)]
  }
}

extension [[ArrayModel.Timed]] {
  /// The signals of several inputs ordered by time; those of one step ordered by input, because each sends its
  /// synchronous signals before the next is subscribed to.
  var inOrder: [(input: Int, timed: ArrayModel.Timed)] {
    enumerated().flatMap { index, signals in signals.map { (input: index, timed: $0) } }
      .enumerated()
      .sorted { ($0.element.timed.step, $0.offset) < ($1.element.timed.step, $1.offset) }
      .map(\.element)
  }
}

extension Hazard {
  /// The error thrown at a value, or `nil`.
  func fault(at value: Int) -> Fault? {
    do {
      try check(value)
      return nil
    } catch {
      return error as? Fault
    }
  }
}
