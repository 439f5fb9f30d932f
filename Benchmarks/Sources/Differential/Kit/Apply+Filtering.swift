import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Filtering, to upstream: Stream) -> Stream {
    switch stage {
    case .filter(let condition):
      upstream.filter { condition.holds(for: $0) }.eraseToAnyPublisher()
    case .tryFilter(let condition, let hazard):
      upstream.tryFilter { try condition.holds(for: $0, hazard) }.faulting()
    case .removeDuplicates:
      upstream.removeDuplicates().eraseToAnyPublisher()
    case .removeDuplicatesBy(let modulus):
      upstream.removeDuplicates { $0 % modulus == $1 % modulus }.eraseToAnyPublisher()
    case .tryRemoveDuplicates(let modulus, let hazard):
      upstream.tryRemoveDuplicates { last, value in
        try hazard.check(value)
        return last % modulus == value % modulus
      }.faulting()
    case .replaceEmpty(let replacement):
      upstream.replaceEmpty(with: replacement).eraseToAnyPublisher()
    case .ignoreOutput:
      upstream.ignoreOutput().map(unreachable).eraseToAnyPublisher()
    case .first:
      upstream.first().eraseToAnyPublisher()
    case .firstWhere(let condition):
      upstream.first { condition.holds(for: $0) }.eraseToAnyPublisher()
    case .tryFirstWhere(let condition, let hazard):
      upstream.tryFirst { try condition.holds(for: $0, hazard) }.faulting()
    case .last:
      upstream.last().eraseToAnyPublisher()
    case .lastWhere(let condition):
      upstream.last { condition.holds(for: $0) }.eraseToAnyPublisher()
    case .tryLastWhere(let condition, let hazard):
      upstream.tryLast { try condition.holds(for: $0, hazard) }.faulting()
    case .dropFirst(let count):
      upstream.dropFirst(count).eraseToAnyPublisher()
    case .dropWhile(let condition):
      upstream.drop { condition.holds(for: $0) }.eraseToAnyPublisher()
    case .tryDropWhile(let condition, let hazard):
      upstream.tryDrop { try condition.holds(for: $0, hazard) }.faulting()
    case .dropUntilOutput(let trigger):
      upstream.drop(untilOutputFrom: stream(trigger)).eraseToAnyPublisher()
    case .prefix(let count):
      upstream.prefix(count).eraseToAnyPublisher()
    case .prefixWhile(let condition):
      upstream.prefix { condition.holds(for: $0) }.eraseToAnyPublisher()
    case .tryPrefixWhile(let condition, let hazard):
      upstream.tryPrefix { try condition.holds(for: $0, hazard) }.faulting()
    case .prefixUntilOutput(let trigger):
      upstream.prefix(untilOutputFrom: stream(trigger)).eraseToAnyPublisher()
    case .outputAt(let index):
      upstream.output(at: index).eraseToAnyPublisher()
    case .outputIn(let range):
      upstream.output(in: range).eraseToAnyPublisher()
    }
  }
}

extension Condition {
  func holds(for value: Int, _ hazard: Hazard) throws -> Bool {
    try hazard.check(value)
    return holds(for: value)
  }
}

/// Handles an uninhabited value.
private func unreachable(_ value: Never) -> Int {}
