public import StreamParts

/// Collects what is reported to the `FailureHook` as long as it exists, beside the installed handler.
///
///     let failures = FailureRecorder()
///     feed.ignoreFailure() …
///     #expect(failures.errors(of: FeedError.self) == [.offline])
///
/// The hook is process-wide: a recorder sees the failures of tests that run at the same time, unless it is limited to a
/// file.
public final class FailureRecorder: Sendable {
  private let log: ReportLog<UnhandledFailure>

  /// Begins to collect.
  ///
  /// - Parameter file: The file whose operators' failures are collected, by default the caller's. With `nil`, the
  ///   failures of all files are collected, and also those of Combine's own operators, whose signatures have no
  ///   parameter for a file. Late failures at operators of several publishers are among the latter.
  public init(of file: StaticString? = #fileID) {
    log = ReportLog(of: file, site: { $0.site }, observe: FailureHook.observe)
  }

  /// What has been reported, in order.
  public var failures: [UnhandledFailure] { log.reports }

  /// The errors of one type that have been reported, in order.
  ///
  /// - Parameter type: The type.
  /// - Returns: The errors of that type, among those of all reports.
  public func errors<Failure: Error>(of type: Failure.Type) -> [Failure] {
    failures.compactMap { $0.error as? Failure }
  }

  /// Ends the collecting. It ends by itself when the recorder is released.
  public func stop() {
    log.stop()
  }
}
