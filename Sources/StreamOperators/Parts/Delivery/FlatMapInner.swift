public import StreamCore

/// Transforms each element into a publisher, which it adds to a merge. Downstream has its subscription before this is
/// subscribed to upstream, as in Combine.
@usableFromInline
package struct FlatMapInner<Input, NewPublisher: Publisher, Downstream: Subscriber>: DeliveringInner
where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
  @usableFromInline package typealias Failure = NewPublisher.Failure

  @usableFromInline package let delivery: MergeDelivery<Downstream>
  @usableFromInline let transform: (Input) -> NewPublisher

  @inlinable package var origin: UpstreamKey { .outer }

  @inlinable
  package init(delivery: MergeDelivery<Downstream>, transform: @escaping (Input) -> NewPublisher) {
    self.delivery = delivery
    self.transform = transform
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    // No value runs `transform` after a cancel.
    guard delivery.isOuterActive else { return .none }
    delivery.add(transform(input))
    return .none
  }
}
