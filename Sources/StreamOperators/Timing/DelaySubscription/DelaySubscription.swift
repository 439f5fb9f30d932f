public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Subscribes to upstream after a delay.
  ///
  ///     upstream          ^a-b-c|
  ///     delaySubscription(for: 4, scheduler: scheduler)
  ///     downstream    -----a-b-c|
  ///
  /// - **Demand**: summed until upstream is subscribed to, then passed upstream unchanged.
  /// - **Completion**: passed on.
  /// - **Failure**: passed on.
  /// - **Threads**: downstream receives its subscription at once; if it cancels before the time has passed, upstream is
  ///   never subscribed to. Upstream is subscribed to on the scheduler; elements are delivered where upstream delivers.
  ///
  /// - Parameters:
  ///   - interval: The time, in the scheduler's stride, from downstream's subscription to upstream's. With zero or
  ///     less, upstream is subscribed to as soon as the scheduler runs the work.
  ///   - tolerance: How much later upstream may be subscribed to; by default the scheduler's minimum.
  ///   - scheduler: The scheduler that times the subscription.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @_disfavoredOverload
  public func delaySubscription<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.DelaySubscription<Self, S> {
    DelaySubscriptionPublisher(
      upstream: self, interval: interval, tolerance: tolerance, scheduler: scheduler, options: options)
  }
}

/// A publisher that subscribes to another after a delay.
@frozen
public struct DelaySubscriptionPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is subscribed to later.
  public let upstream: Upstream

  /// The time from the subscription of downstream to that of upstream.
  public let interval: Context.SchedulerTimeType.Stride

  /// How much later upstream may be subscribed to.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// The scheduler that times the subscription.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  @inlinable
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride? = nil, scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) {
    (self.upstream, self.interval, self.tolerance) = (upstream, interval, tolerance)
    (self.scheduler, self.options) = (scheduler, options)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let now = scheduler.now
    let due = now.advanced(by: interval)
    let gate = TriggeredSubscription("DelaySubscription")
    subscriber.receive(subscription: gate)
    let handle = AlarmHandle()
    gate.attachTrigger(AlarmSubscription(handle))
    let alarm = DelayedSubscriptionAlarm(
      upstream: upstream, inner: DelayedSubscriptionInner(downstream: subscriber, gate: gate))
    handle.keep(
      scheduler.setAlarm(
        at: due, period: now.distance(to: due), tolerance: tolerance, options: options, alarm.ring))
  }
}

extension DelaySubscriptionPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the gate lets one thread subscribe, once.
@usableFromInline
struct DelayedSubscriptionAlarm<Upstream: Publisher, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let upstream: Upstream
  @usableFromInline let inner: DelayedSubscriptionInner<Downstream>

  @inlinable
  init(upstream: Upstream, inner: DelayedSubscriptionInner<Downstream>) {
    (self.upstream, self.inner) = (upstream, inner)
  }

  @inlinable
  @Sendable
  func ring() {
    guard let timer = inner.gate.takeTrigger() else { return }
    timer.cancel()
    upstream.subscribe(inner)
  }
}

/// Passes elements on once upstream has been subscribed to. A timer or another publisher opens the gate.
@usableFromInline
struct DelayedSubscriptionInner<Downstream: Subscriber>: TriggeredInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription

  @inlinable
  init(downstream: Downstream, gate: TriggeredSubscription) {
    (self.downstream, self.gate) = (downstream, gate)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    gate.isActive ? downstream.receive(input) : .none
  }
}

extension PublisherNames {
  /// A publisher that subscribes to another after a delay.
  public typealias DelaySubscription<Upstream: Publisher, Context: Scheduler> = DelaySubscriptionPublisher<
    Upstream, Context
  >
}
