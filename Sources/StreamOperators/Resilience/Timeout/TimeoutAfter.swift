public import StreamCore
public import StreamParts

extension Publisher {
  /// Fails when a second publisher, created from an element, delivers a value before the next element arrives.
  ///
  ///     upstream      --1--2----   ---3--|
  ///     trigger 1       ^--!
  ///     trigger 2          ^---(x!)
  ///     timeout(after: { _ in trigger.ignoreFailure() }) { MarbleFailure() }
  ///     downstream    --1--2---#
  ///
  /// A trigger that finishes without a value sets no limit. The next element cancels the trigger.
  ///
  /// - **Demand**: passed upstream unchanged. Each trigger is asked for one value.
  /// - **Completion**: passed on; the trigger is cancelled.
  /// - **Failure**: passed on; the trigger is cancelled. At a timeout upstream is cancelled, then the stream fails with
  ///   what `error` returns.
  /// - **Threads**: elements are delivered where upstream delivers, the failure of a timeout where the trigger
  ///   delivers, or after the delivery that is in progress. `trigger` runs after the delivery of its element, `error`
  ///   before its failure, neither under a lock.
  ///
  /// - Parameters:
  ///   - trigger: Returns the publisher that ends the time for the next element.
  ///   - error: Returns the failure of a timeout.
  /// - Returns: A publisher of the same elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func timeout<Trigger: Publisher>(
    after trigger: @escaping @Sendable (Output) -> Trigger, error: @escaping @Sendable () -> Failure
  ) -> Publishers.TimeoutAfter<Self, Trigger> where Trigger.Failure == Never {
    TimeoutAfterPublisher(upstream: self, trigger: trigger, error: error)
  }
}

/// A publisher that fails when a trigger, created from an element of another, fires before the next element.
@frozen
public struct TimeoutAfterPublisher<Upstream: Publisher, Trigger: Publisher>: Publisher, ReleasingPublisher
where Trigger.Failure == Never {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are timed.
  public let upstream: Upstream

  /// Returns the publisher that ends the time for the next element.
  public let trigger: @Sendable (Upstream.Output) -> Trigger

  /// Returns the failure of a timeout.
  public let error: @Sendable () -> Failure

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, trigger: @escaping @Sendable (Upstream.Output) -> Trigger,
    error: @escaping @Sendable () -> Upstream.Failure
  ) {
    (self.upstream, self.trigger, self.error) = (upstream, trigger, error)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let gate = TriggeredSubscription("TimeoutAfter")
    let triggers = SuccessiveTriggers()
    subscriber.receive(subscription: gate)
    gate.attachTrigger(triggers)
    upstream.subscribe(
      TimeoutAfterInner(downstream: subscriber, gate: gate, triggers: triggers, trigger: trigger, error: error))
  }
}

extension PublisherNames {
  /// ``TimeoutAfterPublisher``, under a short name that a client's own type overrides.
  public typealias TimeoutAfter<Upstream: Publisher, Trigger: Publisher> = TimeoutAfterPublisher<Upstream, Trigger>
  where Trigger.Failure == Never
}

extension TimeoutAfterPublisher: Sendable where Upstream: Sendable {}

/// One trigger after the other, as the trigger of a stage: only the newest counts.
@usableFromInline
final class SuccessiveTriggers: StageSubscription, Sendable {
  private let state = Locked(State())

  private struct State {
    var epoch = 0
    var trigger: (any Subscription)?
    var isOver = false
  }

  @usableFromInline
  init() {}

  /// Cancels the trigger, in favour of the next.
  ///
  /// - Returns: The number of the next.
  @usableFromInline
  func next() -> Int {
    let (trigger, epoch) = state.withLock { state in
      state.epoch += 1
      return (state.trigger.take(), state.epoch)
    }
    trigger?.cancel()
    return epoch
  }

  /// Whether no later element has come, and the stream has not ended.
  @usableFromInline
  func isNewest(_ epoch: Int) -> Bool {
    state.withLock { $0.epoch == epoch && !$0.isOver }
  }

  @usableFromInline
  func attach(_ subscription: any Subscription, epoch: Int) {
    let isTaken = state.withLock { state in
      guard state.epoch == epoch, !state.isOver, state.trigger == nil else { return false }
      state.trigger = subscription
      return true
    }
    if isTaken { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  /// Releases a trigger that has ended.
  @usableFromInline
  func finish(_ epoch: Int) {
    let trigger = state.withLock { $0.epoch == epoch ? $0.trigger.take() : nil }
    withExtendedLifetime(trigger) {}
  }

  @usableFromInline var description: String { "TimeoutAfter" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  func cancel() {
    let trigger = state.withLock { state in
      state.isOver = true
      return state.trigger.take()
    }
    trigger?.cancel()
  }
}

/// Passes elements on, and subscribes to a trigger for each.
@usableFromInline
struct TimeoutAfterInner<Trigger: Publisher, Downstream: Subscriber>: TriggeredInner where Trigger.Failure == Never {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let gate: TriggeredSubscription
  @usableFromInline let triggers: SuccessiveTriggers
  @usableFromInline let trigger: @Sendable (Downstream.Input) -> Trigger
  @usableFromInline let error: @Sendable () -> Downstream.Failure

  @inlinable
  init(
    downstream: Downstream, gate: TriggeredSubscription, triggers: SuccessiveTriggers,
    trigger: @escaping @Sendable (Downstream.Input) -> Trigger, error: @escaping @Sendable () -> Downstream.Failure
  ) {
    (self.downstream, self.gate, self.triggers) = (downstream, gate, triggers)
    (self.trigger, self.error) = (trigger, error)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    var demand = Subscribers.Demand.none
    if gate.beginDelivery() {
      let epoch = triggers.next()
      demand = downstream.receive(input)
      // Upstream may have sent the next element from inside the delivery.
      if triggers.isNewest(epoch) {
        trigger(input).subscribe(TimeoutTriggerInner(inner: self, epoch: epoch))
      }
    }
    if gate.endDelivery() { fail() }
    return demand
  }

  @inlinable
  func fail() {
    if gate.terminate() { downstream.receive(completion: .failure(error())) }
  }
}

/// Ends the stream at the first value of the newest trigger.
@usableFromInline
struct TimeoutTriggerInner<Trigger: Publisher, Downstream: Subscriber>: StageSubscriber where Trigger.Failure == Never {
  @usableFromInline typealias Input = Trigger.Output
  @usableFromInline typealias Failure = Never

  @usableFromInline let inner: TimeoutAfterInner<Trigger, Downstream>
  @usableFromInline let epoch: Int

  @inlinable
  init(inner: TimeoutAfterInner<Trigger, Downstream>, epoch: Int) {
    (self.inner, self.epoch) = (inner, epoch)
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: inner.downstream) }

  @usableFromInline var description: String { inner.description }

  @inlinable var combineIdentifier: CombineIdentifier { inner.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    inner.triggers.attach(subscription, epoch: epoch)
  }

  @inlinable
  func receive(_ input: Trigger.Output) -> Subscribers.Demand {
    guard inner.triggers.isNewest(epoch), let ended = inner.gate.takeTrigger() else { return .none }
    ended.cancel()
    if inner.gate.fire() { inner.fail() }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Never>) {
    inner.triggers.finish(epoch)
  }
}
