public import StreamCore
public import StreamParts

/// The subscriber of upstream, whose elements are publishers.
@usableFromInline
struct SwitchToLatestInner<P: Publisher, Downstream: Subscriber>: OuterInner
where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
  @usableFromInline typealias Failure = P.Failure

  @usableFromInline let delivery: SwitchDelivery<Downstream>

  @inlinable
  init(to downstream: Downstream) {
    delivery = SwitchDelivery<Downstream>("SwitchToLatest", SwitchPolicy(), to: downstream)
  }

  /// Cancels the previous publisher, drops its queued values, and subscribes to the new one.
  @inlinable @inline(__always)
  func receive(_ input: P) -> Subscribers.Demand {
    guard let epoch = delivery.beginEpoch() else { return .none }
    input.subscribe(SwitchInner(delivery: delivery, epoch: epoch))
    return .none
  }
}
