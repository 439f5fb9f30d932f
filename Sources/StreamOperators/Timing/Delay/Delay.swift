public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Delays elements and the completion.
  ///
  ///     upstream      -a-bc---d|
  ///     delay(for: 3, scheduler: scheduler)
  ///     downstream    ----a-bc---d|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let cancellable = ["ready", "steady", "go"].publisher
  ///   .delay(for: 3, scheduler: scheduler)
  ///   .sink { print($0, "at", scheduler.now) }
  /// scheduler.advance(by: 5)
  /// ```
  ///
  /// Use it to delay every element by the same time. It shifts elements, and does not space them: those that arrive
  /// together are delivered together. To subscribe later, use `delaySubscription`.
  ///
  /// - **Demand**: passed upstream unchanged; it bounds the queue of delayed elements.
  /// - **Completion**: delayed like an element.
  /// - **Failure**: delayed like an element, so that a downstream `retry` pauses between its attempts.
  /// - **Threads**: elements and completion are delivered on the scheduler, in order; the subscription without delay.
  ///
  /// Delayed elements are queued behind one timer; those due together are delivered together. On an immediate scheduler
  /// everything is delivered immediately.
  ///
  /// - Parameters:
  ///   - interval: The delay, in the scheduler's stride: a number of seconds, or `.milliseconds(300)`. With zero or
  ///     less, everything is delivered in the scheduler's next turn.
  ///   - tolerance: The acceptable additional delay; by default, the scheduler's minimum.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the same elements, delayed.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements that wait for their time, at most the demand;
  ///   O(1) for each.
  @inlinable
  @preconcurrency
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> where Output: Sendable {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// A publisher that delays elements and the completion of another.
  @frozen
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// The delay of elements and the completion.
    public let interval: Context.SchedulerTimeType.Stride

    /// The acceptable additional delay.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// The scheduler that times and delivers elements.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedInner(
          "Delay", to: subscriber, on: scheduler, tolerance: tolerance, options: options,
          policy: DelayPolicy(interval: interval)))
    }
  }
}

extension Publishers.Delay: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
