public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publishers {
  /// Delivers the numbers 0, 1, 2 and so on at regular intervals.
  ///
  ///     Publishers.interval(3, after: 1, scheduler: scheduler)
  ///     downstream    -0--1--2--3--4
  ///
  /// Each subscription has a timer of its own. Ticks are timed from the first tick, not from the previous one, so they
  /// do not drift. If a tick is late by an interval or more, only one is delivered, with the newest number.
  ///
  /// - **Demand**: the first request starts the timer. A tick without demand is dropped and reported to the `DropHook`,
  ///   and its number is skipped.
  /// - **Completion**: never.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the scheduler, serially. If ticks arrive during a delivery, only the newest of them is
  ///   delivered after it.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, in the scheduler's stride: more than zero, or the call traps.
  ///   - first: The time from the first request to the first tick; by default `interval`. With zero or less, the first
  ///     tick is delivered as soon as the scheduler runs the work.
  ///   - tolerance: How much later a tick may come; by default the scheduler's minimum.
  ///   - scheduler: The scheduler that times and delivers the ticks.
  ///   - options: Options for the scheduler.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the numbers of the ticks.
  @inlinable
  @_disfavoredOverload
  public static func interval<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, after first: S.SchedulerTimeType.Stride? = nil,
    tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S, options: S.SchedulerOptions? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Interval<S> {
    IntervalPublisher(
      interval: interval, after: first, tolerance: tolerance, scheduler: scheduler, options: options,
      site: StreamSite(fileID: fileID, line: line))
  }

  /// Delivers the numbers 0, 1, 2 and so on at regular intervals of the continuous clock.
  ///
  ///     Publishers.interval(.seconds(3), after: .seconds(1))
  ///     downstream    -0--1--2--3--4
  ///
  /// It is `interval(_:after:tolerance:scheduler:options:)` with a `ClockScheduler` of its own. Pass the scheduler of a
  /// test where time matters.
  ///
  /// - **Demand**: the first request starts the timer. A tick without demand is dropped and reported to the `DropHook`,
  ///   and its number is skipped.
  /// - **Completion**: never.
  /// - **Failure**: never.
  /// - **Threads**: delivers in a task that belongs to no actor, serially.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks: more than zero, or the call traps.
  ///   - first: The time from the first request to the first tick; by default `interval`.
  ///   - tolerance: How much later a tick may come; by default the clock's resolution.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the numbers of the ticks.
  @_disfavoredOverload
  public static func interval(
    _ interval: Duration, after first: Duration? = nil, tolerance: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Publishers.Interval<ClockScheduler<ContinuousClock>> {
    .init(
      interval: NanosecondStride(clamping: interval), after: first.map { NanosecondStride(clamping: $0) },
      tolerance: tolerance.map { NanosecondStride(clamping: $0) }, scheduler: ClockScheduler(ContinuousClock()),
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher of numbers, at regular intervals.
@frozen
public struct IntervalPublisher<Context: Scheduler>: Publisher {
  /// The number of a tick, from 0.
  public typealias Output = Int

  /// Never.
  public typealias Failure = Never

  /// The time between two ticks.
  public let interval: Context.SchedulerTimeType.Stride

  /// The time from the first request to the first tick.
  public let first: Context.SchedulerTimeType.Stride

  /// How much later a tick may come.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// The scheduler that times and delivers the ticks.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Where the publisher was written.
  public let site: StreamSite

  /// Creates a publisher of numbers, at regular intervals.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks: more than zero, or the call traps.
  ///   - first: The time from the first request to the first tick; by default `interval`.
  ///   - tolerance: How much later a tick may come; by default the scheduler's minimum.
  ///   - scheduler: The scheduler that times and delivers the ticks.
  ///   - options: Options for the scheduler.
  ///   - site: Where the publisher was written, for the report of a drop.
  @inlinable
  public init(
    interval: Context.SchedulerTimeType.Stride, after first: Context.SchedulerTimeType.Stride? = nil,
    tolerance: Context.SchedulerTimeType.Stride? = nil, scheduler: Context,
    options: Context.SchedulerOptions? = nil, site: StreamSite = StreamSite()
  ) {
    precondition(interval.isPeriod, "Ticks come at an interval of more than zero: \(interval)")
    (self.interval, self.first, self.tolerance) = (interval, max(first ?? interval, .zero), tolerance)
    (self.scheduler, self.options, self.site) = (scheduler, options, site)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = IntervalDelivery<S, Context>("Interval", IntervalPolicy(interval: interval), to: subscriber)
    delivery.begin()
    delivery.attach(IntervalTicker(delivery: delivery, publisher: self), from: UpstreamKey())
  }
}

extension IntervalPublisher: Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable {}

@usableFromInline
typealias IntervalDelivery<Downstream: Subscriber<Int, Never>, Context: Scheduler> = SerialDelivery<
  IntervalPolicy<Context.SchedulerTimeType>, Downstream
>

/// The timer of a subscription, as its upstream: the policy makes one request, which starts it.
// Sendable: the timer is behind the lock of its handle; everything else is immutable, and a scheduler may be used on
// any thread.
@usableFromInline
final class IntervalTicker<Downstream: Subscriber<Int, Never>, Context: Scheduler>: StageSubscription,
  @unchecked Sendable
{
  @usableFromInline let delivery: IntervalDelivery<Downstream, Context>
  @usableFromInline let publisher: IntervalPublisher<Context>
  @usableFromInline let handle = AlarmHandle()

  @inlinable
  init(delivery: IntervalDelivery<Downstream, Context>, publisher: IntervalPublisher<Context>) {
    (self.delivery, self.publisher) = (delivery, publisher)
  }

  @usableFromInline var description: String { "Interval" }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    let scheduler = publisher.scheduler
    let first = scheduler.now.advanced(by: publisher.first)
    delivery.state.withLock { $0.policy.due = first }
    let tick = IntervalTick<Downstream, Context>(delivery: delivery, publisher: publisher)
    handle.keep(
      scheduler.schedule(
        after: first, interval: publisher.interval, tolerance: publisher.tolerance ?? scheduler.minimumTolerance,
        options: publisher.options, tick.ring))
  }

  @inlinable
  func cancel() {
    handle.cancel()
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the delivery decides which thread calls downstream; a scheduler may be used on any thread.
@usableFromInline
struct IntervalTick<Downstream: Subscriber<Int, Never>, Context: Scheduler>: @unchecked Sendable {
  @usableFromInline let delivery: IntervalDelivery<Downstream, Context>
  @usableFromInline let publisher: IntervalPublisher<Context>

  @inlinable
  init(delivery: IntervalDelivery<Downstream, Context>, publisher: IntervalPublisher<Context>) {
    (self.delivery, self.publisher) = (delivery, publisher)
  }

  @inlinable
  @Sendable
  func ring() {
    let now = publisher.scheduler.now
    _ = delivery.receive(from: UpstreamKey()) {
      DropHook.reportBeyondDemand(delivery.description, at: publisher.site)
    } combine: {
      $0.tick(at: now)
    }
  }
}

extension PublisherNames {
  /// A publisher of numbers, at regular intervals.
  public typealias Interval<Context: Scheduler> = IntervalPublisher<Context>
}
