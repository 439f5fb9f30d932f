public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Republishes an element, then none for an interval.
  ///
  ///     upstream      ab-c------d-e---|
  ///     throttleFirst(for: 4, scheduler: scheduler)
  ///     downstream    a---------d-----|
  ///
  /// Unlike `throttle`, it holds nothing back: what comes within the interval is left out.
  ///
  /// - **Demand**: upstream is asked for everything; an element that comes without demand is lost.
  /// - **Completion**: passed on at once.
  /// - **Failure**: passed on at once.
  /// - **Threads**: elements and completion are delivered on the scheduler, one after the other.
  ///
  /// - Parameters:
  ///   - interval: For how long nothing is sent after an element, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, every element is sent.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  /// - Returns: A publisher of some of the elements.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func throttleFirst<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Publishers.ThrottleFirst<Self, S> where Output: Sendable {
    Publishers.ThrottleFirst(upstream: self, interval: interval, scheduler: scheduler)
  }
}

/// A publisher that republishes an element, then none for an interval.
@frozen
public struct ThrottleFirstPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// The kind of value that upstream delivers.
  public typealias Output = Upstream.Output

  /// The kind of error that upstream may fail with.
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// For how long nothing is sent after an element.
  public let interval: Context.SchedulerTimeType.Stride

  /// Whose clock decides, and where elements are delivered.
  public let scheduler: Context

  /// Makes a publisher that republishes an element, then none for an interval.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are timed.
  ///   - interval: For how long nothing is sent after an element.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  @inlinable
  public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context) {
    self.upstream = upstream
    self.interval = interval
    self.scheduler = scheduler
  }

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TimedStage(
        "ThrottleFirst", to: subscriber, on: scheduler, options: nil,
        policy: ThrottlePolicy(interval: interval, choice: .none)))
  }
}

extension PublisherNames {
  /// ``ThrottleFirstPublisher``, by the short name that gives way to a type of a client.
  public typealias ThrottleFirst<Upstream: Publisher, Context: Scheduler> = ThrottleFirstPublisher<Upstream, Context>
}

extension ThrottleFirstPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
