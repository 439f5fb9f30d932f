public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Republishes at most one element in each interval.
  ///
  ///     upstream      ab-c------d-e---|
  ///     throttle(for: 4, scheduler: scheduler, latest: true)
  ///     downstream    a---c-----d---e-|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let position = PassthroughSubject<Int, Never>()
  /// let cancellable = position
  ///   .throttle(for: 5, scheduler: scheduler, latest: true)
  ///   .sink { print("Position", $0, "at", scheduler.now) }
  /// for metre in 1...12 {
  ///   position.send(metre)
  ///   scheduler.advance(by: 1)
  /// }
  /// ```
  ///
  /// Use it to limit how often a fast stream is handled: positions, progress, readings. It passes elements while they
  /// keep coming; to wait until they have stopped, use `debounce`. With `latest: false` the oldest of an interval is
  /// sent at its end, not the newest.
  ///
  /// The first element is handed to the scheduler immediately, and so is one that arrives after an interval without
  /// any; the interval starts when the scheduler runs the block that sends it. Until then a newer element replaces it,
  /// or is dropped if `latest` is `false`: `[1, 2, 3].publisher`, throttled on the queue that subscribes to it, gives 3
  /// or 1. Of the elements within an interval one is sent at its end, which starts the next. An element at the very end
  /// still belongs to the interval if it arrives before the timer fires.
  ///
  /// On an immediate scheduler every element is sent immediately, because an interval ends immediately.
  ///
  /// - **Demand**: unlimited from upstream; an element due without demand is dropped.
  /// - **Completion**: delivered after the pending element if there is one, otherwise immediately.
  /// - **Failure**: delivered after the pending element if there is one, otherwise immediately.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two elements, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, every element starts an interval.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - latest: Whether the newest element of an interval is sent at its end, rather than the oldest.
  /// - Returns: A publisher of some of the elements.
  @inlinable
  @preconcurrency
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> where Output: Sendable {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher that republishes at most one element in each interval.
  @frozen
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// The minimum time between two elements.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler that times and delivers elements.
    public let scheduler: Context

    /// Whether the newest element of an interval is sent at its end, rather than the oldest.
    public let latest: Bool

    @inlinable
    public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedInner(
          "Throttle", to: subscriber, on: scheduler, options: nil,
          policy: ThrottlePolicy(interval: interval, choice: latest ? .newest : .oldest)))
    }
  }
}

extension Publishers.Throttle: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
