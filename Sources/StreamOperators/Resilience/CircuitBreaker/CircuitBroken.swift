public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Fails without a call while a circuit breaker is open.
  ///
  ///     failing 1     -#
  ///     failing 2       ^#
  ///     working 1                 ^1|
  ///     working 2                    ^1|
  ///     circuitBreaker(breaker)
  ///     call 1        -#
  ///     call 2          ^#
  ///     call 3             (^#)
  ///     call 4                    ^1|
  ///     call 5                       ^1|
  ///     # = upstream(#), # = open
  ///
  /// A subscription is a call. A finish counts as a success, and so does a failure for which `isFailure` returns
  /// `false`, because the service has answered. A call that takes longer than the breaker's `slowCall` counts as a
  /// failure even so. A cancelled call counts as neither. Calls in progress when the breaker opens continue.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged, when the breaker has recorded it.
  /// - **Failure**: upstream's as `.upstream`, when the breaker has recorded it; `.open`, without demand, if the
  ///   breaker permits no call: upstream is not subscribed to.
  /// - **Threads**: delivers where upstream does. `isFailure` runs there, never under a lock.
  ///
  /// - Parameters:
  ///   - breaker: The breaker, which all calls of a service share.
  ///   - isFailure: Whether a failure is one of the service, and not, say, of the request.
  /// - Returns: A publisher of the same elements.
  /// - Complexity: O(1) for each call; O(*n*) memory of the breaker, where *n* is the number of calls in its window, if
  ///   that is one of calls.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func circuitBreaker<S: Scheduler>(
    _ breaker: CircuitBreaker<S>, counts isFailure: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) -> Publishers.CircuitBroken<Self, S> {
    CircuitBrokenPublisher(upstream: self, breaker: breaker, isFailure: isFailure)
  }
}

/// Why a publisher behind a circuit breaker has failed.
public enum StreamBreakerFailure<Failure: Error>: Error {
  /// The breaker permits no call.
  case open

  /// The call has been made, and has failed.
  case upstream(Failure)
}

extension StreamBreakerFailure: Equatable where Failure: Equatable {}

extension StreamBreakerFailure: Hashable where Failure: Hashable {}

/// A publisher that fails without a call while a circuit breaker is open.
@frozen
public struct CircuitBrokenPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = StreamBreakerFailure<Upstream.Failure>

  /// The publisher that is called.
  public let upstream: Upstream

  /// The breaker.
  public let breaker: CircuitBreaker<Context>

  /// Whether a failure is one of the service.
  public let isFailure: @Sendable (Upstream.Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, breaker: CircuitBreaker<Context>, isFailure: @escaping @Sendable (Upstream.Failure) -> Bool
  ) {
    (self.upstream, self.breaker, self.isFailure) = (upstream, breaker, isFailure)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard let call = BreakerCall(of: breaker) else { return subscriber.end(with: .failure(.open)) }
    upstream.subscribe(CircuitBrokenInner(downstream: subscriber, call: call, isFailure: isFailure))
  }
}

extension PublisherNames {
  /// ``CircuitBrokenPublisher``, under a short name that a client's own type overrides.
  public typealias CircuitBroken<Upstream: Publisher, Context: Scheduler> = CircuitBrokenPublisher<Upstream, Context>

  /// ``StreamBreakerFailure``, under a short name that a client's own type overrides.
  public typealias BreakerFailure<Failure: Error> = StreamBreakerFailure<Failure>
}

extension CircuitBrokenPublisher: Sendable where Upstream: Sendable {}

/// Records the end of a call, and passes it on.
@usableFromInline
struct CircuitBrokenInner<Failure: Error, Context: Scheduler, Downstream: Subscriber>: InnerSubscriber
where Downstream.Failure == StreamBreakerFailure<Failure> {
  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: CallSubscription<Context>
  @usableFromInline let isFailure: @Sendable (Failure) -> Bool

  @inlinable
  init(downstream: Downstream, call: BreakerCall<Context>, isFailure: @escaping @Sendable (Failure) -> Bool) {
    (self.downstream, self.isFailure) = (downstream, isFailure)
    subscription = CallSubscription(call)
  }

  @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

  @inlinable var description: String { subscription.description }

  @inlinable
  func receive(subscription: any Subscription) {
    if self.subscription.upstream.attach(subscription) { downstream.receive(subscription: self.subscription) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    subscription.upstream.isActive ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.upstream.terminate() != nil else { return }
    switch completion {
    case .finished:
      subscription.call.end(hasFailed: false)
      downstream.receive(completion: .finished)
    case .failure(let error):
      subscription.call.end(hasFailed: isFailure(error))
      downstream.receive(completion: .failure(.upstream(error)))
    }
  }
}

/// The subscription of a call: a cancel ends it.
@usableFromInline
final class CallSubscription<Context: Scheduler>: StageSubscription, Sendable {
  @usableFromInline let upstream = UpstreamSubscription("CircuitBroken")
  @usableFromInline let call: BreakerCall<Context>

  @usableFromInline
  init(_ call: BreakerCall<Context>) {
    self.call = call
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let ended = upstream.terminate() else { return }
    ended.cancel()
    call.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }
}
