public import StreamSchedulers

/// A scheduler whose clock a test moves, and which speaks the times of another scheduler: code that is written for that one
/// is tested without changing its types.
///
///     let queue: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
///     let model = Search(scheduler: queue.eraseToAnyScheduler())    // takes an AnySchedulerOf<DispatchQueue>
///     model.text = "Hello"
///     queue.advance(by: .milliseconds(300))
///
/// `DispatchQueue.test` stands in `StreamSchedulers`, `RunLoop.test` and `OperationQueue.test` in `StreamFoundationSchedulers`,
/// for this module has neither Dispatch nor Foundation.
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
