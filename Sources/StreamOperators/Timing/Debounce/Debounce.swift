public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Republishes an element after a silence.
  ///
  ///     upstream      -a-b-c------d-e-|
  ///     debounce(for: 3, scheduler: scheduler)
  ///     downstream    --------c-------|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let query = PassthroughSubject<String, Never>()
  /// let cancellable = query
  ///   .debounce(for: .milliseconds(300), scheduler: scheduler)
  ///   .sink { print("Search for", $0) }
  /// for text in ["s", "sw", "swi"] {
  ///   query.send(text)
  ///   scheduler.advance(by: .milliseconds(100))
  /// }
  /// scheduler.advance(by: .milliseconds(200))
  /// ```
  ///
  /// Use it to wait until somebody stops: typing, scrolling, resizing. While elements keep coming it sends nothing; use
  /// `throttle` for regular updates. A pending element is dropped when upstream finishes; `debounceKeepingLast` sends
  /// it.
  ///
  /// - **Demand**: unlimited from upstream; an element due without demand is dropped.
  /// - **Completion**: delivered immediately; a pending element is dropped, as in Combine; `debounceKeepingLast` sends
  ///   it.
  /// - **Failure**: delivered immediately; a pending element is dropped.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially.
  ///
  /// It never holds more than one element and one timer. On an immediate scheduler every element is sent immediately.
  ///
  /// - Parameters:
  ///   - dueTime: The silence required after an element, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, an element is sent in the scheduler's next turn, unless another
  ///     arrives first.
  ///   - scheduler: The scheduler that times and delivers elements.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the elements that were followed by silence.
  @inlinable
  @preconcurrency
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> where Output: Sendable {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that republishes an element after a silence.
  @frozen
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
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

    @inlinable
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedInner(
          "Debounce", to: subscriber, on: scheduler, options: options,
          policy: DebouncePolicy(quiet: dueTime)))
    }
  }
}

extension Publishers.Debounce: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
