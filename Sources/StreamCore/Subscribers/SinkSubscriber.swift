/// The subscriber of a pipeline that ends in `sink`: a value, which stands in the object of the stage before it.
///
/// Unlike a ``Subscribers/Sink``, which clients may keep, it is held by the pipeline alone, and goes with it. So there is
/// nothing to release, and a value costs a look at one flag.
@usableFromInline
struct SinkSubscriber<Input, Failure: Error>: Subscriber, SubscriptionDescription {
  @usableFromInline let upstream: TerminalUpstream
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline let receiveValue: (Input) -> Void

  @inlinable
  init(
    upstream: TerminalUpstream, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Input) -> Void
  ) {
    self.upstream = upstream
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  @inlinable var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    upstream.attach(subscription)
  }

  @inlinable @inline(__always)
  func receive(_ value: Input) -> Subscribers.Demand {
    if upstream.isOpen { receiveValue(value) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.end() { receiveCompletion(completion) }
  }
}
