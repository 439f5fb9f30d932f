public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Cancels upstream on a scheduler.
  ///
  ///     upstream      -1-2-3!
  ///     record("downstream", upstream.cancel(on: queue), at: 1, cancelAt: 5)
  ///     downstream    -1-2!
  ///
  /// Use it if cancelling takes time, or must happen on a particular queue.
  ///
  /// - **Demand**: passed upstream unchanged, on the requesting thread.
  /// - **Completion**: passed on.
  /// - **Failure**: passed on.
  /// - **Threads**: elements are delivered where upstream delivers. After a cancel, nothing more is delivered. One
  ///   block of the scheduler cancels upstream, and retains its subscription until then.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that cancels.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @_disfavoredOverload
  public func cancel<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.CancelOn<Self, S> {
    CancelOnPublisher(upstream: self, scheduler: scheduler, options: options)
  }
}

/// A publisher that cancels another on a scheduler.
@frozen
public struct CancelOnPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is cancelled on the scheduler.
  public let upstream: Upstream

  /// The scheduler that cancels.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  @inlinable
  public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions? = nil) {
    (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(CancelOnInner(downstream: subscriber, scheduler: scheduler, options: options))
  }
}

extension CancelOnPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}

/// Passes elements on until the end, or a cancel.
@usableFromInline
struct CancelOnInner<Downstream: Subscriber, Context: Scheduler>: TerminatingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("CancelOn")
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable
  init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
    (self.downstream, self.scheduler, self.options) = (downstream, scheduler, options)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    downstream.receive(
      subscription: CancelOnSubscription(upstream: upstream, scheduler: scheduler, options: options))
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    upstream.isActive ? downstream.receive(input) : .none
  }
}

/// The subscription of downstream: its cancel ends the stream at once, and cancels upstream on the scheduler.
// Sendable: a scheduler may be used on any thread; `options` is only read.
@usableFromInline
final class CancelOnSubscription<Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable
  init(upstream: UpstreamSubscription, scheduler: Context, options: Context.SchedulerOptions?) {
    (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options)
  }

  @usableFromInline var description: String { upstream.description }

  @inlinable var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable
  func cancel() {
    guard let ended = upstream.terminate() else { return }
    scheduler.schedule(options: options, ScheduledCancel(subscription: ended).run)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }
}

/// The work of the block.
// Sendable: a subscription may be cancelled on any thread.
@usableFromInline
struct ScheduledCancel: @unchecked Sendable {
  @usableFromInline let subscription: SubscriptionObject

  @inlinable
  init(subscription: SubscriptionObject) {
    self.subscription = subscription
  }

  @inlinable
  @Sendable
  func run() {
    subscription.cancel()
  }
}

extension PublisherNames {
  /// A publisher that cancels another on a scheduler.
  public typealias CancelOn<Upstream: Publisher, Context: Scheduler> = CancelOnPublisher<Upstream, Context>
}
