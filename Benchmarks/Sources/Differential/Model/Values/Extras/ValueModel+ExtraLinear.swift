// Stages with one upstream that the peer lacks.

extension ValueModel {
  static func apply(_ stage: ExtraMapping, to upstream: [Timed], from step: Int) -> [Timed]? {
    var last: Int?
    var index = 0
    switch stage {
    case .scanInto(let initial): return scan(upstream, initial, Hazard(at: nil))
    case .scanMap(let initial):
      return each(upstream) { value in
        defer { last = value }
        return .pass(digest([last ?? initial, value]))
      }
    case .compactScanMap(let initial):
      return each(upstream) { value in
        defer { last = value }
        let difference = value - (last ?? initial)
        return difference == 0 ? .none : .pass(difference)
      }
    case .enumerated(let first):
      return each(upstream) { value in
        defer { index += 1 }
        return .pass(digest([first + index, value]))
      }
    case .pairwise: return windows(upstream, size: 2, step: 1)
    case .pairwiseStartingWith(let initial):
      return windows([Timed(step: step, signal: .value(initial))] + upstream, size: 2, step: 1)
    case .windows(let size, let distance): return windows(upstream, size: size, step: distance)
    case .interspersed(let count, let separator):
      return each(upstream) { value in
        defer { index += 1 }
        return index > 0 && index.isMultiple(of: count) ? .pass(separator, value) : .pass(value)
      }
    case .materialize(let includingSubscription):
      let start = includingSubscription ? [Timed(step: step, signal: .value(Code.subscription))] : []
      return start
        + each(upstream, finish: { [Code.finished] }) { .pass($0) }
        .replacingFailure { [.value(Code.failure($0)), .finished] }
    case .dematerialize(let condition, let end):
      return each(upstream) { value in
        guard condition.holds(for: value) else { return .pass(value) }
        if case .failure(let fault) = end { throw fault }
        return .last()
      }
    case .materializeAndDematerialize: return upstream
    case .inputs: return upstream.replacingFailure { [.finished] }
    case .mapToResult: return upstream.replacingFailure { [.value(Code.failure($0)), .finished] }
    case .dematerializeResults(let condition, let fault):
      return each(upstream) { value in
        if condition.holds(for: value) { throw fault }
        return .pass(value)
      }
    case .compacted(let condition): return each(upstream) { condition.holds(for: $0) ? .pass($0) : .none }
    case .toggle: return each(upstream) { .pass($0.isMultiple(of: 2) ? 0 : 1) }
    case .mapToValue(let value): return each(upstream) { _ in .pass(value) }
    case .mapMany(let number): return each(upstream) { .pass(digest([$0 + number, $0 + 1 + number])) }
    case .compactMapMany(let condition):
      return each(upstream) { value in .pass(digest([value, value + 1].filter(condition.holds).map { $0 + 1 })) }
    case .filterMany(let condition):
      return each(upstream) { value in .pass(digest([value, value + 1].filter(condition.holds))) }
    case .withUnretained(let condition, _):
      return each(upstream) { condition.holds(for: $0) ? .last() : .pass(digest([5, $0])) }
    case .handleEnd: return upstream
    }
  }

  /// The slices of a size that begin at multiples of a distance.
  private static func windows(_ upstream: [Timed], size: Int, step: Int) -> [Timed] {
    var values: [Int] = []
    return each(upstream) { value in
      values.append(value)
      let start = values.count - size
      return start >= 0 && start.isMultiple(of: step) ? .pass(digest(Array(values[start...]))) : .none
    }
  }

  // MARK: Filtering

  mutating func apply(_ stage: ExtraFiltering, to upstream: [Timed], from step: Int) -> [Timed]? {
    var seen: [Int] = []
    func unique(remembering limit: Int, on key: (Int) -> Int) -> [Timed] {
      Self.each(upstream) { value in
        if seen.suffix(limit).contains(key(value)) { return .none }
        seen.append(key(value))
        return .pass(value)
      }
    }
    func single(_ condition: Condition) -> [Timed] {
      let result = Self.each(upstream) { value in
        guard condition.holds(for: value) else { return .none }
        if !seen.isEmpty { throw ExtraFiltering.many }
        seen.append(value)
        return .none
      }
      guard let end = result.last, end.signal == .finished else { return result }
      guard let value = seen.first else { return [Timed(step: end.step, signal: .failure(ExtraFiltering.none))] }
      return [Timed(step: end.step, signal: .value(value)), end]
    }
    switch stage {
    case .removeDuplicatesOn(let modulus):
      return Self.each(upstream) { value in
        defer { seen = [seen.isEmpty || seen[0] % modulus != value % modulus ? value : seen[0]] }
        return seen.first.map { $0 % modulus == value % modulus } ?? false ? .none : .pass(value)
      }
    case .removeAllDuplicates: return unique(remembering: .max) { $0 }
    case .removeAllDuplicatesOn(let modulus, let limit): return unique(remembering: limit) { $0 % modulus }
    case .suffix(let count):
      return Self.each(upstream, finish: { Array(seen.suffix(count)) }) { value in
        seen.append(value)
        return .none
      }
    case .dropLast(let count):
      return Self.each(upstream) { value in
        seen.append(value)
        return seen.count > count ? .pass(seen[seen.count - 1 - count]) : .none
      }
    case .single: return single(.always)
    case .singleWhere(let condition): return single(condition)
    case .ifEmpty(let other):
      guard upstream.count == 1, upstream[0].signal == .finished else { return upstream }
      return signals(ofSource: other, from: upstream[0].step)
    case .prefixWhileByBehavior(let condition, let isInclusive):
      return Self.each(upstream) { value in
        condition.holds(for: value) ? .pass(value) : isInclusive ? .last(value) : .last()
      }
    case .prefixDuring(let trigger):
      return signals(ofSource: trigger, from: step).first.map { Self.finishing(upstream, in: $0.step) } ?? upstream
    case .prefixDuringUntil(let condition, let isDelivered):
      return Self.each(upstream) { !condition.holds(for: $0) ? .pass($0) : isDelivered ? .last($0) : .last() }
    case .prefixUntilReplacement(let replacement):
      return Self.replacing(upstream, by: signals(ofSource: replacement, from: step))
    case .sample(let trigger, let repeating):
      return Self.sample(upstream, on: signals(ofSource: trigger, from: step), repeating: repeating)
    }
  }

  // MARK: Reducing

  static func apply(_ stage: ExtraReducing, to upstream: [Timed]) -> [Timed] {
    var values: [Int] = []
    func gather(_ result: ([Int]) -> Int) -> [Timed] {
      each(upstream, finish: { [result(values)] }) { value in
        values.append(value)
        return .none
      }
    }
    func fraction(_ sum: Double, of values: [Int]) -> Int {
      ExtraReducing.rounded(values.isEmpty ? nil : sum / Double(values.count))
    }
    switch stage {
    case .reduceInto(let initial): return gather { $0.reduce(initial) { digest([$0, $1]) } }
    case .tryReduceInto(let initial, let hazard): return reduce(upstream, initial, hazard)
    case .collectIntoArray: return gather(digest)
    case .collectIntoSet: return gather { digest(Set($0).sorted()) }
    case .collectIntoDictionary(let modulus):
      return gather { Dictionary(grouping: $0) { $0 % modulus }.compactMapValues(\.last).digested }
    case .grouped(let modulus):
      return gather { Dictionary(grouping: $0) { $0 % modulus }.mapValues(digest).digested }
    case .sum: return gather { $0.reduce(0, +) }
    case .average: return gather { fraction(Double($0.map { $0 % 8 }.reduce(0, +)), of: $0) }
    case .statistics:
      return gather { values in
        let numbers = values.map { Double($0 % 8) }
        let mean = numbers.reduce(0, +) / Double(max(numbers.count, 1))
        let spread = numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
        return digest([
          values.count, ExtraReducing.rounded(numbers.min()), ExtraReducing.rounded(numbers.max()),
          fraction(numbers.reduce(0, +), of: values), fraction(spread, of: values),
        ])
      }
    }
  }
}
