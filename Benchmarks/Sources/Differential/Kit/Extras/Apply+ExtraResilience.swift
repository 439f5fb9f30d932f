#if !PEER
  import DifferentialModel
  import Dispatch
  import Streams

  extension Run {
    func apply(_ stage: ExtraResilience, to upstream: Stream) -> Stream {
      switch stage {
      case .retryByPolicy(let attempts, let limit):
        return upstream.retry(
          RetryPolicy(maxAttempts: attempts, backoff: .none) { $0.code <= limit }, scheduler: ImmediateScheduler.shared
        ).eraseToAnyPublisher()
      case .bulkhead(let places, let line, let children):
        let bulkhead = Bulkhead(maxConcurrent: places, maxWaiting: line)
        return upstream.flatMap { value in
          Self.answers(to: self.child(children, for: value).bulkhead(bulkhead)) { failure in
            if case .upstream(let fault) = failure { fault } else { nil }
          }
        }.eraseToAnyPublisher()
      case .circuitBreaker(let settings, let children):
        let clock = StillScheduler(now: .init(.init(uptimeNanoseconds: 1)))
        let breaker = CircuitBreaker(settings.settings, scheduler: clock)
        let limit = settings.codeUpTo
        return upstream.flatMap { value in
          Self.answers(to: self.child(children, for: value).circuitBreaker(breaker) { $0.code <= limit }) { failure in
            if case .upstream(let fault) = failure { fault } else { nil }
          }
        }.eraseToAnyPublisher()
      }
    }

    /// What a call delivers: a failure is a value, so that the calls after it are made, too.
    private static func answers<Call: Publisher>(
      to call: Call, _ fault: @escaping @Sendable (Call.Failure) -> Fault?
    ) -> Stream where Call.Output == Int {
      call.catch { Just(fault($0).map(Code.failure) ?? Code.refused) }.unfailing()
    }
  }

  /// Its clock stands still, but a later time is later, unlike with `ImmediateScheduler`.
  private typealias StillScheduler = InstantScheduler<DispatchQueue.SchedulerTimeType, Never>

  extension ExtraResilience.Breaker {
    fileprivate var settings: CircuitBreaker<StillScheduler>.Settings {
      .init(
        failureRate: failureRate, minimumCalls: minimumCalls, window: .calls(window),
        openFor: staysOpen ? .seconds(1) : .zero, trialCalls: trialCalls)
    }
  }
#endif
