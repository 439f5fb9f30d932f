public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Replaces each element by the time since the previous one.
  ///
  ///     upstream      --a---b-c---|
  ///     measureInterval(using: scheduler).map { seconds($0) }
  ///     downstream    --2---4-2---|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does; the scheduler's clock is read there, and nothing is scheduled.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler whose clock is read.
  ///   - options: Ignored, as in Combine.
  /// - Returns: A publisher of durations, in the scheduler's stride; the first counts from the subscription.
  @inlinable
  public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that replaces each element of another by the time since the previous one.
  @frozen
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// A duration.
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// The scheduler whose clock is read.
    public let scheduler: Context

    @inlinable
    public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        MeasuringInner("MeasureInterval", to: subscriber, by: scheduler) { (interval, _: Upstream.Output) in interval })
    }
  }
}

extension Publishers.MeasureInterval: Sendable where Upstream: Sendable, Context: Sendable {}
