public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Republishes an element, and then drops all others for an interval.
  ///
  ///     upstream      ab-c------d-e---|
  ///     throttleFirst(for: 4, scheduler: scheduler)
  ///     downstream    a---------d-----|
  ///
  /// Unlike `throttle`, it holds nothing back: elements within the interval are dropped.
  ///
  /// - **Demand**: unlimited from upstream; an element without demand is dropped, which is reported to the `DropHook`.
  /// - **Completion**: passed on immediately.
  /// - **Failure**: passed on immediately.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially.
  ///
  /// - Parameters:
  ///   - interval: The time after an element in which others are dropped, in the scheduler's stride: a number of
  ///     seconds, or `.milliseconds(300)`. With zero or less, every element is sent.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of some of the elements.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func throttleFirst<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ThrottleFirst<Self, S> where Output: Sendable {
    ThrottleFirstPublisher(
      upstream: self, interval: interval, scheduler: scheduler, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that republishes an element, and then drops all others for an interval.
@frozen
public struct ThrottleFirstPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The time after an element in which others are dropped.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times and delivers elements.
  public let scheduler: Context

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, site: StreamSite = StreamSite()
  ) {
    self.upstream = upstream
    self.interval = interval
    self.scheduler = scheduler
    self.site = site
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TimedInner(
        "ThrottleFirst", to: subscriber, on: scheduler, options: nil, site: site,
        policy: ThrottlePolicy(interval: scheduler.hasStandingClock ? .zero : interval, choice: .none)))
  }
}

extension PublisherNames {
  /// ``ThrottleFirstPublisher``, under a short name that a client's own type overrides.
  public typealias ThrottleFirst<Upstream: Publisher, Context: Scheduler> = ThrottleFirstPublisher<Upstream, Context>
}

extension ThrottleFirstPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
