import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Handling, to upstream: Stream) -> Stream {
    switch stage {
    case .catching(let replacement):
      upstream.catch { _ in self.stream(replacement) }.eraseToAnyPublisher()
    case .tryCatching(let replacement, let hazard):
      upstream.tryCatch { fault -> Stream in
        try hazard.check(fault.code)
        return self.stream(replacement)
      }.faulting()
    case .replaceError(let replacement):
      upstream.replaceError(with: replacement).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .retry(let count):
      upstream.retry(count).eraseToAnyPublisher()
    case .mapError(let number):
      upstream.mapError { Fault(code: $0.code + number) }.eraseToAnyPublisher()
    case .assertNoFailure(let replacement):
      upstream.replaceError(with: replacement).assertNoFailure().setFailureType(to: Fault.self).eraseToAnyPublisher()
    }
  }
}
