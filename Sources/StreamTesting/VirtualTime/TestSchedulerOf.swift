public import StreamSchedulers

/// A scheduler with a test-controlled clock and the time types of another scheduler: code written for that scheduler is
/// tested without changing its types.
///
///     let queue: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
///     let model = Search(scheduler: queue.eraseToAnyScheduler())    // takes an AnySchedulerOf<DispatchQueue>
///     model.text = "Hello"
///     queue.advance(by: .milliseconds(300))
///
/// `DispatchQueue.test` is in `StreamSchedulers`, `RunLoop.test` and `OperationQueue.test` are in
/// `StreamFoundationSchedulers`, because this module imports neither Dispatch nor Foundation.
public typealias TestSchedulerOf<S: Scheduler> = SteppedScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension SteppedScheduler {
  /// Runs work until none is pending, and leaves the clock at the time of the last item.
  ///
  /// Endlessly repeating work would never let it return, so it stops after a number of items and fails the test at the
  /// caller's line, naming the repeating work.
  ///
  /// - Parameters:
  ///   - limit: The number of work items after which to stop.
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
