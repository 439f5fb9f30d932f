public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Delivers elements and the completion on a scheduler.
  ///
  ///     upstream      --1--2--3--|        on any thread
  ///     receive(on: scheduler)
  ///     downstream    ---1--2--3--|       on the scheduler
  ///
  /// What comes after this operator runs on the scheduler; what comes before it is not affected. The order of elements
  /// is kept even on a concurrent queue. Elements that come in faster than they are delivered are moved in batches, and
  /// between two batches the scheduler is free for other work.
  ///
  /// - **Demand**: passed upstream unchanged, on the thread where downstream asks. Elements wait in a queue, which holds
  ///   no more than was asked for.
  /// - **Completion**: delivered on the scheduler, after the elements.
  /// - **Failure**: delivered on the scheduler, after the elements.
  /// - **Threads**: elements and completion are delivered on the scheduler, one after the other; the subscription where
  ///   upstream delivers it. A cancel passes upstream at once, and drops what waits.
  ///
  /// - Parameters:
  ///   - scheduler: Where to deliver.
  ///   - options: What else the scheduler is to observe.
  /// - Returns: A publisher that delivers the same elements on the scheduler.
  @inlinable
  @preconcurrency
  public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> where Output: Sendable {
    // The type has no such constraint, as Combine's has none; on the method it is a warning where the client's code is
    // strict about concurrency, and nothing where it is not.
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers elements and the completion of another on a scheduler.
  @frozen
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are delivered on the scheduler.
    public let upstream: Upstream

    /// Where elements are delivered.
    public let scheduler: Context

    /// What else the scheduler is to observe.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that delivers elements of another on a scheduler.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are delivered.
    ///   - scheduler: Where to deliver.
    ///   - options: What else the scheduler is to observe.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let hop = SchedulerDrain<S, Context>("ReceiveOn", to: scheduler, options: options)
      upstream.subscribe(ReceiveOnInner(downstream: subscriber, hop: hop))
    }
  }
}

extension Publishers.ReceiveOn: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
