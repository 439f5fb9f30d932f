#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraReducing, to upstream: Stream) -> Stream {
      switch stage {
      case .reduceInto(let initial):
        upstream.reduce(into: initial) { $0 = digest([$0, $1]) }.eraseToAnyPublisher()
      case .tryReduceInto(let initial, let hazard):
        upstream.tryReduce(into: initial) { result, value in
          try hazard.check(value)
          result = digest([result, value])
        }.faulting()
      case .collectIntoArray:
        upstream.collect(into: [Int].self).map(digest).eraseToAnyPublisher()
      case .collectIntoSet:
        upstream.collect(into: Set<Int>.self).map { digest($0.sorted()) }.eraseToAnyPublisher()
      case .collectIntoDictionary(let modulus):
        upstream.map { ($0 % modulus, $0) }
          .collect(into: [Int: Int].self) { $1 }
          .map(\.digested)
          .eraseToAnyPublisher()
      case .grouped(let modulus):
        upstream.grouped { $0 % modulus }.map { $0.mapValues(digest).digested }.eraseToAnyPublisher()
      case .sum:
        upstream.sum().eraseToAnyPublisher()
      case .average:
        upstream.map { Double($0 % 8) }.average().map { ExtraReducing.rounded($0) }.eraseToAnyPublisher()
      case .statistics:
        upstream.map { Double($0 % 8) }
          .statistics()
          .map { all in
            digest([all.count] + [all.minimum, all.maximum, all.mean, all.variance].map(ExtraReducing.rounded))
          }
          .eraseToAnyPublisher()
      }
    }
  }
#endif
