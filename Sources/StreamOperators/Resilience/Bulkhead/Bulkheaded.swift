public import StreamCore
public import StreamParts

extension Publisher {
  /// Makes calls while a bulkhead has a place for them; others wait, or fail.
  ///
  ///     service 1     --1   -2|
  ///     service 2             ^-1-2|
  ///     bulkhead(bulkhead)
  ///     call 1        --1   -2|
  ///     call 2         ^-   ----1-2|
  ///     call 3          (^#)
  ///     # = full
  ///
  /// A subscription is a call. Calls that wait get a place in the order of their subscriptions.
  ///
  /// - **Demand**: passed upstream unchanged; the demand on a waiting call is kept until it starts.
  /// - **Completion**: passed on unchanged, when the place is free.
  /// - **Failure**: upstream's as `.upstream`, when the place is free; `.full`, without demand, if there is neither a
  ///   place nor room in the line: upstream is not subscribed to.
  /// - **Threads**: subscribes where it is subscribed to, or where the place is freed, in a loop: calls that end inside
  ///   `subscribe(_:)` do not grow the stack. Delivers where upstream does. A cancel frees the place, or leaves the
  ///   line.
  ///
  /// - Parameter bulkhead: The bulkhead, which all calls of a service share.
  /// - Returns: A publisher of the same elements.
  /// - Complexity: O(1) for each call, amortised; O(*n*) memory, where *n* is the number of calls that wait, at most
  ///   the bulkhead's `maxWaiting`.
  @_disfavoredOverload
  @inlinable
  public func bulkhead(_ bulkhead: Bulkhead) -> Publishers.Bulkheaded<Self> {
    BulkheadedPublisher(upstream: self, bulkhead: bulkhead)
  }
}

/// Why a publisher behind a bulkhead has failed.
public enum StreamBulkheadFailure<Failure: Error>: Error {
  /// There is neither a place nor room in the line.
  case full

  /// The call has been made, and has failed.
  case upstream(Failure)
}

extension StreamBulkheadFailure: Equatable where Failure: Equatable {}

extension StreamBulkheadFailure: Hashable where Failure: Hashable {}

/// A publisher that makes calls while a bulkhead has a place for them.
@frozen
public struct BulkheadedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = StreamBulkheadFailure<Upstream.Failure>

  /// The publisher that is called.
  public let upstream: Upstream

  /// The bulkhead.
  public let bulkhead: Bulkhead

  @inlinable
  public init(upstream: Upstream, bulkhead: Bulkhead) {
    (self.upstream, self.bulkhead) = (upstream, bulkhead)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let gate = TriggeredSubscription("Bulkheaded")
    let call = UpstreamCall(bulkhead, upstream: upstream, downstream: subscriber, gate: gate)
    subscriber.receive(subscription: gate)
    // The call is attached as a trigger, so that every end of the stream cancels it.
    gate.attachTrigger(call)
    if !call.begin(), gate.terminate() { subscriber.receive(completion: .failure(.full)) }
  }
}

extension PublisherNames {
  /// ``BulkheadedPublisher``, under a short name that a client's own type overrides.
  public typealias Bulkheaded<Upstream: Publisher> = BulkheadedPublisher<Upstream>

  /// ``StreamBulkheadFailure``, under a short name that a client's own type overrides.
  public typealias BulkheadFailure<Failure: Error> = StreamBulkheadFailure<Failure>
}

extension BulkheadedPublisher: Sendable where Upstream: Sendable {}

/// A call that keeps what it needs to subscribe until it does, or until it is over.
// Sendable: what is to be started is taken once, under a lock.
@usableFromInline
final class UpstreamCall<Upstream: Publisher, Downstream: Subscriber>: BulkheadCall, @unchecked Sendable
where Downstream.Input == Upstream.Output, Downstream.Failure == StreamBulkheadFailure<Upstream.Failure> {
  private let parts: Locked<(upstream: Upstream, downstream: Downstream, gate: TriggeredSubscription)?>

  @usableFromInline
  init(_ bulkhead: Bulkhead, upstream: Upstream, downstream: Downstream, gate: TriggeredSubscription) {
    parts = Locked((upstream, downstream, gate))
    super.init(bulkhead)
  }

  /// Takes a place and subscribes, or waits for a place.
  ///
  /// - Returns: Whether there was a place, or room in the line.
  @usableFromInline
  func begin() -> Bool {
    switch bulkhead.enter(self) {
    case .runs:
      bulkhead.start(self)
      return true
    case .waits, .over: return true
    case .full: return false
    }
  }

  @usableFromInline
  override func start() {
    guard let (upstream, downstream, gate) = parts.exchange(nil) else { return }
    upstream.subscribe(BulkheadedInner(downstream: downstream, gate: gate, call: self))
  }

  @usableFromInline
  override func cancel() {
    let released = parts.exchange(nil)
    withExtendedLifetime(released) {}
    super.cancel()
  }
}

/// Frees the place at the end of a call, and passes that on.
@usableFromInline
struct BulkheadedInner<Failure: Error, Downstream: Subscriber>: TriggerStageInner
where Downstream.Failure == StreamBulkheadFailure<Failure> {
  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription
  @usableFromInline let call: BulkheadCall

  @usableFromInline
  init(downstream: Downstream, gate: TriggeredSubscription, call: BulkheadCall) {
    (self.downstream, self.gate, self.call) = (downstream, gate, call)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    gate.attach(subscription)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    gate.isActive ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard gate.isActive else { return }
    // Free before downstream knows of the end, so that it may call again; other calls begin after that.
    let starts = call.leave()
    if gate.upstreamEnded() {
      switch completion {
      case .finished: downstream.receive(completion: .finished)
      case .failure(let error): downstream.receive(completion: .failure(.upstream(error)))
      }
    }
    if starts { call.startNext() }
  }
}
