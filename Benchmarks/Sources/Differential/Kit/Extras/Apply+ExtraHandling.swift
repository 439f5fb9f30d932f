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
      case .retryWhen(let retries, let limit, let givingUp):
        retry(upstream, givingUp) { attempt, fault in attempt < retries && fault.code <= limit }
      case .retryWhenTriggered(let trigger):
        upstream.retry { _ in self.stream(trigger) }.eraseToAnyPublisher()
      case .taggingFailures(let places):
        tagging(upstream, places: places)
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

    private func retry(
      _ upstream: Stream, _ givingUp: ExtraHandling.GivingUp, while answers: @escaping @Sendable (Int, Fault) -> Bool
    ) -> Stream {
      switch givingUp {
      case .silence:
        upstream.retry { $0.enumerated().filter { answers($0.offset, $0.element) } }.eraseToAnyPublisher()
      case .finish:
        upstream.retry { $0.enumerated().prefix { answers($0.offset, $0.element) } }.eraseToAnyPublisher()
      case .failure:
        upstream.retry { faults in
          faults.enumerated()
            .tryMap { if !answers($0.offset, $0.element) { throw Fault(code: $0.element.code + 50) } }
            .mapError { $0 as? Fault ?? Fault(code: -1) }
        }.eraseToAnyPublisher()
      }
    }

    /// Each place adds ten to the code, if it is in its order.
    private func tagging(_ upstream: Stream, places: Int) -> Stream {
      let once = upstream.taggingFailures("1")
      let fault = { @Sendable (tagged: Publishers.SitedFailure<Fault>) in
        let labels = tagged.sites.map(\.label)
        let isInOrder = labels == (1...places).map(String.init)
        return Fault(code: isInOrder ? tagged.underlying.code + 10 * labels.count : -1)
      }
      return switch places {
      case 1: once.mapError(fault).eraseToAnyPublisher()
      case 2: once.taggingFailures("2").mapError(fault).eraseToAnyPublisher()
      default: once.taggingFailures("2").taggingFailures("3").mapError(fault).eraseToAnyPublisher()
      }
    }
  }
#endif
