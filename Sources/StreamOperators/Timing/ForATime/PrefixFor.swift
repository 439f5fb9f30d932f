public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until a time has passed, then finishes.
  ///
  ///     upstream      -a-b--c-d-|
  ///     prefix(for: 5, scheduler: scheduler)
  ///     downstream    -a-b-|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on; the timer is cancelled. When the time has passed, the stream finishes, and upstream
  ///   is cancelled.
  /// - **Failure**: passed on; the timer is cancelled.
  /// - **Threads**: elements are delivered where upstream delivers, the finish on the scheduler, or after the delivery
  ///   that is in progress.
  ///
  /// - Parameters:
  ///   - interval: The time, in the scheduler's stride, from the subscription. Zero or less: until the scheduler's
  ///     first turn.
  ///   - tolerance: How much later the finish may come; by default the scheduler's minimum.
  ///   - scheduler: The scheduler that times the finish.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the elements of that time.
  @inlinable
  @_disfavoredOverload
  public func prefix<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.PrefixFor<Self, S> {
    PrefixForPublisher(
      upstream: self, interval: interval, tolerance: tolerance, scheduler: scheduler, options: options)
  }
}

/// A publisher that republishes the elements of another until a time has passed.
@frozen
public struct PrefixForPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose first elements are republished.
  public let upstream: Upstream

  /// The time, from the subscription.
  public let interval: Context.SchedulerTimeType.Stride

  /// How much later the finish may come.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// The scheduler that times the finish.
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
    let gate = TriggeredSubscription("PrefixFor")
    subscriber.receive(subscription: gate)
    // Subscribes before the timer is set, so that an element at the time of the finish comes first.
    upstream.subscribe(PrefixUntilInner(downstream: subscriber, gate: gate))
    let handle = AlarmHandle()
    gate.attachTrigger(AlarmSubscription(handle))
    let alarm = PrefixAlarm(
      trigger: PrefixUntilTriggerInner<Void, Never, S>(downstream: subscriber, gate: gate))
    handle.keep(
      scheduler.setAlarm(
        at: due, period: now.distance(to: due), tolerance: tolerance, options: options, alarm.ring))
  }
}

extension PrefixForPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the gate decides which thread calls downstream.
@usableFromInline
struct PrefixAlarm<Downstream: Subscriber>: @unchecked Sendable {
  @usableFromInline let trigger: PrefixUntilTriggerInner<Void, Never, Downstream>

  @inlinable
  init(trigger: PrefixUntilTriggerInner<Void, Never, Downstream>) {
    self.trigger = trigger
  }

  @inlinable
  @Sendable
  func ring() {
    _ = trigger.receive(())
  }
}

extension PublisherNames {
  /// A publisher that republishes the elements of another until a time has passed.
  public typealias PrefixFor<Upstream: Publisher, Context: Scheduler> = PrefixForPublisher<Upstream, Context>
}
