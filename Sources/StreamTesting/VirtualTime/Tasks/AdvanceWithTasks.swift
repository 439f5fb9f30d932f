public import StreamSchedulers

extension TestScheduler {
  /// Advances the clock to a time, running the work that becomes due and the tasks that it wakes.
  ///
  /// After each item of work, all tasks that it has made ready run until they end or suspend. Inside of
  /// ``withSerialTasks(isolation:_:)`` this holds for every task of the scope, which runs before the first item too.
  /// Elsewhere it holds for the tasks that the work makes ready, and those that they make ready or create, with two
  /// exceptions: the clock does not wait for tasks that were created before and have not fallen asleep yet, nor for
  /// tasks of the main actor any longer than until their first suspension. It needs the main actor, whose thread must
  /// not be blocked.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds; a past time changes nothing.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  public func advance(to time: VirtualTime, isolation: isolated (any Actor)? = #isolation) async {
    await stepped.advance(to: time, isolation: isolation)
  }

  /// Advances the clock, running the work that becomes due and the tasks that it wakes, as
  /// ``advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - stride: The time to advance by; not negative.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  public func advance(by stride: VirtualTime.Stride, isolation: isolated (any Actor)? = #isolation) async {
    await stepped.advance(by: stride, isolation: isolation)
  }

  /// Runs work, and the tasks that it wakes, until none is pending, and leaves the clock at the time of the last item.
  /// It waits for tasks as ``advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - limit: The time at which to stop, for work that repeats endlessly.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  public func resume(
    until limit: VirtualTime = .distantFuture, isolation: isolated (any Actor)? = #isolation
  ) async {
    _ = await stepped.runWork(until: limit, limit: .max, isolation: isolation)
  }
}

extension SteppedScheduler {
  /// Advances the clock, running the work that becomes due and the tasks that it wakes, as
  /// ``TestScheduler/advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - stride: The time to advance by, not negative; zero runs the work due now.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  public func advance(
    by stride: SchedulerTimeType.Stride = .nanoseconds(0), isolation: isolated (any Actor)? = #isolation
  ) async {
    precondition(stride >= 0, "Time does not run backwards: advance(by: \(stride)).")
    await advance(to: now.advanced(by: stride), isolation: isolation)
  }

  /// Advances the clock to a time, running the work that becomes due and the tasks that it wakes, as
  /// ``TestScheduler/advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - time: The time; a past time changes nothing.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  public func advance(to time: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    _ = await runWork(until: time, limit: .max, isolation: isolation)
    moveClock(to: time)
  }

  /// Runs work, and the tasks that it wakes, until none is pending, and leaves the clock at the time of the last item.
  /// It waits for tasks as ``TestScheduler/advance(to:isolation:)`` does.
  ///
  /// Endlessly repeating work, or a task that sleeps in an endless loop, would never let it return, so it stops after a
  /// number of items and fails the test at the caller's line, naming the repeating work.
  ///
  /// - Parameters:
  ///   - limit: The number of work items after which to stop.
  ///   - isolation: The actor that runs the work: by default that of the caller.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func run(
    limit: Int = 1_000_000, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    precondition(limit >= 0, "A limit of work cannot be less than none: run(limit: \(limit)).")
    guard await !runWork(until: nil, limit: limit, isolation: isolation) else { return }
    guard let complaint = complaintOfPendingWork(limit: limit) else { return }
    FailureReporter.report(complaint, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs work item by item, and after each the tasks that it has made ready.
  ///
  /// - Parameters:
  ///   - time: The time until which work is due; `nil` for all work.
  ///   - limit: The number of items after which to stop.
  ///   - isolation: The actor that runs the work.
  /// - Returns: Whether it has run all of it.
  fileprivate func runWork(
    until time: SchedulerTimeType?, limit: Int, isolation: isolated (any Actor)?
  ) async -> Bool {
    await withTaskPump(seesAll: false, isolation: isolation) { pump in
      // A closure that uses the parameter runs on that actor.
      _ = isolation
      await pump.settle()
      var count = 0
      while count < limit {
        guard let work = popFirst(until: time) else { return true }
        pump.perform(work)
        await pump.settle()
        count += 1
      }
      return false
    }
  }
}
