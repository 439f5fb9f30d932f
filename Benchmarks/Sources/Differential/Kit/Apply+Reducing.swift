import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Reducing, to upstream: Stream) -> Stream {
    switch stage {
    case .reduce(let initial):
      upstream.reduce(initial) { digest([$0, $1]) }.eraseToAnyPublisher()
    case .tryReduce(let initial, let hazard):
      upstream.tryReduce(initial) { result, value in
        try hazard.check(value)
        return digest([result, value])
      }.faulting()
    case .collect:
      upstream.collect().map(digest).eraseToAnyPublisher()
    case .collectCount(let count):
      upstream.collect(count).map(digest).eraseToAnyPublisher()
    case .count:
      upstream.count().eraseToAnyPublisher()
    case .min:
      upstream.min().eraseToAnyPublisher()
    case .max:
      upstream.max().eraseToAnyPublisher()
    case .minBy(let centre):
      upstream.min { abs($0 - centre) < abs($1 - centre) }.eraseToAnyPublisher()
    case .maxBy(let centre):
      upstream.max { abs($0 - centre) < abs($1 - centre) }.eraseToAnyPublisher()
    case .tryMinBy(let centre, let hazard):
      upstream.tryMin { left, right in
        try hazard.check(right)
        return abs(left - centre) < abs(right - centre)
      }.faulting()
    case .tryMaxBy(let centre, let hazard):
      upstream.tryMax { left, right in
        try hazard.check(right)
        return abs(left - centre) < abs(right - centre)
      }.faulting()
    case .contains(let value):
      upstream.contains(value).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .containsWhere(let condition):
      upstream.contains { condition.holds(for: $0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .tryContainsWhere(let condition, let hazard):
      upstream.tryContains { try condition.holds(for: $0, hazard) }.map { $0 ? 1 : 0 }.faulting()
    case .allSatisfy(let condition):
      upstream.allSatisfy { condition.holds(for: $0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .tryAllSatisfy(let condition, let hazard):
      upstream.tryAllSatisfy { try condition.holds(for: $0, hazard) }.map { $0 ? 1 : 0 }.faulting()
    }
  }
}
