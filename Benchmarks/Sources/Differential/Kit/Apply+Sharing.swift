import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Sharing, to upstream: Stream) -> Stream {
    switch stage {
    case .share:
      upstream.share().eraseToAnyPublisher()
    case .multicast:
      upstream.multicast { PassthroughSubject<Int, Fault>() }.autoconnect().eraseToAnyPublisher()
    case .multicastCurrentValue(let value):
      upstream.multicast(subject: CurrentValueSubject<Int, Fault>(value)).autoconnect().eraseToAnyPublisher()
    case .makeConnectable(let replacement):
      upstream.replaceError(with: replacement)
        .makeConnectable()
        .autoconnect()
        .setFailureType(to: Fault.self)
        .eraseToAnyPublisher()
    case .buffer(let size, let keepsFull, let whenFull):
      upstream.buffer(size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: strategy(whenFull))
        .eraseToAnyPublisher()
    }
  }

  private func strategy(_ whenFull: Sharing.WhenFull) -> Publishers.BufferingStrategy<Fault> {
    switch whenFull {
    case .dropNewest: .dropNewest
    case .dropOldest: .dropOldest
    case .fail: .customError { Fault(code: 99) }
    }
  }
}
