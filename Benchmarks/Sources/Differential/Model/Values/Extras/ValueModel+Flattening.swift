extension ValueModel {
  mutating func apply(_ stage: Flattening, to upstream: [Timed], at index: Int) -> [Timed]? {
    switch stage {
    case .concatMap(let bufferSize, let whenFull, let children),
      .concatenated(let bufferSize, let whenFull, let children):
      return concatMap(upstream, children, bufferSize: bufferSize, whenFull, at: index)
    case .concatMapDelayingFailures(let bufferSize, let children):
      return concatMapDelayingFailures(upstream, children, bufferSize: bufferSize, at: index)
    case .flatMapDelayingFailures(let children):
      let inputs = upstream.compactMap { timed -> [Timed]? in
        guard case .value(let value) = timed.signal else { return nil }
        return signals(ofSource: child(children, for: value), from: timed.step)
      }
      // Upstream sends its completion after the synchronous signals of its last child.
      return Self.mergeDelayingFailures(inputs + [upstream.filter(\.signal.isEnd)])
    case .flatMapLatest(let children): return switchToLatest(upstream, children)
    // What arrives while a child runs is left out.
    case .flatMapFirst(let children): return concatMap(upstream, children, bufferSize: 0, .dropNewest, at: index)
    case .flatMapRace(let children): return race(upstream, children)
    case .orderedFlatMap(let limit, let bufferSize, let children):
      return orderedFlatMap(upstream, children, limit: limit, bufferSize: bufferSize, at: index)
    case .expand(_, let limit, let fan):
      guard let first = upstream.first, case .value(let value) = first.signal else { return upstream }
      var tree = [value]
      var next = 0
      while next < tree.count {
        tree += Flattening.expansion(of: tree[next], limit: limit, fan: fan)
        next += 1
      }
      return (tree.map(Signal.value) + [.finished]).map { Timed(step: first.step, signal: $0) }
    }
  }

  /// One child after another; values wait for their turn in a queue.
  private mutating func concatMap(
    _ upstream: [Timed], _ children: [Int], bufferSize: Int, _ whenFull: WhenFull, at index: Int
  ) -> [Timed]? {
    var result: [Timed] = []
    var queue: [Int] = []
    /// The step in which the last child has ended; `nil` if it goes on to the end of the timeline.
    var free: Int? = Int.min
    var failure: Timed?
    var isBlocked = false
    let slack = scenario.slack
    func cut(at step: Int) -> [Timed] { result.filter { $0.step <= step } }
    func start(_ value: Int, in step: Int) {
      let signals = signals(ofSource: child(children, for: value), from: step)
      result += signals.filter { $0.signal != .finished }
      free = signals.last.flatMap { $0.signal.isEnd ? $0.step : nil }
      if let end = signals.last, case .failure = end.signal { failure = end }
    }
    func startWaiting(until step: Int) {
      while failure == nil, let begin = free, begin <= step, !queue.isEmpty { start(queue.removeFirst(), in: begin) }
    }
    for timed in upstream {
      startWaiting(until: timed.step)
      if let failure, failure.step <= timed.step { break }
      switch timed.signal {
      case .value(let value):
        if failure == nil, queue.isEmpty, let free, free <= timed.step {
          start(value, in: timed.step)
        } else if queue.count < bufferSize || whenFull == .suspend {
          queue.append(value)
          isBlocked = isBlocked || queue.count > bufferSize
        } else if whenFull == .dropOldest, bufferSize > 0 {
          queue.removeFirst()
          queue.append(value)
        }
      // An upstream that waits for demand fails later.
      case .failure: return isBlocked || queue.count + slack > bufferSize ? nil : cut(at: timed.step) + [timed]
      case .finished: break
      }
    }
    if isBlocked, !scenario.isPaced(before: index) { return nil }
    startWaiting(until: .max)
    guard failure == nil, let end = upstream.last, end.signal == .finished, queue.isEmpty, let free else {
      return result
    }
    return result + [Timed(step: max(end.step, free), signal: .finished)]
  }

  /// One child after another, whether they finish or fail; the failures come last, in the order of their steps.
  private mutating func concatMapDelayingFailures(
    _ upstream: [Timed], _ children: [Int], bufferSize: Int, at index: Int
  ) -> [Timed]? {
    let never = Int.max
    var result: [Timed] = []
    var begins: [Int] = []
    var ends: [Timed] = []
    /// The step in which the last child has ended.
    var free = Int.min
    var isBlocked = false
    for timed in upstream {
      guard case .value(let value) = timed.signal else {
        let waiting = begins.count { $0 > timed.step } + scenario.slack
        // An upstream that waits for demand fails later.
        if timed.signal != .finished, isBlocked || waiting > bufferSize { return nil }
        ends.append(timed)
        continue
      }
      begins.append(max(free, timed.step))
      isBlocked = isBlocked || begins.count { $0 > timed.step } > bufferSize
      guard begins.last != never else { continue }
      let signals = signals(ofSource: child(children, for: value), from: max(free, timed.step))
      result += signals.filter { !$0.signal.isEnd }
      let end = signals.last.flatMap { $0.signal.isEnd ? $0 : nil }
      free = end?.step ?? never
      if let end { ends.append(end) }
    }
    if isBlocked, !scenario.isPaced(before: index) { return nil }
    guard let end = upstream.last, end.signal.isEnd, free < never else { return result }
    // One of upstream in the same step comes after that of a child.
    let codes = ends.enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }
      .compactMap { if case .failure(let fault) = $0.element.signal { fault.code } else { nil } }
    return result + [Timed(step: max(end.step, free), signal: Self.end(after: codes))]
  }

  /// The first child that sends something, and that alone.
  private mutating func race(_ upstream: [Timed], _ children: [Int]) -> [Timed]? {
    var winner: [Timed]?
    for timed in upstream {
      if let first = winner?.first, first.step <= timed.step { break }
      switch timed.signal {
      case .value(let value):
        let signals = signals(ofSource: child(children, for: value), from: timed.step)
        if let first = signals.first, first.step < winner?.first?.step ?? .max { winner = signals }
      case .failure: return [timed]
      case .finished: break
      }
    }
    guard upstream.count > 1 || upstream.last?.signal != .finished else { return upstream }
    return winner ?? []
  }

  /// Several children at a time, whose values wait for those of earlier ones.
  private mutating func orderedFlatMap(
    _ upstream: [Timed], _ children: [Int], limit: Int, bufferSize: Int, at index: Int
  ) -> [Timed]? {
    let never = Int.max
    var result: [Timed] = []
    /// When the place of each child is free.
    var places: [Int] = []
    /// When the child before was started, and when all that it had to deliver was delivered.
    var (begin, left) = (Int.min, Int.min)
    var failure: Timed?
    var isBlocked = false
    for timed in upstream {
      if let failure, failure.step <= timed.step { break }
      guard case .value(let value) = timed.signal else { continue }
      begin = max(begin, timed.step)
      if places.count >= limit { begin = max(begin, places.sorted()[places.count - limit]) }
      isBlocked = isBlocked || begin > timed.step
      if let failure, failure.step <= begin { break }
      guard begin < never else { break }
      let source = child(children, for: value)
      let signals = signals(ofSource: source, from: begin)
      let values = signals.filter { !$0.signal.isEnd }
      let waiting = values.count { $0.step < left }
      if waiting + scenario.slack > bufferSize, !scenario.waits(source) || signals.canFail { return nil }
      if left < never { result += values.map { Timed(step: max($0.step, left), signal: $0.signal) } }
      let end = signals.last.flatMap { $0.signal.isEnd ? $0 : nil }
      if let end, case .failure = end.signal, end.step < failure?.step ?? never { failure = end }
      left = signals.canFail ? never : max(left, end?.step ?? never)
      places.append(values.isEmpty ? end?.step ?? never : left)
    }
    let isFull = isBlocked || places.count { $0 > upstream.last?.step ?? never } + scenario.slack > limit
    // A failure would overtake what waits, and the end that a stage before makes of it.
    if isBlocked && !scenario.isPaced(before: index) || isFull && scenario.canFail(before: index) { return nil }
    if let end = upstream.last, case .failure = end.signal, end.step < failure?.step ?? never { failure = end }
    if let failure { return result.filter { $0.step <= failure.step } + [failure] }
    guard let end = upstream.last, end.signal == .finished, left < never else { return result }
    return result + [Timed(step: max(end.step, left), signal: .finished)]
  }
}

extension [ArrayModel.Timed] {
  /// Whether they end with a failure.
  var canFail: Bool {
    if case .failure = last?.signal { true } else { false }
  }
}
