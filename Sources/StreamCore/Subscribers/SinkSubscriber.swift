/// The subscriber of a pipeline that ends in `sink`: a value, stored inline in the preceding stage.
///
/// Unlike a ``Subscribers/Sink``, which clients may retain, only the pipeline retains it. So it has nothing to release
/// at the end, and delivering a value reads a single flag. A client's publisher, which may retain it, gets it wrapped
/// in a ``SubscriberGuard``.
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

  @inlinable package var _sink: AnyObject? { upstream }

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
