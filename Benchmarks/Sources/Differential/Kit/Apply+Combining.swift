import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Combining, to upstream: Stream) -> Stream {
    switch stage {
    case .zip(let others):
      zip(upstream, others)
    #if PEER
      case .merge, .combineLatest: preconditionFailure("The peer has neither.")
    #else
      case .merge(let others): merge(upstream, others)
      case .combineLatest(let others): combineLatest(upstream, others)
    #endif
    case .appendValues(let values):
      upstream.append(values).eraseToAnyPublisher()
    case .append(let suffix):
      upstream.append(stream(suffix)).eraseToAnyPublisher()
    case .prependValues(let values):
      upstream.prepend(values).eraseToAnyPublisher()
    case .prepend(let prefix):
      upstream.prepend(stream(prefix)).eraseToAnyPublisher()
    case .switchToLatest(let children):
      upstream.map { self.child(children, for: $0) }.switchToLatest().eraseToAnyPublisher()
    }
  }

  private func zip(_ upstream: Stream, _ others: [Int]) -> Stream {
    switch others.count {
    case 1:
      upstream.zip(stream(others[0])) { digest([$0, $1]) }.eraseToAnyPublisher()
    case 2:
      upstream.zip(stream(others[0]), stream(others[1])) { digest([$0, $1, $2]) }.eraseToAnyPublisher()
    default:
      upstream.zip(stream(others[0]), stream(others[1]), stream(others[2]))
        .map { digest([$0, $1, $2, $3]) }
        .eraseToAnyPublisher()
    }
  }

  #if !PEER
    private func merge(_ upstream: Stream, _ others: [Int]) -> Stream {
      switch others.count {
      case 1:
        upstream.merge(with: stream(others[0])).eraseToAnyPublisher()
      case 2:
        upstream.merge(with: stream(others[0]), stream(others[1])).eraseToAnyPublisher()
      default:
        Publishers.MergeMany([upstream] + others.map(stream)).eraseToAnyPublisher()
      }
    }

    private func combineLatest(_ upstream: Stream, _ others: [Int]) -> Stream {
      switch others.count {
      case 1:
        upstream.combineLatest(stream(others[0])) { packed([$0, $1]) }.eraseToAnyPublisher()
      case 2:
        upstream.combineLatest(stream(others[0]), stream(others[1]))
          .map { packed([$0, $1, $2]) }
          .eraseToAnyPublisher()
      default:
        upstream.combineLatest(stream(others[0]), stream(others[1]), stream(others[2])) { packed([$0, $1, $2, $3]) }
          .eraseToAnyPublisher()
      }
    }
  #endif
}
