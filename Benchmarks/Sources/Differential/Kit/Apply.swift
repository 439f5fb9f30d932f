import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Stage, to upstream: Stream) -> Stream {
    switch stage {
    case .mapping(let stage): apply(stage, to: upstream)
    case .filtering(let stage): apply(stage, to: upstream)
    case .reducing(let stage): apply(stage, to: upstream)
    case .combining(let stage): apply(stage, to: upstream)
    case .handling(let stage): apply(stage, to: upstream)
    case .sharing(let stage): apply(stage, to: upstream)
    case .debugging(let stage): apply(stage, to: upstream)
    #if PEER
      case .extra: preconditionFailure("The peer lacks it.")
    #else
      case .extra(let stage): apply(stage, to: upstream)
    #endif
    case .receivingImmediately: upstream.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    }
  }
}

extension Publisher where Output == Int, Failure == any Error {
  /// Restores the failure type after a `try` operator.
  func faulting() -> Stream {
    mapError { $0 as? Fault ?? Fault(code: -1) }.eraseToAnyPublisher()
  }
}
