/// The subscriber of a pipeline that ends in `sink`: a value, which stands in the object of the stage before it.
///
/// Unlike a ``Subscribers/Sink``, which clients may keep, it is held by the pipeline alone, and goes with it. So there is
/// nothing to release, and a value costs a look at one flag. A publisher of a client, which may keep it, has it in a
/// ``SubscriberGuard``.
@usableFromInline
package struct SinkSubscriber<Input, Failure: Error>: StageSubscriber {
  @usableFromInline package let upstream: SharedSinkUpstream
  @usableFromInline package let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline package let receiveValue: (Input) -> Void

  @inlinable
  package init(
    upstream: SharedSinkUpstream, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Input) -> Void
  ) {
    self.upstream = upstream
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { upstream }

  @usableFromInline package var description: String { upstream.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  @inlinable package var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @inlinable
  package func receive(subscription: any Subscription) {
    upstream.attach(subscription)
  }

  @inlinable @inline(__always)
  package func receive(_ value: Input) -> Subscribers.Demand {
    if upstream.isOpen { receiveValue(value) }
    return .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.end() { receiveCompletion(completion) }
  }
}
