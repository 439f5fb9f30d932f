public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Ends the stream if downstream requests nothing for an interval.
  ///
  ///     upstream      -a--b--------c--|
  ///     backpressureTimeout(4, scheduler: scheduler)
  ///     demand        2----------------
  ///     downstream    -a--b---|
  ///
  /// It frees a resource, such as a connection or a file, from a consumer that no longer takes anything. `timeout`
  /// limits how long upstream is silent; `backpressureTimeout` limits how long downstream requests nothing.
  ///
  /// The clock runs while downstream has no outstanding demand: from the subscription, and from the delivery of the
  /// last element that it asked for. A request stops it. An upstream that is silent causes no timeout, nor does a
  /// downstream with unlimited demand. The time that downstream spends in `receive(_:)` does not count. On an immediate
  /// scheduler the stream ends as soon as downstream has no demand.
  ///
  /// - **Demand**: passed upstream unchanged. An element beyond it is dropped, and reported to the `DropHook`.
  /// - **Completion**: passed on immediately; at the end of the interval, upstream is cancelled and the stream
  ///   finishes.
  /// - **Failure**: passed on immediately; with `customError`, the stream fails at the end of the interval.
  /// - **Threads**: elements are delivered where upstream delivers, serially. The end of the interval is delivered on
  ///   the scheduler; `customError` runs there too, never under a lock.
  ///
  /// - Parameters:
  ///   - interval: The longest time without demand, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. Zero or less: until the scheduler's next turn.
  ///   - scheduler: The scheduler that times the requests.
  ///   - options: Options for the scheduler.
  ///   - customError: Returns the failure of a timeout; without it, the stream finishes.
  /// - Returns: A publisher of the same elements that ends when downstream requests nothing.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func backpressureTimeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.BackpressureTimeout<Self, S> {
    BackpressureTimeoutPublisher(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

/// A publisher that ends when downstream has requested nothing for an interval.
@frozen
public struct BackpressureTimeoutPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are republished.
  public let upstream: Upstream

  /// The longest time without demand.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times the requests.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Returns the failure of a timeout; without it, the stream finishes.
  public let customError: (@Sendable () -> Failure)?

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
    options: Context.SchedulerOptions? = nil, customError: (@Sendable () -> Failure)? = nil
  ) {
    (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
    (self.options, self.customError) = (options, customError)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      BackpressureInner(
        delivery: SerialDelivery("BackpressureTimeout", BackpressurePolicy(interval: interval), to: subscriber),
        scheduler: scheduler, options: options, customError: customError))
  }
}

extension BackpressureTimeoutPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

/// The subscriber of upstream, which also sets the timer.
// Sendable: the delivery decides which thread calls downstream; the scheduler may be used on any thread.
@usableFromInline
struct BackpressureInner<Downstream: Subscriber, Context: Scheduler>: BeginningInner, TimerStage, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = BackpressurePolicy<Input, Failure, Context.SchedulerTimeType>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let customError: (@Sendable () -> Failure)?

  @inlinable
  init(
    delivery: SerialDelivery<Policy, Downstream>, scheduler: Context, options: Context.SchedulerOptions?,
    customError: (@Sendable () -> Failure)?
  ) {
    (self.delivery, self.scheduler, self.options, self.customError) = (delivery, scheduler, options, customError)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.begin(with: subscription, from: origin)
    startClock()
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    let more = delivery.receive(input, from: origin)
    if more == .none { startClock() }
    return more
  }

  /// Starts the clock, if downstream has no demand left. The time is read only then.
  @inlinable
  func startClock() {
    guard delivery.state.withLock({ $0.policy.isStarting }) else { return }
    let now = scheduler.now
    if delivery.state.withLock({ $0.policy.start(at: now) }) { setTimer() }
  }

  @inlinable
  func keep(_ timer: SubscriptionObject) -> Context.SchedulerTimeType? {
    delivery.state.withLock { $0.policy.keep(timer) }
  }

  @inlinable
  func ring(_ timer: SubscriptionObject, at now: Context.SchedulerTimeType, standsStill: Bool) {
    switch delivery.state.withLock({ $0.policy.ring(timer, at: now) }) {
    case .nothing: return
    case .setTimer: setTimer()
    case .timeOut: timeOut()
    }
  }

  /// Ends the stream: cancels upstream, then completes downstream.
  @inlinable
  func timeOut() {
    let completion = customError.map { Subscribers.Completion.failure($0()) } ?? .finished
    _ = delivery.receive(
      contentsOf: EmptyCollection(), from: Policy.timeoutKey, completion: completion, cancels: true)
  }
}

extension PublisherNames {
  /// A publisher that ends when downstream has requested nothing for an interval.
  public typealias BackpressureTimeout<Upstream: Publisher, Context: Scheduler> = BackpressureTimeoutPublisher<
    Upstream, Context
  >
}
