public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the time since the previous one.
  ///
  ///     upstream      -a--b|
  ///     withInterval(by: scheduler).map { "\($0.value) after \(seconds($0.interval))" }
  ///     downstream    -A--B|
  ///     A = a after 1, B = b after 3
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does; the scheduler's clock is read there, and nothing is scheduled.
  ///
  /// - Parameter scheduler: The scheduler whose clock is read.
  /// - Returns: A publisher of intervals, in the scheduler's stride, with the elements; the first counts from the
  ///   subscription.
  @inlinable
  @_disfavoredOverload
  public func withInterval<S: Scheduler>(by scheduler: S) -> Publishers.WithInterval<Self, S> {
    WithIntervalPublisher(upstream: self, scheduler: scheduler)
  }
}

/// A publisher that pairs each element of another with the time since the previous one.
@frozen
public struct WithIntervalPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// An element with the time since the previous one.
  public typealias Output = (interval: Context.SchedulerTimeType.Stride, value: Upstream.Output)
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The scheduler whose clock is read.
  public let scheduler: Context

  @inlinable
  public init(upstream: Upstream, scheduler: Context) {
    (self.upstream, self.scheduler) = (upstream, scheduler)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      MeasuringInner("WithInterval", to: subscriber, by: scheduler) { (interval, input: Upstream.Output) in
        (interval: interval, value: input)
      })
  }
}

extension WithIntervalPublisher: Sendable where Upstream: Sendable, Context: Sendable {}

extension PublisherNames {
  /// A publisher that pairs each element of another with the time since the previous one.
  public typealias WithInterval<Upstream: Publisher, Context: Scheduler> = WithIntervalPublisher<Upstream, Context>
}
