internal import StreamCore
public import StreamSchedulers

/// A scheduler that must not be used: its first use fails the running test.
///
///     let model = Settings(scheduler: .unimplemented("settings"))    // takes an AnySchedulerOf<DispatchQueue>
///     let queue = DispatchQueue.unimplemented("search")              // for code that takes a scheduler of any type
///
/// Any use is reported to ``FailureReporter``, reading its time included, at the place where the scheduler was created:
/// once for each scheduler, so that an operator which reads the time and schedules work is one failure. Then the work
/// runs immediately, as on an `InstantScheduler`, so that the test goes on. Outside of a test the program ends.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamTesting.UnimplementedScheduler`.
public struct UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let base: InstantScheduler<SchedulerTimeType, SchedulerOptions>
  private let use: FirstUse

  /// Creates a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: Its name in the failure.
  ///   - now: The constant time of its clock.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ name: String = "", now: SchedulerTimeType, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    base = InstantScheduler(now: now)
    use = FirstUse(
      name: name, site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Fails the test. Always the same time: this clock never advances.
  public var now: SchedulerTimeType {
    use.report("the time was read")
    return base.now
  }

  /// Fails the test. Zero.
  public var minimumTolerance: SchedulerTimeType.Stride {
    use.report("the tolerance was read")
    return base.minimumTolerance
  }

  /// Fails the test, then runs `action`.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    use.report("work was scheduled")
    base.schedule(options: options, action)
  }

  /// Fails the test, then runs `action`, ignoring the date.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    use.report("delayed work was scheduled")
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Fails the test, then runs `action` once.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    use.report("repeating work was scheduled")
    return base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

extension UnimplementedScheduler: Sendable where SchedulerTimeType: Sendable {}

/// A scheduler that must not be used, with the time and options types of another.
public typealias UnimplementedSchedulerOf<S: Scheduler> = UnimplementedScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension SteppedScheduler {
  /// A scheduler that must not be used, with this one's time types and its present time.
  ///
  ///     let queue = DispatchQueue.test.unimplemented("search")
  ///
  /// - Parameters:
  ///   - name: Its name in the failure.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The scheduler.
  public func unimplemented(
    _ name: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedScheduler<SchedulerTimeType, SchedulerOptions> {
    UnimplementedScheduler(name, now: now, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Reports the first use of a scheduler.
private final class FirstUse: Sendable {
  private let name: String
  private let site: CallSite
  private let hasBeenReported = Locked(false)

  init(name: String, site: CallSite) {
    self.name = name
    self.site = site
  }

  func report(_ use: String) {
    guard !hasBeenReported.exchange(true) else { return }
    let scheduler = name.isEmpty ? "An unimplemented scheduler" : "The unimplemented scheduler \"\(name)\""
    FailureReporter.report("\(scheduler) was used: \(use).", at: site)
  }
}
