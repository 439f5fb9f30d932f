public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publishers {
  /// Delivers one value after a delay.
  ///
  ///     Publishers.after(3, "a", scheduler: scheduler)
  ///     downstream    ---(a|)
  ///
  /// - **Demand**: the time runs from the subscription; the value waits for demand.
  /// - **Completion**: finishes after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the scheduler, or where a later request is made.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the value, in the scheduler's stride. With zero or less, the value is
  ///     delivered as soon as the scheduler runs the work.
  ///   - value: The value.
  ///   - scheduler: The scheduler that times and delivers the value.
  /// - Returns: A publisher of the value.
  @inlinable
  @_disfavoredOverload
  public static func after<S: Scheduler, T: Sendable>(
    _ delay: S.SchedulerTimeType.Stride, _ value: T, scheduler: S
  ) -> Publishers.After<S, T> {
    AfterPublisher(delay: delay, value: value, scheduler: scheduler)
  }

  /// Delivers one empty value after a delay.
  ///
  ///     upstream      -1-2-3-4-5-|
  ///     prefix(untilOutputFrom: Publishers.after(5, scheduler: scheduler))
  ///     downstream    -1-2-|
  ///
  /// - **Demand**: the time runs from the subscription; the value waits for demand.
  /// - **Completion**: finishes after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the scheduler, or where a later request is made.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the value, in the scheduler's stride. With zero or less, the value is
  ///     delivered as soon as the scheduler runs the work.
  ///   - scheduler: The scheduler that times and delivers.
  /// - Returns: A publisher of one empty value.
  @inlinable
  @_disfavoredOverload
  public static func after<S: Scheduler>(
    _ delay: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Publishers.After<S, Void> {
    AfterPublisher(delay: delay, value: (), scheduler: scheduler)
  }

  /// Delivers one empty value at a given time.
  ///
  ///     at(VirtualTime(6), scheduler: scheduler).map { "x" }
  ///     subscriber 1  ------(x|)
  ///     subscriber 2     ^--(x|)
  ///
  /// - **Demand**: the value waits for demand.
  /// - **Completion**: finishes after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the scheduler, or where a later request is made.
  ///
  /// - Parameters:
  ///   - time: The time. If it has passed, the value is delivered as soon as the scheduler runs the work.
  ///   - scheduler: The scheduler that times and delivers.
  /// - Returns: A publisher of one empty value.
  @inlinable
  @_disfavoredOverload
  public static func at<S: Scheduler>(_ time: S.SchedulerTimeType, scheduler: S) -> Publishers.After<S, Void> {
    AfterPublisher(at: time, value: (), scheduler: scheduler)
  }
}

/// A publisher of one value after a delay.
@frozen
public struct AfterPublisher<Context: Scheduler, Output: Sendable>: Publisher {
  /// Never.
  public typealias Failure = Never

  @usableFromInline let delay: Context.SchedulerTimeType.Stride?
  @usableFromInline let time: Context.SchedulerTimeType?

  /// The value.
  public let value: Output

  /// The scheduler that times and delivers the value.
  public let scheduler: Context

  /// Creates a publisher of one value after a delay.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the value.
  ///   - value: The value.
  ///   - scheduler: The scheduler that times and delivers the value.
  @inlinable
  public init(delay: Context.SchedulerTimeType.Stride, value: Output, scheduler: Context) {
    (self.delay, time, self.value, self.scheduler) = (delay, nil, value, scheduler)
  }

  /// Creates a publisher of one value, at a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - value: The value.
  ///   - scheduler: The scheduler that times and delivers the value.
  @inlinable
  public init(at time: Context.SchedulerTimeType, value: Output, scheduler: Context) {
    (delay, self.time, self.value, self.scheduler) = (nil, time, value, scheduler)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let now = scheduler.now
    let due = time ?? now.advanced(by: delay ?? .zero)
    let handle = AlarmHandle()
    let subscription = OneShotSubscription("After", to: subscriber) { handle.cancel() }
    subscription.handOver()
    // One-shot work cannot be cancelled, so this is a repeating timer that is cancelled at its first tick.
    let alarm = AfterAlarm(subscription: subscription, value: value, handle: handle)
    handle.keep(
      scheduler.setAlarm(at: due, period: now.distance(to: due), tolerance: nil, options: nil, alarm.ring))
  }
}

extension AfterPublisher: Sendable
where
  Context: Sendable, Context.SchedulerTimeType: Sendable, Context.SchedulerTimeType.Stride: Sendable
{}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
@usableFromInline
struct AfterAlarm<Output: Sendable>: Sendable {
  @usableFromInline let subscription: OneShotSubscription<Output, Never>
  @usableFromInline let value: Output
  @usableFromInline let handle: AlarmHandle

  @inlinable
  init(subscription: OneShotSubscription<Output, Never>, value: Output, handle: AlarmHandle) {
    (self.subscription, self.value, self.handle) = (subscription, value, handle)
  }

  @inlinable
  @Sendable
  func ring() {
    handle.cancel()
    subscription.fulfil(with: .success(value))
  }
}

extension PublisherNames {
  /// A publisher of one value after a delay.
  public typealias After<Context: Scheduler, Output: Sendable> = AfterPublisher<Context, Output>
}
