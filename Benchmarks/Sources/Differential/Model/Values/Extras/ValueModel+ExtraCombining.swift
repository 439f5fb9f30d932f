// Stages with several upstreams that the peer lacks.

extension ValueModel {
  mutating func apply(_ stage: ExtraCombining, to upstream: [Timed], from step: Int, at index: Int) -> [Timed]? {
    func isBlocked(_ inputs: [[Timed]], _ bufferSize: Int) -> Bool { self.isBlocked(inputs, bufferSize, at: index) }
    switch stage {
    case .withLatestFrom(let others):
      return Self.withLatest(upstream, from: others.map { signals(ofSource: $0, from: step) })
    case .race(let others):
      let inputs = [upstream] + others.map { signals(ofSource: $0, from: step) }
      return inputs.filter { !$0.isEmpty }.min { $0[0].step < $1[0].step } ?? []
    case .forkJoin(let others): return Self.forkJoin([upstream] + others.map { signals(ofSource: $0, from: step) })
    case .zipCollection(let others): return Self.zip([upstream] + others.map { signals(ofSource: $0, from: step) })
    case .combineLatestCollection(let others):
      return Self.combineLatest([upstream] + others.map { signals(ofSource: $0, from: step) }, digest)
    case .mergeCollection(let others): return Self.merge([upstream] + others.map { signals(ofSource: $0, from: step) })
    case .mergeDelayingFailures(let others):
      return Self.mergeDelayingFailures([upstream] + others.map { signals(ofSource: $0, from: step) })
    case .combineLatestDelayingFailures(let other):
      return Self.combineLatestDelayingFailures([upstream, signals(ofSource: other, from: step)])
    case .zipBounded(let other, let bufferSize):
      let inputs = [upstream, signals(ofSource: other, from: step)]
      return isBlocked(inputs, bufferSize) ? nil : Self.zip(inputs)
    case .tryZip(let other, let hazard):
      return Self.zip([upstream, signals(ofSource: other, from: step)], hazard)
    case .tryCombineLatest(let other, let hazard):
      return Self.combineLatest([upstream, signals(ofSource: other, from: step)]) { values in
        try hazard.check(values[1])
        return digest(values)
      }
    case .and(let other):
      return Self.combineLatest([upstream, signals(ofSource: other, from: step)]) { values in
        values.allSatisfy { $0.isMultiple(of: 2) } ? 1 : 0
      }
    case .or(let other):
      return Self.combineLatest([upstream, signals(ofSource: other, from: step)]) { values in
        values.contains { $0.isMultiple(of: 2) } ? 1 : 0
      }
    case .zipLongest(let other, let padding, let otherPadding, let bufferSize):
      let inputs = [upstream, signals(ofSource: other, from: step)]
      return isBlocked(inputs, bufferSize) ? nil : Self.zipLongest(inputs, padding: [padding, otherPadding])
    case .sequenceEqual(let other, let bufferSize, let modulus):
      let inputs = [upstream, signals(ofSource: other, from: step)]
      return isBlocked(inputs, bufferSize) ? nil : Self.sequenceEqual(inputs, modulus: modulus)
    case .concatenate(let others): return concatenate(upstream, others)
    case .joined(let others, let separator): return concatenate(upstream, others.flatMap { [separator, $0] })
    case .gate(let opening, let initiallyOpen, let buffering):
      return Self.gate(
        upstream, by: signals(ofSource: opening, from: step), initiallyOpen: initiallyOpen, buffering)
    case .mergeLimited(let others, let limit): return mergeLimited(upstream, others, limit: limit, from: step)
    case .allLatest(let others):
      return Self.combineLatest([upstream] + others.map { signals(ofSource: $0, from: step) }) { values in
        values.allSatisfy { $0.isMultiple(of: 2) } ? 1 : 0
      }
    case .anyLatest(let others):
      return Self.combineLatest([upstream] + others.map { signals(ofSource: $0, from: step) }) { values in
        values.contains { $0.isMultiple(of: 2) } ? 1 : 0
      }
    case .flatMapBatches(let others, let size): return batches(upstream, others, of: size, from: step)
    case .zipSeveral(let others, _):
      return Self.zip([upstream] + others.map { signals(ofSource: $0, from: step) })
    case .combineLatestSeveral(let others, _):
      return Self.combineLatest([upstream] + others.map { signals(ofSource: $0, from: step) }, digest)
    case .then(let next):
      guard let end = upstream.last, end.signal.isEnd else { return [] }
      return end.signal == .finished ? signals(ofSource: next, from: end.step) : [end]
    case .delaySubscription: return nil
    }
  }

  /// Whether a stage may have no room for the values of its inputs.
  func isBlocked(_ inputs: [[Timed]], _ bufferSize: Int, at index: Int) -> Bool {
    let values = inputs.map { $0.count { !$0.signal.isEnd } }
    // An input that waits for demand fails later, and a subject does not wait.
    let canFail = inputs.contains(where: \.canFail)
    return values.contains { $0 + (canFail ? scenario.slack : 0) > bufferSize }
      && (canFail || !scenario.isPaced(before: index))
  }

  private mutating func concatenate(_ first: [Timed], _ rest: [Int]) -> [Timed] {
    var result = first
    for source in rest {
      guard let end = result.last, end.signal == .finished else { break }
      result.removeLast()
      result += signals(ofSource: source, from: end.step)
    }
    return result
  }

  /// All values in order; finished with the last input, failed with the first that fails.
  static func merge(_ inputs: [[Timed]]) -> [Timed] {
    var running = inputs.count
    var result: [Timed] = []
    for (_, timed) in inputs.inOrder {
      if timed.signal == .finished {
        running -= 1
        if running > 0 { continue }
      }
      result.append(timed)
      if timed.signal.isEnd { break }
    }
    return result
  }

  /// All values in order, to the end of the last input: a finish if all have finished, and otherwise a failure.
  static func mergeDelayingFailures(_ inputs: [[Timed]]) -> [Timed] {
    var running = inputs.count
    var codes: [Int] = []
    var result: [Timed] = []
    for (_, timed) in inputs.inOrder {
      switch timed.signal {
      case .value:
        result.append(timed)
        continue
      case .failure(let fault): codes.append(fault.code)
      case .finished: break
      }
      running -= 1
      if running == 0 { result.append(Timed(step: timed.step, signal: end(after: codes))) }
    }
    return result
  }

  /// The end of a stream that delays failures with these codes.
  static func end(after codes: [Int]) -> Signal {
    codes.isEmpty ? .finished : .failure(Fault(code: digest(codes)))
  }

  /// The last values of both; ended with the last input, or with one that has no value.
  private static func combineLatestDelayingFailures(_ inputs: [[Timed]]) -> [Timed] {
    var latest: [Int?] = inputs.map { _ in nil }
    var running = inputs.count
    var codes: [Int] = []
    var result: [Timed] = []
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value):
        latest[input] = value
        let values = latest.compactMap(\.self)
        if values.count == 2 { result.append(Timed(step: timed.step, signal: .value(digest(values)))) }
        continue
      case .failure(let fault): codes.append(fault.code)
      case .finished: break
      }
      running -= 1
      if running == 0 || latest[input] == nil { return result + [Timed(step: timed.step, signal: end(after: codes))] }
    }
    return result
  }

  /// The last values of all inputs; finished with the last input, or with one that has no value.
  static func combineLatest(_ inputs: [[Timed]], _ combine: ([Int]) throws -> Int) -> [Timed] {
    var latest: [Int?] = inputs.map { _ in nil }
    var running = inputs.count
    var result: [Timed] = []
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value):
        latest[input] = value
        guard !latest.contains(nil) else { continue }
        do {
          result.append(Timed(step: timed.step, signal: .value(try combine(latest.compactMap(\.self)))))
        } catch {
          return result + [Timed(step: timed.step, signal: .failure(error as? Fault ?? Fault(code: -1)))]
        }
      case .finished:
        running -= 1
        if running == 0 || latest[input] == nil { return result + [timed] }
      case .failure: return result + [timed]
      }
    }
    return result
  }

  /// A `zip` of two whose closure may throw.
  private static func zip(_ inputs: [[Timed]], _ hazard: Hazard) -> [Timed] {
    let pairs = zip(inputs)
    // The first pair whose second value throws.
    var rights = inputs[1].compactMap { if case .value(let value) = $0.signal { value } else { nil } }[...]
    for (index, timed) in pairs.enumerated() {
      guard case .value = timed.signal, let right = rights.popFirst() else { break }
      if let fault = hazard.fault(at: right) {
        return pairs[..<index] + [Timed(step: timed.step, signal: .failure(fault))]
      }
    }
    return pairs
  }

  /// The values of upstream with the last ones of the others, which are subscribed to first.
  private static func withLatest(_ upstream: [Timed], from others: [[Timed]]) -> [Timed] {
    var latest: [Int?] = others.map { _ in nil }
    var result: [Timed] = []
    for (input, timed) in (others + [upstream]).inOrder {
      let isOther = input < others.count
      switch timed.signal {
      case .value(let value):
        if isOther {
          latest[input] = value
        } else if !latest.contains(nil) {
          result.append(Timed(step: timed.step, signal: .value(digest([value] + latest.compactMap(\.self)))))
        }
      case .finished:
        if !isOther || latest[input] == nil { return result + [timed] }
      case .failure: return result + [timed]
      }
    }
    return result
  }

  private static func forkJoin(_ inputs: [[Timed]]) -> [Timed] {
    var last: [Int?] = inputs.map { _ in nil }
    var running = inputs.count
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value): last[input] = value
      case .failure: return [timed]
      case .finished:
        if last[input] == nil { return [timed] }
        running -= 1
        if running == 0 {
          return [Timed(step: timed.step, signal: .value(digest(last.compactMap(\.self)))), timed]
        }
      }
    }
    return []
  }

  /// Pairs; what is left of one input when the other has ended is paired with padding.
  private static func zipLongest(_ inputs: [[Timed]], padding: [Int]) -> [Timed] {
    var queues: [[Int]] = [[], []]
    var ended = [false, false]
    var result: [Timed] = []
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value): queues[input].append(value)
      case .finished: ended[input] = true
      case .failure: return result + [timed]
      }
      while [0, 1].allSatisfy({ !queues[$0].isEmpty || ended[$0] }), queues != [[], []] {
        let pair = [0, 1].map { queues[$0].isEmpty ? padding[$0] : queues[$0].removeFirst() }
        result.append(Timed(step: timed.step, signal: .value(digest(pair))))
      }
      if ended == [true, true] { return result + [Timed(step: timed.step, signal: .finished)] }
    }
    return result
  }

  /// One for equal streams, zero as soon as they differ.
  private static func sequenceEqual(_ inputs: [[Timed]], modulus: Int) -> [Timed] {
    var queues: [[Int]] = [[], []]
    var ended = [false, false]
    func answer(_ value: Int, _ timed: Timed) -> [Timed] {
      [Timed(step: timed.step, signal: .value(value)), Timed(step: timed.step, signal: .finished)]
    }
    for (input, timed) in inputs.inOrder {
      switch timed.signal {
      case .value(let value): queues[input].append(value)
      case .finished: ended[input] = true
      case .failure: return [timed]
      }
      while let left = queues[0].first, let right = queues[1].first {
        if left % modulus != right % modulus { return answer(0, timed) }
        for side in [0, 1] { queues[side].removeFirst() }
      }
      if [0, 1].contains(where: { ended[$0] && queues[$0].isEmpty && !queues[1 - $0].isEmpty }) {
        return answer(0, timed)
      }
      if ended == [true, true] { return answer(1, timed) }
    }
    return []
  }

  /// Values that pass while the last one of the opening, which is subscribed to first, is even.
  private static func gate(
    _ upstream: [Timed], by opening: [Timed], initiallyOpen: Bool, _ buffering: ExtraCombining.GateBuffering
  ) -> [Timed] {
    var isOpen = initiallyOpen
    var held: [Int] = []
    var isFinished = false
    var result: [Timed] = []
    for (input, timed) in [opening, upstream].inOrder {
      switch (input, timed.signal) {
      case (0, .value(let value)):
        isOpen = value.isMultiple(of: 2)
        guard isOpen else { continue }
        result += held.map { Timed(step: timed.step, signal: .value($0)) }
        held = []
        if isFinished { return result + [Timed(step: timed.step, signal: .finished)] }
      case (0, _):
        if !isOpen { return result + [Timed(step: timed.step, signal: .finished)] }
      case (_, .value(let value)):
        if isOpen {
          result.append(timed)
        } else {
          switch buffering {
          case .drop: break
          case .keepLatest: held = [value]
          case .queue: held.append(value)
          }
        }
      case (_, .finished):
        if held.isEmpty { return result + [timed] }
        isFinished = true
      case (_, .failure): return result + [timed]
      }
    }
    return result
  }

  /// Upstream until the first value of the replacement, which is subscribed to first, and then that.
  static func replacing(_ upstream: [Timed], by replacement: [Timed]) -> [Timed] {
    var result: [Timed] = []
    var hasFinished = [false, false]
    var isReplaced = false
    for (input, timed) in [replacement, upstream].inOrder {
      let isReplacement = input == 0
      if isReplaced, !isReplacement { continue }
      switch timed.signal {
      case .value: isReplaced = isReplacement
      case .failure: return result + [timed]
      case .finished:
        hasFinished[input] = true
        if isReplaced || hasFinished == [true, true] { return result + [timed] }
        continue
      }
      result.append(timed)
    }
    return result
  }

  /// The newest value of upstream, which is subscribed to first, at each value of the trigger.
  static func sample(_ upstream: [Timed], on trigger: [Timed], repeating: Bool) -> [Timed] {
    var newest: Int?
    var isDelivered = true
    var isFinished = false
    var result: [Timed] = []
    for (input, timed) in [upstream, trigger].inOrder {
      switch (input, timed.signal) {
      case (_, .failure): return result + [timed]
      case (0, .value(let value)): (newest, isDelivered) = (value, false)
      case (0, .finished):
        if isDelivered { return result + [timed] }
        isFinished = true
      case (_, .finished): return result + [timed]
      case (_, .value):
        guard let newest, repeating || !isDelivered else { continue }
        isDelivered = true
        result.append(Timed(step: timed.step, signal: .value(newest)))
        if isFinished { return result + [Timed(step: timed.step, signal: .finished)] }
      }
    }
    return result
  }
}
