public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Delivers elements and the completion on a scheduler.
  ///
  ///     upstream      -12-   --3---|
  ///     receive(on: queue)
  ///     downstream    ---(12)----3---|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let queue = TestScheduler()
  /// let cancellable = ["logo.png", "photo.png"].publisher
  ///   .receive(on: queue)
  ///   .sink { print("Show", $0) }
  /// print("subscribed")
  /// queue.advance(by: 0)
  /// ```
  ///
  /// Use it to handle elements on another scheduler than upstream's: on the main queue for a view, on a queue of your
  /// own for work. Only what stands behind it runs on the scheduler; to do the work of upstream elsewhere, use
  /// `subscribe(on:options:)`. Elements arrive asynchronously, even if upstream already runs on that scheduler.
  ///
  /// Stages after this operator run on the scheduler; stages before it are not affected. Elements stay in order even on
  /// a concurrent queue. Elements that arrive faster than they are delivered are moved in batches, and between two
  /// batches the scheduler can run other work.
  ///
  /// - **Demand**: passed upstream unchanged, on the requesting thread; it bounds the queue of undelivered elements.
  /// - **Completion**: delivered on the scheduler, after the elements.
  /// - **Failure**: delivered on the scheduler, after the elements.
  /// - **Threads**: elements and completion are delivered on the scheduler, serially; the subscription where upstream
  ///   delivers it. A cancel is passed upstream immediately, and drops queued elements.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher that delivers the same elements on the scheduler.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements that wait for the scheduler, at most the demand;
  ///   O(1) for each.
  @inlinable
  @preconcurrency
  public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> where Output: Sendable {
    // The type has no `Sendable` constraint, as Combine's has none; on this method, it is a warning for clients with
    // strict concurrency checking, and nothing for others.
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers elements and the completion of another on a scheduler.
  @frozen
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are delivered on the scheduler.
    public let upstream: Upstream

    /// The scheduler that delivers elements.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let drain = SchedulerDrain<S, Context>("ReceiveOn", to: scheduler, options: options)
      upstream.subscribe(ReceiveOnInner(downstream: subscriber, drain: drain))
    }
  }
}

extension Publishers.ReceiveOn: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
