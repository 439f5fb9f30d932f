public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Ends the stream after an interval without elements.
  ///
  ///     upstream      -a--b--------c--|
  ///     timeout(4, scheduler: scheduler)
  ///     downstream    -a--b---|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// struct NoAnswer: Error {}
  /// let scheduler = TestScheduler()
  /// let answer = PassthroughSubject<String, NoAnswer>()
  /// let cancellable = answer
  ///   .timeout(5, scheduler: scheduler, customError: { NoAnswer() })
  ///   .replaceError(with: "No answer")
  ///   .sink { print($0, "at", scheduler.now) }
  /// scheduler.advance(by: 5)
  /// ```
  ///
  /// Use it to stop waiting for a source that has fallen silent. Without `customError` the stream finishes, as if
  /// upstream had. The interval starts again with each element: it bounds the silence, not the whole stream.
  ///
  /// The interval starts with the subscription, and again with each element. On an immediate scheduler it ends
  /// immediately: the stream ends with its subscription.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on; at the end of the interval, the stream finishes and upstream is cancelled.
  /// - **Failure**: passed on; with `customError`, the stream fails at the end of the interval.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially; `customError` runs there too,
  ///   never under a lock.
  ///
  /// - Parameters:
  ///   - interval: The longest silence of upstream, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, the stream ends in the scheduler's next turn.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  ///   - customError: Returns the failure of a timeout; without it, the stream finishes.
  /// - Returns: A publisher of the same elements that ends when upstream is silent.
  @inlinable
  @preconcurrency
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> where Output: Sendable {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// A publisher that ends when another has been silent for an interval.
  @frozen
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// The longest silence of upstream.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler that times and delivers elements.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Returns the failure of a timeout; without it, the stream finishes.
    public let customError: (@Sendable () -> Failure)?

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (@Sendable () -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedInner(
          "Timeout", to: subscriber, on: scheduler, options: options,
          policy: TimeoutPolicy(interval: interval, makeFailure: customError)))
    }
  }
}

extension Publishers.Timeout: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
