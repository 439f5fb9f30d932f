public import NIOCore
public import StreamCore
public import StreamSchedulers

extension EventLoop {
  /// A scheduler that runs work on this event loop.
  ///
  ///     publisher.receive(on: channel.eventLoop.scheduler)
  @_disfavoredOverload
  public var scheduler: EventLoopScheduler { EventLoopScheduler(self) }
}

/// A scheduler that runs work on an event loop, and goes by its clock.
///
///     publisher.debounce(for: 0.3, scheduler: channel.eventLoop.scheduler)
///
/// It wraps the event loop: a conformance of NIO's own type would clash with another package's. The work must not
/// block: all connections of the event loop wait for it. Work runs in the order scheduled, and never before `schedule`
/// returns. After the event loop has been shut down nothing runs.
public struct EventLoopScheduler: Scheduler, Sendable {
  /// It has no options.
  public typealias SchedulerOptions = Never

  /// Where work runs.
  public let eventLoop: any EventLoop

  /// Creates a scheduler.
  ///
  /// - Parameter eventLoop: Where work runs.
  public init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  /// The event loop's current time; that of an `EmbeddedEventLoop` moves when the test says so.
  public var now: SchedulerTimeType { SchedulerTimeType(eventLoop.now) }

  /// Zero: an event loop goes by nanoseconds.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action` on the event loop, after what was scheduled before.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    eventLoop.execute(action)
  }

  /// Runs `action` on the event loop at a time; the tolerance is of no account.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    eventLoop.scheduleTask(deadline: date.deadline, action)
  }

  /// Runs `action` on the event loop at a time, and then after every interval, counted from `date`, until the result is
  /// cancelled or released. Of runs missed while the event loop was busy, the last is made up for.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = RepeatedWork(action, interval: interval, on: self)
    repetition.schedule(at: date)
    return AnyCancellable(repetition)
  }
}

extension EventLoopScheduler {
  /// A time of the clock of event loops, which counts from a moment of its own.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// A duration, in nanoseconds.
    public typealias Stride = NanosecondStride

    /// The time as NIO's deadline.
    public let deadline: NIODeadline

    /// Creates a time from NIO's deadline.
    ///
    /// - Parameter deadline: The deadline.
    public init(_ deadline: NIODeadline) {
      self.deadline = deadline
    }

    /// Returns the stride to another time; negative if that is earlier.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The stride from this time to the other.
    public func distance(to other: Self) -> Stride {
      Stride(other.deadline - deadline)
    }

    /// Returns this time plus a stride. A sum beyond NIO's range is `NIODeadline.distantFuture` or `.distantPast`.
    ///
    /// - Parameter n: The stride; negative for an earlier time.
    /// - Returns: The sum.
    public func advanced(by n: Stride) -> Self {
      let now = Int(clamping: deadline.uptimeNanoseconds)
      let (sum, overflows) = now.addingReportingOverflow(n.magnitude)
      if overflows { return Self(n.magnitude > 0 ? .distantFuture : .distantPast) }
      return Self(.uptimeNanoseconds(UInt64(Swift.max(sum, 0))))
    }

    /// The time of the next run of repeated work that was due at this time.
    func next(after interval: Stride, at now: Self) -> Self {
      let next = advanced(by: interval)
      let late = next.distance(to: now).magnitude
      return late > 0 ? next.advanced(by: .nanoseconds(late / interval.magnitude * interval.magnitude)) : next
    }

    /// Whether the left time is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.deadline < rhs.deadline }
  }
}

extension NanosecondStride {
  /// Creates a stride from NIO's.
  ///
  /// - Parameter amount: The amount of time.
  @_disfavoredOverload
  public init(_ amount: TimeAmount) {
    self = .nanoseconds(Int(clamping: amount.nanoseconds))
  }

  /// The stride as NIO's.
  @_disfavoredOverload
  public var timeAmount: TimeAmount { .nanoseconds(Int64(magnitude)) }
}
