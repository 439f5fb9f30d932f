public import StreamCore
public import StreamParts

/// The subscriber of a stage with an asynchronous closure.
@usableFromInline
final class AsyncMapInner<Input: Sendable, Failure: Error, Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Tasks = ClosureTasks<Input, Downstream>
  @usableFromInline typealias Delivery = Tasks.Delivery

  @usableFromInline let delivery: Delivery
  @usableFromInline let tasks: Tasks

  /// Whether unlimited demand is requested from upstream, regardless of downstream's demand.
  @usableFromInline let asksForAll: Bool
  /// The keys of the values, if those of one key are transformed one after the other.
  @usableFromInline let keys: ClosureKeys<Input>?
  @usableFromInline let mapFailure: (Failure) -> Downstream.Failure

  @inlinable init(
    delivery: Delivery, tasks: Tasks, asksForAll: Bool, keys: ClosureKeys<Input>?,
    mapFailure: @escaping (Failure) -> Downstream.Failure
  ) {
    (self.delivery, self.tasks, self.asksForAll, self.mapFailure) = (delivery, tasks, asksForAll, mapFailure)
    self.keys = keys
  }

  @inlinable deinit {
    tasks.abandon()
  }

  @inlinable func receive(subscription: any Subscription) {
    guard tasks.attach(subscription) else { return subscription.cancel() }
    // Closures, for a request to run specialised: one for each value reaches the tasks.
    let permits = ErasedSubscription(
      request: { [tasks] demand in tasks.request(demand) }, cancel: { [tasks] in tasks.cancel() })
    delivery.begin(with: permits, from: origin)
    // From here on values may be asked for: downstream has its subscription.
    delivery.state.withLock { $0.policy.hasBegun = true }
    delivery.drainIfIdle()
    if asksForAll { tasks.upstream?.request(.unlimited) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if let keys { tasks.receive(input, in: keys) } else { tasks.receive(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: tasks.finish()
    case .failure(let failure): tasks.fail(mapFailure(failure))
    }
  }
}
