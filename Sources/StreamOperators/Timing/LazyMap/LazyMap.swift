public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher where Output: Sendable {
  /// Transforms elements on a scheduler, and skips an element if a newer one arrives before its transform starts.
  ///
  ///     upstream      -123---4---|
  ///     lazyMap(on: queue) { $0 * 2 }
  ///     downstream    ---6-----8---|
  ///
  /// Use it if only the newest result matters, such as for a screen. A running transform is not interrupted.
  ///
  /// - **Demand**: upstream receives unlimited demand. Only the newest element is held, and it is transformed when
  ///   there is demand.
  /// - **Completion**: delivered on the scheduler, after the element that waits.
  /// - **Failure**: delivered on the scheduler, after the element that waits.
  /// - **Threads**: `transform` runs on the scheduler, and delivers there, one element at a time; never under a lock.
  ///   Elements arrive from any thread.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that transforms and delivers.
  ///   - options: Options for the scheduler.
  ///   - transform: Transforms an element.
  /// - Returns: A publisher of the transformed elements.
  @inlinable
  @_disfavoredOverload
  @preconcurrency
  public func lazyMap<S: Scheduler, T>(
    on scheduler: S, options: S.SchedulerOptions? = nil, _ transform: @escaping @Sendable (Output) -> T
  ) -> Publishers.LazyMap<Self, S, T> {
    LazyMapPublisher(upstream: self, scheduler: scheduler, options: options, transform: transform)
  }
}

/// A publisher that transforms the newest elements of another on a scheduler.
@frozen
public struct LazyMapPublisher<Upstream: Publisher, Context: Scheduler, Output>: Publisher, ReleasingPublisher
where Upstream.Output: Sendable {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// The scheduler that transforms and delivers.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Transforms an element.
  public let transform: @Sendable (Upstream.Output) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions? = nil,
    transform: @escaping @Sendable (Upstream.Output) -> Output
  ) {
    (self.upstream, self.scheduler, self.options, self.transform) = (upstream, scheduler, options, transform)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let stage = LazyMapStage<Upstream.Output, S, Context>(scheduler: scheduler, options: options)
    upstream.subscribe(LazyMapInner(downstream: subscriber, transform: transform, stage: stage))
  }
}

extension LazyMapPublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}

/// The subscriber that faces upstream.
@usableFromInline
struct LazyMapInner<Input: Sendable, Downstream: Subscriber, Context: Scheduler>: InnerSubscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: @Sendable (Input) -> Downstream.Input
  @usableFromInline let stage: LazyMapStage<Input, Downstream, Context>

  @inlinable
  init(
    downstream: Downstream, transform: @escaping @Sendable (Input) -> Downstream.Input,
    stage: LazyMapStage<Input, Downstream, Context>
  ) {
    (self.downstream, self.transform, self.stage) = (downstream, transform, stage)
  }

  @usableFromInline var description: String { stage.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream, "stage": stage] }

  @inlinable var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.attach(subscription, target: (downstream, transform)) else { return subscription.cancel() }
    downstream.receive(subscription: stage)
    stage.begin()
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    stage.offer(input)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    stage.complete(completion)
  }
}

extension PublisherNames {
  /// A publisher that transforms the newest elements of another on a scheduler.
  public typealias LazyMap<Upstream: Publisher, Context: Scheduler, Output> = LazyMapPublisher<
    Upstream, Context, Output
  > where Upstream.Output: Sendable
}
