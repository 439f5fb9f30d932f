public import StreamCore

/// A scheduler that runs work on an actor, one item at a time and in order.
///
///     upstream                                  --1--2--3--|        on any thread
///     upstream.receive(on: ActorScheduler(store))
///     downstream                                ---1--2--3--|       on the actor
///
/// Up to 256 items run before the actor can do other work. Work may use `assumeIsolated` of the actor, which the
/// scheduler retains. Times are those of `ContinuousClock`.
public struct ActorScheduler<A: Actor>: Scheduler, Sendable {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = ClockScheduler<ContinuousClock>.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The actor.
  public let actor: A

  private let base: ClockScheduler<ContinuousClock>

  /// Creates a scheduler. Each has an order of its own.
  ///
  /// - Parameter actor: The actor that runs the work.
  public init(_ actor: A) {
    self.actor = actor
    base = ClockScheduler(ContinuousClock(), .actor(actor))
  }

  /// The time of the continuous clock.
  public var now: SchedulerTimeType { base.now }

  /// The resolution of the continuous clock.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Runs `action` on the actor, after the work that waits.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    base.schedule(options: options, action)
  }

  /// Runs `action` on the actor, at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` on the actor, at a time and then after each interval, which is above zero.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
