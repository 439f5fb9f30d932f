public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Cuts the stream into windows of equal duration, each a publisher.
  ///
  ///     upstream      --1--2--3--4--5--|
  ///     window(every: 6, scheduler: scheduler)
  ///     windows       1-----2-----3----|
  ///     window 1      --1--2|
  ///     window 2            ^-3--4|
  ///     window 3                  ^-5--|
  ///
  /// The first window opens with the subscription, each later one when the one before closes; one may be empty. Its
  /// elements wait for its subscriber. With a `size`, a window closes early once it has that many elements, and a new
  /// interval begins. While `bufferSize` windows wait for downstream's demand, the open one goes on. On an immediate
  /// scheduler the first interval ends at once, and no other does.
  ///
  /// - **Demand**: with `.suspend`, requests `bufferSize` elements from upstream, then one more for each element that
  ///   leaves a window, so full windows without a reader stop the stream. With another policy, requests unlimited
  ///   demand. The elements of a window that its reader has cancelled are skipped.
  /// - **Completion**: finishes the open window after what it holds, and the stream after the windows that wait.
  /// - **Failure**: as the completion.
  /// - **Threads**: windows and their elements are delivered on the scheduler; deliveries to one subscriber never
  ///   overlap, those to readers of two windows may, on a concurrent scheduler. When downstream cancels, the open
  ///   window goes on if it has a subscriber; upstream and the timer are cancelled once that is cancelled, or has
  ///   ended.
  ///
  /// - Parameters:
  ///   - interval: The duration of a window, in the scheduler's stride: more than zero. Anything else traps.
  ///   - size: The greatest number of elements of a window: one or more. Anything else traps.
  ///   - scheduler: The scheduler that times and delivers.
  ///   - bufferSize: The number of elements that all windows may hold together, those that are being delivered
  ///     included: one or more. Anything else traps. No memory is reserved.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of windows.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func window<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, size: Int = .max, scheduler: S, bufferSize: Int = 256,
    whenFull: StreamOverflowPolicy<Failure> = .suspend, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.TimedWindows<Self, S> where Output: Sendable {
    Publishers.TimedWindows(
      upstream: self, interval: interval, size: size, scheduler: scheduler, bufferSize: bufferSize, whenFull: whenFull,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that cuts another into windows of equal duration.
@frozen
public struct TimedWindowsPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// A part of upstream.
  public typealias Output = WindowPublisher<Upstream.Output, Upstream.Failure>
  public typealias Failure = Upstream.Failure

  /// The publisher that is cut.
  public let upstream: Upstream

  /// The time of a window.
  public let interval: Context.SchedulerTimeType.Stride

  /// The greatest number of elements of a window.
  public let size: Int

  /// The scheduler that times and delivers.
  public let scheduler: Context

  /// The number of elements that all windows may hold together.
  public let bufferSize: Int

  /// What happens to an element when the buffer is full.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that cuts another into windows of equal duration.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is cut.
  ///   - interval: The duration of a window: more than zero. Anything else traps.
  ///   - size: The greatest number of elements of a window: one or more. Anything else traps.
  ///   - scheduler: The scheduler that times and delivers.
  ///   - bufferSize: The number of elements that all windows may hold together: one or more. Anything else traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, size: Int, scheduler: Context, bufferSize: Int,
    whenFull: StreamOverflowPolicy<Upstream.Failure>, site: StreamSite
  ) {
    precondition(interval.isPeriod, "The time of a window must be more than nothing: \(interval) (rule 9).")
    precondition(size > 0, "The number of elements of a window must be one or more: \(size) (rule 9).")
    precondition(bufferSize > 0, "Windows must be able to hold one element or more: \(bufferSize) (rule 9).")
    self.upstream = upstream
    self.interval = interval
    self.size = size
    self.scheduler = scheduler
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    typealias Hopping = HoppingSubscriber<S>
    let bounds = InletBounds("TimedWindows", bufferSize: bufferSize, whenFull: whenFull, site: site)
    let hop = SchedulerHop(scheduler)
    let source = WindowEventSource<Upstream.Output, Hopping>()
    let clock = WindowClock<Upstream.Output, Hopping, Context>(scheduler: scheduler, interval: interval)
    let inner = WindowEventInner(
      cutter: WindowCutter(
        InletHub(bounds, waitingCount: bufferSize, hop: hop, to: Hopping(subscriber, hop)), size: size,
        opensWithElement: false),
      source: source, clock: clock)
    let delivery = WindowEventDelivery("TimedWindows", WindowEventPolicy(bounds), to: inner)
    source.delivery = delivery
    clock.delivery = delivery
    delivery.begin()
    delivery.subscribe(
      WindowSideInner<Upstream.Output, Upstream.Output, Hopping>(delivery: delivery, origin: UpstreamKey()) {
        .element($0)
      }, to: upstream)
  }
}

extension PublisherNames {
  /// ``TimedWindowsPublisher``, under a short name that a client's own type overrides.
  public typealias TimedWindows<Upstream: Publisher, Context: Scheduler> = TimedWindowsPublisher<Upstream, Context>
}

extension TimedWindowsPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
