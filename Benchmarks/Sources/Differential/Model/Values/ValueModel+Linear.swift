// Stages with one upstream: each is defined by its reaction to a value and to the completion.

extension ValueModel {
  /// A stage's reaction to a value.
  struct Reaction {
    var values: [Int] = []
    var finishes = false

    static func pass(_ values: Int...) -> Reaction { Reaction(values: values) }
    static func last(_ values: Int...) -> Reaction { Reaction(values: values, finishes: true) }
    static let none = Reaction()
  }

  /// Feeds the values and the completion of an upstream to a stage: `body` returns its reaction to a value, and a
  /// thrown error is its failure; `finish` returns the values delivered before it finishes.
  static func each(
    _ upstream: [Timed], finish: () -> [Int] = { [] }, _ body: (Int) throws -> Reaction
  ) -> [Timed] {
    var result: [Timed] = []
    for timed in upstream {
      func deliver(_ signal: Signal) { result.append(Timed(step: timed.step, signal: signal)) }
      switch timed.signal {
      case .value(let value):
        do {
          let reaction = try body(value)
          for value in reaction.values { deliver(.value(value)) }
          if reaction.finishes { deliver(.finished) }
        } catch {
          deliver(.failure(error as? Fault ?? Fault(code: -1)))
        }
        if result.last?.signal.isEnd == true { return result }
      case .finished:
        for value in finish() { deliver(.value(value)) }
        deliver(.finished)
      case .failure: result.append(timed)
      }
    }
    return result
  }

  static func apply(_ stage: Mapping, to upstream: [Timed]) -> [Timed]? {
    switch stage {
    case .map(let number): return each(upstream) { .pass($0 + number) }
    case .tryMap(let number, let hazard):
      return each(upstream) { value in
        try hazard.check(value)
        return .pass(value + number)
      }
    case .mapKeyPath: return each(upstream) { .pass(Int($0.magnitude)) }
    case .mapTwoKeyPaths: return each(upstream) { .pass(digest([Int($0.magnitude), $0.nonzeroBitCount])) }
    case .compactMap(let condition): return each(upstream) { condition.holds(for: $0) ? .pass($0 + 1) : .none }
    case .tryCompactMap(let condition, let hazard):
      return each(upstream) { value in
        try hazard.check(value)
        return condition.holds(for: value) ? .pass(value + 1) : .none
      }
    case .scan(let initial): return scan(upstream, initial, Hazard(at: nil))
    case .tryScan(let initial, let hazard): return scan(upstream, initial, hazard)
    case .replaceNil(let condition, let replacement):
      return each(upstream) { .pass(condition.holds(for: $0) ? $0 : replacement) }
    case .setFailureType(let replacement): return upstream.replacingFailure { [.value(replacement), .finished] }
    case .encodeAndDecode(let encoder, let decoder):
      return each(upstream) { value in
        try encoder.check(value)
        try decoder.check(value)
        return .pass(value)
      }
    case .erase: return upstream
    case .flatMap: return nil
    }
  }

  static func scan(_ upstream: [Timed], _ initial: Int, _ hazard: Hazard) -> [Timed] {
    var result = initial
    return each(upstream) { value in
      try hazard.check(value)
      result = digest([result, value])
      return .pass(result)
    }
  }

  // MARK: Filtering

  static func apply(_ stage: Filtering, to upstream: [Timed], from step: Int) -> [Timed]? {
    let finishedAtOnce = [Timed(step: step, signal: .finished)]
    var index = -1
    var isDropping = true
    var last: Int?
    func filter(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream) { try condition.holds(for: $0, throwing: hazard) ? .pass($0) : .none }
    }
    func unique(_ modulus: Int?, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream) { value in
        if let last {
          try hazard.check(value)
          if modulus.map({ last % $0 == value % $0 }) ?? (last == value) { return .none }
        }
        last = value
        return .pass(value)
      }
    }
    func findFirst(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream) { try condition.holds(for: $0, throwing: hazard) ? .last($0) : .none }
    }
    func findLast(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream, finish: { last.map { [$0] } ?? [] }) { value in
        if try condition.holds(for: value, throwing: hazard) { last = value }
        return .none
      }
    }
    func drop(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream) { value in
        if isDropping { isDropping = try condition.holds(for: value, throwing: hazard) }
        return isDropping ? .none : .pass(value)
      }
    }
    func prefix(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil)) -> [Timed] {
      each(upstream) { try condition.holds(for: $0, throwing: hazard) ? .pass($0) : .last() }
    }
    func positions(_ range: Range<Int>) -> [Timed] {
      if range.isEmpty { return finishedAtOnce }
      return each(upstream) { value in
        index += 1
        guard range.contains(index) else { return .none }
        return index + 1 == range.upperBound ? .last(value) : .pass(value)
      }
    }
    switch stage {
    case .filter(let condition): return filter(condition)
    case .tryFilter(let condition, let hazard): return filter(condition, hazard)
    case .removeDuplicates: return unique(nil)
    case .removeDuplicatesBy(let modulus): return unique(modulus)
    case .tryRemoveDuplicates(let modulus, let hazard): return unique(modulus, hazard)
    case .replaceEmpty(let replacement):
      return each(upstream, finish: { isDropping ? [replacement] : [] }) { value in
        isDropping = false
        return .pass(value)
      }
    case .ignoreOutput: return each(upstream) { _ in .none }
    case .first: return findFirst(.always)
    case .firstWhere(let condition): return findFirst(condition)
    case .tryFirstWhere(let condition, let hazard): return findFirst(condition, hazard)
    case .last: return findLast(.always)
    case .lastWhere(let condition): return findLast(condition)
    case .tryLastWhere(let condition, let hazard): return findLast(condition, hazard)
    case .dropFirst(let count):
      return each(upstream) { value in
        index += 1
        return index < count ? .none : .pass(value)
      }
    case .dropWhile(let condition): return drop(condition)
    case .tryDropWhile(let condition, let hazard): return drop(condition, hazard)
    case .prefix(let count): return positions(0..<count)
    case .prefixWhile(let condition): return prefix(condition)
    case .tryPrefixWhile(let condition, let hazard): return prefix(condition, hazard)
    case .outputAt(let index): return positions(index..<(index + 1))
    case .outputIn(let range): return positions(range)
    case .dropUntilOutput, .prefixUntilOutput: return nil
    }
  }

  // MARK: Reducing

  static func reduce(_ upstream: [Timed], _ initial: Int, _ hazard: Hazard) -> [Timed] {
    var result = initial
    return each(upstream, finish: { [result] }) { value in
      try hazard.check(value)
      result = digest([result, value])
      return .none
    }
  }

  static func apply(_ stage: Reducing, to upstream: [Timed]) -> [Timed]? {
    var values: [Int] = []
    func gather(_ result: () -> [Int]) -> [Timed] {
      each(upstream, finish: result) { value in
        values.append(value)
        return .none
      }
    }
    /// The first of the best values.
    func best(from centre: Int, _ hazard: Hazard, isBetter: (Int, Int) -> Bool, checked: (Int, Int) -> Int) -> [Timed] {
      var best: Int?
      return each(upstream, finish: { best.map { [$0] } ?? [] }) { value in
        if let known = best {
          try hazard.check(checked(value, known))
          guard isBetter(abs(value - centre), abs(known - centre)) else { return .none }
        }
        best = value
        return .none
      }
    }
    /// Whether a value satisfies a condition.
    func find(_ condition: Condition, _ hazard: Hazard = Hazard(at: nil), finding sought: Bool = true) -> [Timed] {
      each(upstream, finish: { [sought ? 0 : 1] }) { value in
        try condition.holds(for: value, throwing: hazard) == sought ? .last(sought ? 1 : 0) : .none
      }
    }
    let harmless = Hazard(at: nil)
    switch stage {
    case .reduce(let initial): return reduce(upstream, initial, harmless)
    case .tryReduce(let initial, let hazard): return reduce(upstream, initial, hazard)
    case .collect: return gather { [digest(values)] }
    case .collectCount(let count):
      return each(upstream, finish: { values.isEmpty ? [] : [digest(values)] }) { value in
        values.append(value)
        guard values.count == count else { return .none }
        defer { values = [] }
        return .pass(digest(values))
      }
    case .count: return gather { [values.count] }
    case .min: return gather { values.min().map { [$0] } ?? [] }
    case .max: return gather { values.max().map { [$0] } ?? [] }
    case .minBy(let centre): return best(from: centre, harmless, isBetter: <) { value, _ in value }
    case .maxBy(let centre): return best(from: centre, harmless, isBetter: >) { value, _ in value }
    // The closure gets the new value first, and throws at its second argument.
    case .tryMinBy(let centre, let hazard): return best(from: centre, hazard, isBetter: <) { _, known in known }
    case .tryMaxBy(let centre, let hazard): return best(from: centre, hazard, isBetter: >) { value, _ in value }
    case .contains(let value): return find(.equals(value))
    case .containsWhere(let condition): return find(condition)
    case .tryContainsWhere(let condition, let hazard): return find(condition, hazard)
    case .allSatisfy(let condition): return find(condition, finding: false)
    case .tryAllSatisfy(let condition, let hazard): return find(condition, hazard, finding: false)
    }
  }
}

extension Condition {
  func holds(for value: Int, throwing hazard: Hazard) throws -> Bool {
    try hazard.check(value)
    return holds(for: value)
  }
}
