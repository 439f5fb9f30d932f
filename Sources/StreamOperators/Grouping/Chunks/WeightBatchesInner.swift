public import StreamCore
public import StreamParts
public import StreamSchedulers

/// The subscriber of upstream, which also sets the timer, if there is one.
// Sendable: the delivery decides which thread calls downstream; the scheduler may be used on any thread.
@usableFromInline
struct WeightBatchesInner<Input, Downstream: Subscriber, Context: Scheduler>: BeginningInner, @unchecked Sendable
where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Time = Context.SchedulerTimeType
  @usableFromInline typealias Policy = WeightBatchesPolicy<Input, Failure, Time>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let weight: @Sendable (Input) -> Int

  /// `nil` if time does not matter.
  @usableFromInline let scheduler: Context?

  @inlinable
  init(
    _ description: String, maxWeight: Int, weight: @escaping @Sendable (Input) -> Int, orAfter interval: Time.Stride?,
    on scheduler: Context?, to downstream: Downstream
  ) {
    delivery = SerialDelivery(description, Policy(maxWeight: maxWeight, interval: interval), to: downstream)
    self.weight = weight
    self.scheduler = scheduler
  }

  @inlinable var origin: UpstreamKey { .outer }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard delivery.isOuterActive else { return .none }
    let weight = weight(input)
    precondition(weight >= 0, "An element cannot weigh less than nothing: \(weight) (rule 9).")
    let now = scheduler?.now
    var outcome: Policy.Outcome = (false, false, false)
    let returned = delivery.receive(from: origin) { policy, isAwaited in
      outcome = policy.receive(input, weight: weight, at: now, isAwaited: isAwaited)
      return UpstreamRequests()
    }
    if outcome.isDropped { reportDrop() }
    if outcome.setsTimer { setTimer() }
    return outcome.asks ? .max(1) : returned
  }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: description, reason: .beyondDemand))
  }

  // MARK: Time

  @inlinable
  func setTimer() {
    guard let scheduler else { return }
    let handle = AlarmHandle()
    let timer = object(of: AlarmSubscription(handle))
    guard let time = delivery.state.withLock({ $0.policy.keep(timer) }) else { return }
    let alarm = BatchAlarm(inner: self, timer: timer, handle: handle, time: time)
    handle.keep(
      scheduler.setAlarm(
        at: time, period: scheduler.now.distance(to: time), tolerance: nil, options: nil, alarm.ring))
  }

  /// - Parameters:
  ///   - timer: The timer that rings.
  ///   - now: The time, at least that for which the timer was set.
  @inlinable
  func ring(_ timer: SubscriptionObject, at now: Time) {
    if delivery.state.withLock({ $0.policy.ring(timer, at: now) }) { setTimer() } else { delivery.drainIfIdle() }
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: a time of a scheduler is a value.
@usableFromInline
struct BatchAlarm<Input, Downstream: Subscriber, Context: Scheduler>: @unchecked Sendable
where Downstream.Input == [Input] {
  @usableFromInline let inner: WeightBatchesInner<Input, Downstream, Context>
  @usableFromInline let timer: SubscriptionObject
  @usableFromInline let handle: AlarmHandle
  @usableFromInline let time: Context.SchedulerTimeType

  @inlinable
  init(
    inner: WeightBatchesInner<Input, Downstream, Context>, timer: SubscriptionObject, handle: AlarmHandle,
    time: Context.SchedulerTimeType
  ) {
    (self.inner, self.timer, self.handle, self.time) = (inner, timer, handle, time)
  }

  @inlinable
  @Sendable
  func ring() {
    handle.cancel()
    // A clock may read slightly earlier than the time for which its timer rings.
    inner.ring(timer, at: max(inner.scheduler?.now ?? time, time))
  }
}
