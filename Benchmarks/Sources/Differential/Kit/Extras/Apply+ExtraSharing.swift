#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraSharing, to upstream: Stream) -> Stream {
      switch stage {
      case .shareReplay(let count):
        upstream.share(replay: count).eraseToAnyPublisher()
      case .sharePacing(let prefetch):
        upstream.share(pacing: .slowest(prefetch: prefetch)).eraseToAnyPublisher()
      case .shareWithQueues(let bufferSize):
        upstream.share(pacing: .each(bufferSize: bufferSize, whenFull: .dropOldest)).eraseToAnyPublisher()
      case .autoconnectCounted:
        upstream.multicast { PassthroughSubject<Int, Fault>() }
          .autoconnect(minimumSubscribers: 1)
          .eraseToAnyPublisher()
      case .referenceCounted:
        upstream.multicast { PassthroughSubject<Int, Fault>() }.referenceCounted().eraseToAnyPublisher()
      case .multicastReplay(let count):
        upstream.multicast { ReplaySubject<Int, Fault>(maxBufferSize: count) }.autoconnect().eraseToAnyPublisher()
      case .multicastLastValue:
        upstream.multicast { LastValueSubject<Int, Fault>() }.autoconnect().eraseToAnyPublisher()
      case .conflate:
        upstream.conflate().eraseToAnyPublisher()
      case .conflateInto:
        upstream.conflate(seed: { [$0] }) { $0.append($1) }.map(digest).eraseToAnyPublisher()
      case .batch(let max, let whenFull):
        upstream.batch(max: max, whenFull: whenFull.policy).map(digest).eraseToAnyPublisher()
      case .boundedBuffer(let size, let whenFull):
        upstream.buffer(size: size, whenFull: whenFull.policy).eraseToAnyPublisher()
      }
    }
  }
#endif
