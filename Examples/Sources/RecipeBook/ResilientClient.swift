package import StreamCore
import StreamDebugging
import StreamErrorHandling
import StreamMapping
package import StreamResilience
package import StreamSchedulers
import Synchronization

/// A client of a service that fails: it asks again after growing, varying pauses, leaves a service alone that is down,
/// keeps to a rate, and gives an old answer rather than none.
package final class ResilientClient<Context: Scheduler & Sendable>: Sendable {
  /// What the service has said.
  package struct Answer: Equatable, Sendable {
    package let text: String

    /// Whether it is an old answer, since no new one could be had.
    package let isStale: Bool
  }

  /// Makes a call: an answer, or a failure.
  package typealias Call = @Sendable (_ question: String) -> AnyPublisher<String, any Error>

  private let call: Call
  private let scheduler: Context
  private let breaker: CircuitBreaker<Context>
  private let limiter: RateLimiter<Context>
  private let seed: UInt64
  private let answers = Mutex<[String: String]>([:])

  /// - Parameters:
  ///   - scheduler: Measures pauses and rates.
  ///   - seed: From which the pauses vary.
  ///   - call: Makes a call. It is called for each attempt.
  package init(scheduler: Context, seed: UInt64, call: @escaping Call) {
    (self.scheduler, self.seed, self.call) = (scheduler, seed, call)
    breaker = CircuitBreaker(
      .init(failureRate: 0.8, minimumCalls: 5, window: .calls(5), openFor: .seconds(5)), scheduler: scheduler)
    limiter = RateLimiter(RateLimit(20, per: .seconds(1)), scheduler: scheduler)
  }

  /// The state of the circuit breaker, now and at each change.
  package var states: AnyPublisher<CircuitBreaker<Context>.State, Never> { breaker.states.eraseToAnyPublisher() }

  /// Asks the service, once it is subscribed to.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: A publisher of one answer, or of the failure, if there is no old answer.
  // On the page:
  package func ask(_ question: String) -> AnyPublisher<Answer, any Error> {
    Just(question)
      .setFailureType(to: (any Error).self)
      .rateLimited(by: limiter)
      .flatMap { [call] in call($0) }
      .circuitBreaker(breaker)
      .retry(policy, scheduler: scheduler, random: SplitMix(seed: seed))
      .handleEvents(receiveOutput: { [self] text in answers.withLock { $0[question] = text } })
      .map { Answer(text: $0, isStale: false) }
      .mapError { $0 as any Error }
      .catch { [self] error in oldAnswer(to: question, error) }
      .eraseToAnyPublisher()
  }
  // Up to here.

  // On the page:
  private func oldAnswer(to question: String, _ error: any Error) -> AnyPublisher<Answer, any Error> {
    guard let text = answers.withLock({ $0[question] }) else { return Fail(error: error).eraseToAnyPublisher() }
    return Just(Answer(text: text, isStale: true)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
  }
  // Up to here.

  // On the page:
  /// A call that the breaker does not permit is not made again at once.
  private var policy: RetryPolicy<StreamBreakerFailure<any Error>> {
    RetryPolicy(
      maxAttempts: 4, backoff: .exponential(initial: .milliseconds(50), factor: 2, maximum: .seconds(1)), jitter: .full,
      if: { failure in if case .open = failure { false } else { true } })
  }
  // Up to here.
}

/// A generator whose numbers follow from a seed.
private struct SplitMix: RandomNumberGenerator, Sendable {
  var seed: UInt64

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var bits = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
