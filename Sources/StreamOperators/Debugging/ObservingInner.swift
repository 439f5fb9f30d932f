public import StreamCore
public import StreamParts

/// Forwards signals, and calls an observer. Shared by `print`, `handleEvents` and `handleEnd`.
@usableFromInline
struct ObservingInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: ObservedSubscription
  @usableFromInline let observer: Observer<Downstream.Input, Downstream.Failure>

  /// Whether downstream receives the subscription before the observer does, as Combine's `handleEvents` has it.
  /// Requests that downstream makes inside `receive(subscription:)` are then withheld until the observer has seen the
  /// subscription, so that no element precedes it.
  @usableFromInline let observesLater: Bool

  @inlinable
  init(
    _ description: String, to downstream: Downstream, observesLater: Bool,
    observer: Observer<Downstream.Input, Downstream.Failure>
  ) {
    self.downstream = downstream
    self.observer = observer
    self.observesLater = observesLater
    subscription = ObservedSubscription(
      description, receiveCancel: observer.receiveCancel, receiveRequest: observer.receiveRequest)
  }

  @usableFromInline var description: String { subscription.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    ["downstream": downstream, "subscription": subscription]
  }

  @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

  @inlinable
  func receive(subscription upstream: any Subscription) {
    guard subscription.upstream.attach(upstream) else { return }
    if !observesLater {
      observer.receiveSubscription?(upstream)
      subscription.endHandover()
    } else if let tell = observer.receiveSubscription {
      subscription.announceLater { tell(upstream) }
    }
    downstream.receive(subscription: subscription)
    guard observesLater else { return }
    subscription.announce()
    subscription.endHandover()
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard subscription.upstream.isActive else { return .none }
    observer.receiveOutput?(input)
    // The observer may have cancelled.
    guard subscription.upstream.isActive else { return .none }
    let more = downstream.receive(input)
    if more != .none { observer.receiveReturnedDemand?(more) }
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard subscription.upstream.terminate() != nil else { return }
    subscription.announce()
    subscription.release()
    observer.receiveCompletion?(completion)
    downstream.receive(completion: completion)
  }
}
