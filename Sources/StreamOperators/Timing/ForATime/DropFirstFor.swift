public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements until a time has passed.
  ///
  ///     upstream      -a-b--c-d-|
  ///     dropFirst(for: 5, scheduler: scheduler)
  ///     downstream    ------c-d-|
  ///
  /// - **Demand**: passed upstream, with one more for each element that is dropped.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does; the scheduler's clock is read there until the time has passed, and
  ///   nothing is scheduled.
  ///
  /// - Parameters:
  ///   - interval: The time, in the scheduler's stride, from the subscription. Zero or less: drops nothing.
  ///   - scheduler: The scheduler whose clock is read.
  /// - Returns: A publisher of the elements after that time.
  @inlinable
  @_disfavoredOverload
  public func dropFirst<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Publishers.DropFirstFor<Self, S> {
    DropFirstForPublisher(upstream: self, interval: interval, scheduler: scheduler)
  }
}

/// A publisher that drops the elements of another until a time has passed.
@frozen
public struct DropFirstForPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose first elements are dropped.
  public let upstream: Upstream

  /// The time, from the subscription.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler whose clock is read.
  public let scheduler: Context

  @inlinable
  public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context) {
    (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // `nil` once the time has passed.
    let end = SerialState<Context.SchedulerTimeType?>(
      scheduler.hasStandingClock ? nil : scheduler.now.advanced(by: interval))
    upstream.subscribe(
      SelectingInner("DropFirstFor", to: subscriber) { [scheduler] _ throws(Failure) in
        guard let due = end.value else { return .pass }
        guard due <= scheduler.now else { return .drop }
        end.value = nil
        return .pass
      })
  }
}

extension DropFirstForPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}

extension PublisherNames {
  /// A publisher that drops the elements of another until a time has passed.
  public typealias DropFirstFor<Upstream: Publisher, Context: Scheduler> = DropFirstForPublisher<Upstream, Context>
}
