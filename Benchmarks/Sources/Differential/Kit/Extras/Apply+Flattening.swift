#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: Flattening, to upstream: Stream) -> Stream {
      switch stage {
      case .concatMap(let bufferSize, let whenFull, let children):
        upstream.concatMap(bufferSize: bufferSize, whenFull: whenFull.policy) { self.child(children, for: $0) }
          .eraseToAnyPublisher()
      case .concatMapDelayingFailures(let bufferSize, let children):
        upstream.concatMapDelayingFailures(bufferSize: bufferSize) { self.child(children, for: $0) }
          .mapError(faultOfAll).eraseToAnyPublisher()
      case .flatMapDelayingFailures(let children):
        upstream.flatMapDelayingFailures { self.child(children, for: $0) }.mapError(faultOfAll).eraseToAnyPublisher()
      case .concatenated(let bufferSize, let whenFull, let children):
        upstream.map { self.child(children, for: $0) }
          .concatenated(bufferSize: bufferSize, whenFull: whenFull.policy)
          .eraseToAnyPublisher()
      case .flatMapLatest(let children):
        upstream.flatMapLatest { self.child(children, for: $0) }.eraseToAnyPublisher()
      case .flatMapFirst(let children):
        upstream.flatMapFirst { self.child(children, for: $0) }.eraseToAnyPublisher()
      case .flatMapRace(let children):
        upstream.flatMapRace { self.child(children, for: $0) }.eraseToAnyPublisher()
      case .orderedFlatMap(let maxPublishers, let bufferSize, let children):
        upstream.orderedFlatMap(maxPublishers: maxPublishers, bufferSize: bufferSize) { self.child(children, for: $0) }
          .eraseToAnyPublisher()
      case .expand(let maxPublishers, let limit, let fan):
        upstream.first()
          .expand(maxPublishers: maxPublishers) { value in
            Publishers.Sequence<[Int], Fault>(sequence: Flattening.expansion(of: value, limit: limit, fan: fan))
          }
          .eraseToAnyPublisher()
      }
    }
  }
#endif
