public import StreamParts

/// Collects what operators and subjects report to the `DropHook` as long as it exists.
///
///     let drops = DropRecorder()
///     subject.buffer(size: 1, whenFull: .dropNewest) …
///     #expect(drops.reports.map(\.count) == [1])
///
/// The hook is the process's: a recorder sees the drops of tests that run at the same time, unless it is told a file.
public final class DropRecorder: Sendable {
  private let log: ReportLog<DropReport>

  /// Begins to collect.
  ///
  /// - Parameter file: Whose operators' drops are collected: those of that file alone, by default the caller's; with
  ///   `nil` those of all files, and those without a place, such as Combine's own operators report.
  public init(of file: StaticString? = #fileID) {
    log = ReportLog(of: file, site: { $0.site }, observe: DropHook.observe)
  }

  /// What has been reported, in order.
  public var reports: [DropReport] { log.reports }

  /// The number of elements that have been dropped.
  public var count: Int { reports.reduce(0) { $0 + $1.count } }

  /// Ends the collecting. It ends by itself when the recorder is released.
  public func stop() {
    log.stop()
  }
}
