public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher where Output: Sendable {
  /// Delivers the newest element at regular intervals, unless it has already been delivered.
  ///
  ///     upstream      -ab----c--d|
  ///     sample(every: 3, scheduler: scheduler)
  ///     downstream    ---b-----c-|
  ///
  /// - **Demand**: upstream receives unlimited demand. Only the newest element is held; at a tick without demand, it
  ///   keeps waiting.
  /// - **Completion**: delivered on the scheduler at once, without the element that waits; to keep it, use
  ///   `throttle(for:scheduler:latest:)`.
  /// - **Failure**: delivered on the scheduler at once.
  /// - **Threads**: delivers on the scheduler. Elements arrive from any thread.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, in the scheduler's stride, counted from the subscription; more than
  ///     zero, or the call traps. A tick that is late by an interval or more is one tick. On an immediate scheduler
  ///     each element is delivered as it arrives.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the newest element at each tick.
  @inlinable
  @_disfavoredOverload
  public func sample<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SampleEvery<Self, S> {
    SampleEveryPublisher(upstream: self, interval: interval, scheduler: scheduler, options: options)
  }
}

/// A publisher that delivers the newest element of another at regular intervals.
@frozen
public struct SampleEveryPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher
where Upstream.Output: Sendable {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are sampled.
  public let upstream: Upstream

  /// The time between two ticks.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times and delivers elements.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Creates a publisher that delivers the newest element of another at regular intervals.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are sampled.
  ///   - interval: The time between two ticks: more than zero, or the call traps.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  @inlinable
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) {
    precondition(interval.isPeriod, "Samples are taken at an interval of more than zero: \(interval)")
    (self.upstream, self.interval, self.scheduler, self.options) = (upstream, interval, scheduler, options)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TimedInner(
        "SampleEvery", to: subscriber, on: scheduler, options: options, policy: SamplePolicy(interval: interval)))
  }
}

extension SampleEveryPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

extension PublisherNames {
  /// A publisher that delivers the newest element of another at regular intervals.
  public typealias SampleEvery<Upstream: Publisher, Context: Scheduler> = SampleEveryPublisher<Upstream, Context>
  where Upstream.Output: Sendable
}
