public import StreamCore
public import StreamParts

/// Delivers the result of a closure for each element and the time since the previous one.
@usableFromInline
struct MeasuringInner<Input, Downstream: Subscriber, Context: Scheduler>: TerminatingInner {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Interval = Context.SchedulerTimeType.Stride

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let scheduler: Context
  @usableFromInline let last = SerialState(Context.SchedulerTimeType?.none)
  @usableFromInline let transform: (Interval, Input) -> Downstream.Input

  @inlinable
  init(
    _ description: String, to downstream: Downstream, by scheduler: Context,
    transform: @escaping (Interval, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    upstream = UpstreamSubscription(description)
    self.scheduler = scheduler
    self.transform = transform
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    last.value = scheduler.now
    downstream.receive(subscription: upstream)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive, let before = last.value else { return .none }
    let now = scheduler.now
    last.value = now
    return downstream.receive(transform(before.distance(to: now), input))
  }
}
