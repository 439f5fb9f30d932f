public import StreamParts

/// Collects what operators and subjects report to the `DropHook` as long as it exists.
///
///     let drops = DropRecorder()
///     subject.buffer(size: 1, whenFull: .dropNewest) …
///     #expect(drops.reports.map(\.count) == [1])
///
/// The hook is process-wide: a recorder sees the drops of tests that run at the same time, unless it is limited to a
/// file.
public final class DropRecorder: Sendable {
  private let log: ReportLog<DropReport>

  /// Begins to collect.
  ///
  /// - Parameter file: The file whose operators' drops are collected, by default the caller's. With `nil`, the drops of
  ///   all files are collected, and also those without a source location, as reported by Combine's own operators.
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
