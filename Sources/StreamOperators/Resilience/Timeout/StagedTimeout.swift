public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Fails when the first element, the next element, or the whole stream takes too long.
  ///
  ///     upstream      --1--2------3--|
  ///     timeout(first: 3, each: 4, total: 20, scheduler: scheduler) { _ in MarbleFailure() }
  ///     downstream    --1--2---#
  ///
  /// The clock also runs while downstream requests nothing. If an element and a deadline fall on the same time, the
  /// element comes first.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on; the timer is cancelled.
  /// - **Failure**: passed on; the timer is cancelled. At a timeout upstream is cancelled, then the stream fails with
  ///   what `error` returns.
  /// - **Threads**: elements are delivered where upstream delivers, the failure of a timeout on the scheduler, or after
  ///   the delivery that is in progress; `error` runs there, never under a lock.
  ///
  /// - Parameters:
  ///   - first: The longest time from the subscription to the first element, in the scheduler's stride. `nil`, here and
  ///     below, sets no limit; zero or less means until the scheduler's next turn.
  ///   - each: The longest time from an element to the next, or to the end.
  ///   - total: The longest time from the subscription to the end.
  ///   - scheduler: The scheduler that measures the times.
  ///   - error: Returns the failure of a timeout.
  /// - Returns: A publisher of the same elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func timeout<S: Scheduler>(
    first: S.SchedulerTimeType.Stride? = nil, each: S.SchedulerTimeType.Stride? = nil,
    total: S.SchedulerTimeType.Stride? = nil, scheduler: S, error: @escaping @Sendable (StreamTimeoutKind) -> Failure
  ) -> Publishers.StagedTimeout<Self, S> {
    StagedTimeoutPublisher(
      upstream: self, first: first, each: each, total: total, scheduler: scheduler, error: error)
  }
}

/// A publisher that fails when an element of another, or its end, takes too long.
@frozen
public struct StagedTimeoutPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The longest time from the subscription to the first element.
  public let first: Context.SchedulerTimeType.Stride?

  /// The longest time from an element to the next, or to the end.
  public let each: Context.SchedulerTimeType.Stride?

  /// The longest time from the subscription to the end.
  public let total: Context.SchedulerTimeType.Stride?

  /// The scheduler that measures the times.
  public let scheduler: Context

  /// Returns the failure of a timeout.
  public let error: @Sendable (StreamTimeoutKind) -> Failure

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, first: Context.SchedulerTimeType.Stride?, each: Context.SchedulerTimeType.Stride?,
    total: Context.SchedulerTimeType.Stride?, scheduler: Context,
    error: @escaping @Sendable (StreamTimeoutKind) -> Failure
  ) {
    (self.upstream, self.first, self.each, self.total) = (upstream, first, each, total)
    (self.scheduler, self.error) = (scheduler, error)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let gate = TriggeredSubscription("StagedTimeout")
    let clock = TimeoutClock<Context>(first: first, each: each, total: total, at: scheduler.now)
    let inner = StagedTimeoutInner(
      downstream: subscriber, gate: gate, clock: clock, scheduler: scheduler, error: error)
    subscriber.receive(subscription: gate)
    gate.attachTrigger(clock)
    // Subscribes before the timer is set, so that an element at the time of the timeout comes first.
    upstream.subscribe(inner)
    inner.setTimer()
  }
}

extension PublisherNames {
  /// ``StagedTimeoutPublisher``, under a short name that a client's own type overrides.
  public typealias StagedTimeout<Upstream: Publisher, Context: Scheduler> = StagedTimeoutPublisher<Upstream, Context>

  /// ``StreamTimeoutKind``, under a short name that a client's own type overrides.
  public typealias TimeoutKind = StreamTimeoutKind
}

extension StagedTimeoutPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}

/// Passes elements on until the clock finds a deadline over.
// Sendable: the gate decides which thread calls downstream; the scheduler may be used on any thread.
@usableFromInline
struct StagedTimeoutInner<Downstream: Subscriber, Context: Scheduler>: TriggeredInner, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription
  @usableFromInline let clock: TimeoutClock<Context>
  @usableFromInline let scheduler: Context
  @usableFromInline let error: @Sendable (StreamTimeoutKind) -> Downstream.Failure

  @inlinable
  init(
    downstream: Downstream, gate: TriggeredSubscription, clock: TimeoutClock<Context>, scheduler: Context,
    error: @escaping @Sendable (StreamTimeoutKind) -> Downstream.Failure
  ) {
    (self.downstream, self.gate, self.clock) = (downstream, gate, clock)
    (self.scheduler, self.error) = (scheduler, error)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    var demand = Subscribers.Demand.none
    if gate.beginDelivery() {
      clock.elementArrives(at: scheduler.now)
      setTimer()
      demand = downstream.receive(input)
    }
    if gate.endDelivery() { fail() }
    return demand
  }

  /// Sets a timer, unless one that is early enough is set.
  @inlinable
  func setTimer() {
    guard let (time, ticket) = clock.prepareTimer() else { return }
    let alarm = TimeoutAlarm(inner: self, ticket: ticket)
    let period = scheduler.now.distance(to: time)
    clock.keep(
      scheduler.setAlarm(at: time, period: period, tolerance: nil, options: nil, alarm.ring), ticket: ticket)
  }

  @inlinable
  func fail() {
    if gate.terminate() { downstream.receive(completion: .failure(error(clock.kind))) }
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
@usableFromInline
struct TimeoutAlarm<Downstream: Subscriber, Context: Scheduler>: Sendable {
  @usableFromInline let inner: StagedTimeoutInner<Downstream, Context>
  @usableFromInline let ticket: Int

  @inlinable
  init(inner: StagedTimeoutInner<Downstream, Context>, ticket: Int) {
    (self.inner, self.ticket) = (inner, ticket)
  }

  @inlinable
  @Sendable
  func ring() {
    guard inner.clock.ring(ticket: ticket, at: inner.scheduler.now) else { return inner.setTimer() }
    guard let ended = inner.gate.takeTrigger() else { return }
    ended.cancel()
    if inner.gate.fire() { inner.fail() }
  }
}
