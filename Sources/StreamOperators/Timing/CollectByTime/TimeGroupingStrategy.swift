public import StreamCore
public import StreamSchedulers

extension Publishers {
  /// When collected elements are sent.
  @frozen
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each interval; intervals start with the subscription.
    case byTime(Context, Context.SchedulerTimeType.Stride)

    /// At the end of each interval, and whenever a number of elements is collected.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)

    /// The scheduler, the interval and the count, which is `Int.max` for no limit.
    @inlinable var parts: (Context, Context.SchedulerTimeType.Stride, Int) {
      switch self {
      case .byTime(let scheduler, let interval): (scheduler, interval, .max)
      case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
      }
    }

    /// Traps unless the interval and the count are in their bounds.
    @inlinable
    func requireBounds() {
      let (_, interval, count) = parts
      precondition(interval >= 0, "An interval to collect in must not be less than nothing: \(interval) (rule 9).")
      precondition(count > 0, "A number of elements to collect must be greater than zero: \(count) (rule 9).")
    }
  }
}

extension Publishers.TimeGroupingStrategy: Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
