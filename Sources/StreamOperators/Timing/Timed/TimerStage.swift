public import StreamCore
public import StreamParts
public import StreamSchedulers

/// A stage with one timer at a time. The policy of its delivery holds the timer as it does an upstream, so that every
/// end of the stream cancels it.
@usableFromInline
protocol TimerStage: Sendable {
  associatedtype Context: Scheduler

  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }

  /// Keeps a timer that is about to be set.
  ///
  /// - Returns: When it must ring; `nil` if none is needed.
  func keep(_ timer: SubscriptionObject) -> Context.SchedulerTimeType?

  /// A timer rings. A scheduler may run work once more, so the timer may be an old one.
  ///
  /// - Parameters:
  ///   - timer: The timer.
  ///   - now: The time, at least that for which the timer was set.
  ///   - standsStill: Whether the scheduler rang while the timer was being set, and its clock has not moved: a timer
  ///     that is set now would ring inside this call, and so on.
  func ring(_ timer: SubscriptionObject, at now: Context.SchedulerTimeType, standsStill: Bool)
}

extension TimerStage {
  /// Sets a timer. What changes its time does not move it: it rings, finds a later time, and is set anew.
  @inlinable
  func setTimer() {
    let handle = AlarmHandle()
    let timer = object(of: AlarmSubscription(handle))
    guard let time = keep(timer) else { return }
    let now = scheduler.now
    let alarm = StageAlarm(stage: self, timer: timer, handle: handle, time: time, setAt: now)
    // One-shot work cannot be cancelled, so this is a repeating timer that is cancelled at its first tick.
    handle.keep(
      scheduler.setAlarm(at: time, period: now.distance(to: time), tolerance: nil, options: options, alarm.ring))
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: a time of a scheduler is a value.
@usableFromInline
struct StageAlarm<Stage: TimerStage>: @unchecked Sendable {
  @usableFromInline typealias Time = Stage.Context.SchedulerTimeType

  @usableFromInline let stage: Stage
  @usableFromInline let timer: SubscriptionObject
  @usableFromInline let handle: AlarmHandle
  @usableFromInline let time: Time
  @usableFromInline let setAt: Time

  @inlinable
  init(stage: Stage, timer: SubscriptionObject, handle: AlarmHandle, time: Time, setAt: Time) {
    (self.stage, self.timer, self.handle, self.time, self.setAt) = (stage, timer, handle, time, setAt)
  }

  @inlinable
  @Sendable
  func ring() {
    let isSet = handle.cancel()
    let now = stage.scheduler.now
    // A clock may read slightly earlier than the time for which its timer rings.
    stage.ring(timer, at: max(now, time), standsStill: !isSet && now == setAt && now < time)
  }
}
