public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Republishes an element after a silence, or when upstream finishes.
  ///
  ///     upstream      -a-b-c------d-e-|
  ///     debounceKeepingLast(for: 3, scheduler: scheduler)
  ///     downstream    --------c-------(e|)
  ///
  /// Unlike `debounce`, it keeps the last element when upstream finishes: a search field that closes still searches for
  /// the text typed last.
  ///
  /// - **Demand**: unlimited from upstream; an element due without demand is dropped, which is reported to the
  ///   `DropHook`.
  /// - **Completion**: delivered in the next turn of the scheduler, after the pending element if there is one.
  /// - **Failure**: delivered in the next turn of the scheduler; a pending element is dropped.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially.
  ///
  /// It never holds more than one element and one timer.
  ///
  /// - Parameters:
  ///   - dueTime: The silence required after an element, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, an element is sent in the scheduler's next turn, unless another
  ///     arrives first.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements followed by a silence or the finish.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func debounceKeepingLast<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.DebounceKeepingLast<Self, S> where Output: Sendable {
    DebounceKeepingLastPublisher(
      upstream: self, dueTime: dueTime, scheduler: scheduler, options: options,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that republishes an element after a silence, or when upstream finishes.
@frozen
public struct DebounceKeepingLastPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// The silence required after an element.
  public let dueTime: Context.SchedulerTimeType.Stride

  /// The scheduler that times and delivers elements.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  public init(
    upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
    options: Context.SchedulerOptions?, site: StreamSite = StreamSite()
  ) {
    self.upstream = upstream
    self.dueTime = dueTime
    self.scheduler = scheduler
    self.options = options
    self.site = site
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TimedInner(
        "DebounceKeepingLast", to: subscriber, on: scheduler, options: options, site: site,
        policy: DebouncePolicy(quiet: dueTime, keepsLast: true)))
  }
}

extension PublisherNames {
  /// ``DebounceKeepingLastPublisher``, under a short name that a client's own type overrides.
  public typealias DebounceKeepingLast<Upstream: Publisher, Context: Scheduler> = DebounceKeepingLastPublisher<
    Upstream, Context
  >
}

extension DebounceKeepingLastPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
