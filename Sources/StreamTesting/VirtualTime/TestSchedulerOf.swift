public import Dispatch
public import StreamSchedulers

/// A scheduler whose clock a test moves, and which speaks the times of another scheduler: code that is written for that one
/// is tested without changing its types.
///
///     let queue: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
///     let model = Search(scheduler: queue.eraseToAnyScheduler())    // takes an AnySchedulerOf<DispatchQueue>
///     model.text = "Hello"
///     queue.advance(by: .milliseconds(300))
///
/// Those of `RunLoop` and `OperationQueue` are made by `RunLoop.test` and `OperationQueue.test` of
/// `StreamFoundationSchedulers`, for this module goes without Foundation.
public typealias TestSchedulerOf<S: Scheduler> = SteppedScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension SteppedScheduler {
  /// Runs work until none waits, and leaves the clock at the time of the last.
  ///
  /// Work that repeats for ever would never let it return. So it stops after a number of pieces of work, and fails the test
  /// at the caller's line, with the name of the work that repeats.
  ///
  /// - Parameters:
  ///   - limit: After how many pieces of work to stop.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func run(
    limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    guard let complaint = complaintOfRun(limit: limit) else { return }
    FailureReporter.report(complaint, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DispatchQueue {
  /// A scheduler whose clock a test moves, and which speaks the queue's times: a new one each time, whose clock shows the
  /// same time at first.
  @_disfavoredOverload
  public static var test: TestSchedulerOf<DispatchQueue> { TestSchedulerOf<DispatchQueue>(now: .zero) }
}

extension AnyScheduler
where
  SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions
{
  /// A scheduler whose clock stands, for ever: nothing that is given to it runs, unless something else moves its clock.
  ///
  /// Its type is hidden, and with it what moves the clock. To move it, keep the ``TestSchedulerOf`` that `DispatchQueue.test`
  /// makes, and pass that, erased.
  @_disfavoredOverload
  public static var test: Self { Self(DispatchQueue.test) }
}
