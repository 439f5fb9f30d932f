public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Republishes an element once nothing has come after it for a while, or once upstream finishes.
  ///
  ///     upstream      -a-b-c-----d-|
  ///     debounceKeepingLast(for: 3, scheduler: scheduler)
  ///     downstream    --------c----(d|)
  ///
  /// Unlike `debounce`, it loses nothing when upstream finishes: a search field that closes still searches for what was
  /// typed last.
  ///
  /// - **Demand**: upstream is asked for everything; an element whose time comes without demand is lost.
  /// - **Completion**: delivered at once, after the element that waits, if one does.
  /// - **Failure**: delivered at once; an element that still waits is lost.
  /// - **Threads**: elements and completion are delivered on the scheduler, one after the other.
  ///
  /// One element is held, whatever the rate, and one timer.
  ///
  /// - Parameters:
  ///   - dueTime: How long nothing must come, in the scheduler's stride: a number of seconds, or `.milliseconds(300)`. With
  ///     zero or less, an element is sent in the scheduler's next turn, unless another comes before.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  ///   - options: What else the scheduler is to observe.
  /// - Returns: A publisher of the elements that were followed by silence.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func debounceKeepingLast<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.DebounceKeepingLast<Self, S> where Output: Sendable {
    Publishers.DebounceKeepingLast(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

/// A publisher that republishes an element once nothing has come after it for a while, or once upstream finishes.
@frozen
public struct DebounceKeepingLastPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// The kind of value that upstream delivers.
  public typealias Output = Upstream.Output

  /// The kind of error that upstream may fail with.
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// How long nothing must come.
  public let dueTime: Context.SchedulerTimeType.Stride

  /// Whose clock decides, and where elements are delivered.
  public let scheduler: Context

  /// What else the scheduler is to observe.
  public let options: Context.SchedulerOptions?

  /// Makes a publisher that waits for silence, or for the finish.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are timed.
  ///   - dueTime: How long nothing must come.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  ///   - options: What else the scheduler is to observe.
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

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TimedStage(
        "DebounceKeepingLast", to: subscriber, on: scheduler, options: options,
        policy: DebouncePolicy(quiet: dueTime, keepsLast: true)))
  }
}

extension PublisherNames {
  /// ``DebounceKeepingLastPublisher``, by the short name that gives way to a type of a client.
  public typealias DebounceKeepingLast<Upstream: Publisher, Context: Scheduler> = DebounceKeepingLastPublisher<
    Upstream, Context
  >
}

extension DebounceKeepingLastPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
