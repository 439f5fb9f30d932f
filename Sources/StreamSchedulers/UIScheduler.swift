public import Dispatch
public import StreamCore
internal import Synchronization

/// A scheduler for the main queue: work scheduled from the main queue runs before `schedule` returns, unless earlier
/// work is waiting; other work runs later, in order.
///
///     upstream                               -1--2--3--|        on any thread
///     upstream.receive(on: UIScheduler.shared)
///     downstream                             -1--2--3--|        on the main queue; of what is sent there, within the send
///
/// So a value sent on the main queue is displayed at once. With `receive(on: DispatchQueue.main)`, it would wait for
/// another turn of the queue. Work that is scheduled by such immediate work also runs at once, nested inside it.
/// Delayed and repeating work behaves as on `DispatchQueue.main`.
///
/// Dispatch, not the thread, knows whether work comes from the main queue: another queue may borrow the main thread.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamSchedulers.UIScheduler`.
public struct UIScheduler: Scheduler, Sendable {
  /// The time of dispatch queues.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The shared instance: there is one order for all.
  public static let shared = UIScheduler()

  private let waiting = WaitingCount()

  private init() {
    DispatchQueue.main.setSpecific(key: Self.mark, value: ())
  }

  private static let mark = DispatchSpecificKey<Void>()

  /// The current time of dispatch queues.
  public var now: SchedulerTimeType { DispatchQueue.main.now }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { DispatchQueue.main.minimumTolerance }

  /// Runs `action` on the main queue: at once, if called there and nothing waits, otherwise after the waiting work.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: Self.mark) != nil, waiting.isZero { return action() }
    waiting.increment()
    DispatchQueue.main.async { [waiting] in
      // Before the action, so that what it schedules is run at once if nothing else waits.
      waiting.decrement()
      action()
    }
  }

  /// Runs `action` on the main queue, at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` on the main queue, at a time and then after each interval, which is above zero.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// How much work waits.
private final class WaitingCount: Sendable {
  private let count = SharedWord(0)

  var isZero: Bool { count.load(ordering: .acquiring) == 0 }

  func increment() {
    count.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  func decrement() {
    count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}

extension UIScheduler {
  /// A scheduler that runs work immediately and has the main queue's time types; its clock never advances.
  public static var immediate: ImmediateSchedulerOf<UIScheduler> {
    ImmediateSchedulerOf<UIScheduler>(now: DispatchQueue.immediate.now)
  }

  /// A scheduler with a test-controlled clock and the main queue's time types: a new one each time, always with the
  /// same initial time.
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> {
    SteppedScheduler(now: DispatchQueue.test.now)
  }
}

extension AnyScheduler
where SchedulerTimeType == UIScheduler.SchedulerTimeType, SchedulerOptions == UIScheduler.SchedulerOptions {
  /// The main queue, at once for work that comes from there.
  @_disfavoredOverload
  public static var shared: Self { Self(UIScheduler.shared) }

  /// A scheduler that runs work immediately and has the main queue's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: Self { Self(UIScheduler.immediate) }

  /// A scheduler with a stopped clock. For one that advances, keep the result of `UIScheduler.test`, and pass it
  /// erased.
  @_disfavoredOverload
  public static var test: Self { Self(UIScheduler.test) }
}
