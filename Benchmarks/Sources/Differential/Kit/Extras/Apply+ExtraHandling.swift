#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraHandling, to upstream: Stream) -> Stream {
      switch stage {
      case .retryIf(let retries, let limit):
        upstream.retry(retries) { fault, _ in fault.code <= limit }.eraseToAnyPublisher()
      case .repeated(let times):
        upstream.repeated(times).eraseToAnyPublisher()
      case .fallback(let others, let limit):
        others.count == 1
          ? upstream.fallback(to: stream(others[0])) { $0.code <= limit }.eraseToAnyPublisher()
          : upstream.fallback(to: stream(others[0]), stream(others[1])) { $0.code <= limit }.eraseToAnyPublisher()
      case .ignoreFailure(let completes):
        upstream.ignoreFailure(completeImmediately: completes).unfailing()
      case .tryMapSkippingFailures(let number, let hazard):
        upstream.tryMapSkippingFailures { value in
          try hazard.check(value)
          return value + number
        }.eraseToAnyPublisher()
      case .flatMapSkippingFailures(let children):
        upstream.flatMapSkippingFailures { self.child(children, for: $0) }.eraseToAnyPublisher()
      }
    }
  }
#endif
