public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Subscribes to, requests from, and cancels upstream on a scheduler.
  ///
  ///     upstream        ^1-2--3|
  ///     subscribe(on: queue)
  ///     downstream    ---1-2--3|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let queue = TestScheduler()
  /// let cancellable = Deferred {
  ///   print("read the file")
  ///   return Just("its text")
  /// }
  /// .subscribe(on: queue)
  /// .sink { print($0) }
  /// print("subscribed")
  /// queue.advance(by: 0)
  /// ```
  ///
  /// Use it to start work that blocks, such as reading a file, away from the thread that subscribes. It chooses where
  /// upstream is subscribed to, not where elements arrive: that is `receive(on:options:)`. A subject sends where `send`
  /// is called, whatever the scheduler.
  ///
  /// Elements and the completion do not hop: they are delivered where upstream delivers them. A publisher that delivers
  /// synchronously on request, as a sequence does, will do so on the scheduler; one with a thread of its own will not.
  /// Use `receive(on:options:)` to choose where elements are delivered.
  ///
  /// - **Demand**: summed, and passed upstream on the scheduler; demand returned by downstream's `receive(_:)`,
  ///   immediately.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: upstream is subscribed to, requested from, and cancelled on the scheduler. Even on a concurrent
  ///   queue it is subscribed to first, and requests do not overlap; a cancel may overlap a request. Downstream
  ///   receives its subscription immediately; if it cancels before the scheduler runs, upstream is never subscribed to.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that subscribes, requests and cancels.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher that uses upstream on the scheduler.
  @inlinable
  public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that subscribes to, requests from, and cancels another on a scheduler.
  @frozen
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that is used on the scheduler.
    public let upstream: Upstream

    /// The scheduler that subscribes, requests and cancels.
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
      let subscription = SubscribeOnSubscription(to: scheduler, options: options)
      subscription.handOver(to: subscriber) { [upstream] in
        upstream.subscribe(Inner(downstream: subscriber, subscription: subscription))
      }
    }
  }
}

extension Publishers.SubscribeOn: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}

extension Publishers.SubscribeOn {
  @usableFromInline
  struct Inner<Downstream: Subscriber>: InnerSubscriber
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let subscription: SubscribeOnSubscription<Context>

    @inlinable
    init(downstream: Downstream, subscription: SubscribeOnSubscription<Context>) {
      self.downstream = downstream
      self.subscription = subscription
    }

    @usableFromInline var description: String { subscription.description }

    @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
      ["downstream": downstream, "subscription": subscription]
    }

    @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription.attach(subscription)
    }

    @inlinable @inline(__always)
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      guard subscription.isActive else {
        subscription.cancelUpstreamInsideRequest()
        return .none
      }
      return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      guard subscription.terminate() else { return }
      downstream.receive(completion: completion)
    }
  }
}
