public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Switches to another publisher after an interval without elements.
  ///
  ///     upstream      -1-------2--3|
  ///     other              ^a-b|
  ///     timeout(4, scheduler: scheduler, fallback: other)
  ///     downstream    -1----a-b|
  ///
  /// The interval starts with the subscription, and again with each element. The clock also runs while downstream
  /// requests nothing. If an element and a deadline fall on the same time, the element comes first. No time limit
  /// applies to `other`.
  ///
  /// - **Demand**: passed upstream unchanged. The outstanding demand is requested from `other`.
  /// - **Completion**: passed on; the timer is cancelled. At the end of the interval, upstream is cancelled, then
  ///   `other` is subscribed to. Its completion is passed on.
  /// - **Failure**: a failure of upstream, or of `other` once it has replaced upstream, is passed on.
  /// - **Threads**: elements are delivered where upstream or `other` delivers, serially; `other` is subscribed to on
  ///   the scheduler.
  ///
  /// - Parameters:
  ///   - interval: The longest silence of upstream, in the scheduler's stride. Zero or less: until the scheduler's next
  ///     turn.
  ///   - scheduler: The scheduler that times the elements.
  ///   - options: Options for the scheduler.
  ///   - other: The publisher that takes the place of upstream. If upstream ends first, it is never subscribed to.
  /// - Returns: A publisher of the elements of upstream, or of both.
  @inlinable
  @_disfavoredOverload
  public func timeout<S: Scheduler, Other: Publisher>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil, fallback other: Other
  ) -> Publishers.TimeoutFallback<Self, S, Other> where Other.Output == Output, Other.Failure == Failure {
    TimeoutFallbackPublisher(
      upstream: self, interval: interval, scheduler: scheduler, options: options, fallback: other)
  }
}

/// A publisher that switches to a second publisher when the first has been silent for an interval.
@frozen
public struct TimeoutFallbackPublisher<Upstream: Publisher, Context: Scheduler, Other: Publisher>: Publisher,
  ReleasingPublisher
where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The longest silence of upstream.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times the elements.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// The publisher that takes the place of upstream.
  public let fallback: Other

  @inlinable
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
    options: Context.SchedulerOptions? = nil, fallback: Other
  ) {
    (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
    (self.options, self.fallback) = (options, fallback)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = FallbackDelivery<S, Context>(
      "TimeoutFallback", FallbackPolicy(interval: interval, at: scheduler.now), to: subscriber)
    delivery.begin()
    // Subscribes before the timer is set, so that an element at the time of the timeout comes first.
    delivery.subscribe(TimedUpstreamInner(delivery: delivery, scheduler: scheduler), to: upstream)
    FallbackTimer(delivery: delivery, scheduler: scheduler, options: options, fallback: fallback).setTimer()
  }
}

extension TimeoutFallbackPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable,
  Context.SchedulerOptions: Sendable, Other: Sendable
{}

@usableFromInline
typealias FallbackDelivery<Downstream: Subscriber, Context: Scheduler> = SerialDelivery<
  FallbackPolicy<Downstream.Input, Downstream.Failure, Context.SchedulerTimeType>, Downstream
>

/// The subscriber of upstream.
@usableFromInline
struct TimedUpstreamInner<Downstream: Subscriber, Context: Scheduler>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: FallbackDelivery<Downstream, Context>
  @usableFromInline let scheduler: Context

  @inlinable
  init(delivery: FallbackDelivery<Downstream, Context>, scheduler: Context) {
    (self.delivery, self.scheduler) = (delivery, scheduler)
  }

  @inlinable var origin: UpstreamKey { UpstreamKey() }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let now = scheduler.now
    return delivery.receive(from: origin) { policy in
      policy.elementArrives(at: now)
      return input
    }
  }
}

/// The subscriber of the fallback.
@usableFromInline
struct FallbackInner<Downstream: Subscriber, Context: Scheduler>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: FallbackDelivery<Downstream, Context>

  @inlinable
  init(delivery: FallbackDelivery<Downstream, Context>) {
    self.delivery = delivery
  }

  @inlinable var origin: UpstreamKey { UpstreamKey(epoch: 1) }
}

/// Sets the timer, which an element does not move, and switches to the fallback.
// Sendable: the delivery decides which thread calls downstream; the scheduler may be used on any thread, and the
// fallback is subscribed to once.
@usableFromInline
struct FallbackTimer<Downstream: Subscriber, Context: Scheduler, Other: Publisher>: TimerStage, @unchecked Sendable
where Other.Output == Downstream.Input, Other.Failure == Downstream.Failure {
  @usableFromInline let delivery: FallbackDelivery<Downstream, Context>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let fallback: Other

  @inlinable
  init(
    delivery: FallbackDelivery<Downstream, Context>, scheduler: Context, options: Context.SchedulerOptions?,
    fallback: Other
  ) {
    (self.delivery, self.scheduler, self.options, self.fallback) = (delivery, scheduler, options, fallback)
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
    case .fallBack(let upstream):
      upstream?.cancel()
      delivery.subscribe(FallbackInner<Downstream, Context>(delivery: delivery), to: fallback)
    }
  }
}

extension PublisherNames {
  /// A publisher that switches to a second publisher when the first has been silent for an interval.
  public typealias TimeoutFallback<Upstream: Publisher, Context: Scheduler, Other: Publisher> =
    TimeoutFallbackPublisher<Upstream, Context, Other>
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure
}
