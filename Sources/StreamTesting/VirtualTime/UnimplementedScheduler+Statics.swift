public import StreamSchedulers

// Of all schedulers at once, by their times: this module imports neither Dispatch nor Foundation. Combine has none of
// these, so they are disfavoured: a client's own declaration wins.

extension Scheduler where SchedulerTimeType: TestableSchedulerTime {
  /// A scheduler that must not be used, with the time and options types of this one.
  ///
  ///     let model = Settings(scheduler: DispatchQueue.unimplemented)
  ///
  /// A property does not know where it is read, so the failure is shown in this file. That of
  /// `unimplemented(_:fileID:filePath:line:column:)` has a name, and the place of the call.
  @_disfavoredOverload
  public static var unimplemented: UnimplementedSchedulerOf<Self> { UnimplementedScheduler(now: .testStart) }

  /// A scheduler that must not be used, with the time and options types of this one, and a name.
  ///
  ///     let queue = DispatchQueue.unimplemented("search")
  ///
  /// - Parameters:
  ///   - name: Its name in the failure.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The scheduler.
  @_disfavoredOverload
  public static func unimplemented(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedSchedulerOf<Self> {
    UnimplementedScheduler(name, now: .testStart, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AnyScheduler where SchedulerTimeType: TestableSchedulerTime {
  /// A scheduler that must not be used.
  ///
  ///     let model = Settings(scheduler: .unimplemented)    // takes an AnySchedulerOf<DispatchQueue>
  ///
  /// A property does not know where it is read, so the failure is shown in this file. That of
  /// `unimplemented(_:fileID:filePath:line:column:)` has a name, and the place of the call.
  @_disfavoredOverload
  public static var unimplemented: Self {
    Self(UnimplementedScheduler<SchedulerTimeType, SchedulerOptions>(now: .testStart))
  }

  /// A scheduler that must not be used, with a name.
  ///
  ///     let model = Settings(scheduler: .unimplemented("settings"))    // takes an AnySchedulerOf<DispatchQueue>
  ///
  /// - Parameters:
  ///   - name: Its name in the failure.
  ///   - fileID: The module and file of the caller.
  ///   - filePath: The path of the caller's file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The scheduler.
  @_disfavoredOverload
  public static func unimplemented(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      UnimplementedScheduler<SchedulerTimeType, SchedulerOptions>(
        name, now: .testStart, fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
