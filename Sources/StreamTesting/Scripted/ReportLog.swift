internal import StreamCore
internal import StreamParts

/// What a hook of the process has reported since the log was made: what a recorder holds.
final class ReportLog<Report: Sendable>: Sendable {
  private let log = Locked<[Report]>([])
  private let observation = Locked<AnyCancellable?>(nil)

  /// Begins to collect.
  ///
  /// - Parameters:
  ///   - file: The file of the operators whose reports are collected; `nil` for all reports.
  ///   - site: The place of a report.
  ///   - observe: Adds a handler to the hook.
  init(
    of file: StaticString?, site: @escaping @Sendable (Report) -> StreamSite?,
    observe: (@escaping @Sendable (Report) -> Void) -> AnyCancellable
  ) {
    let name = file?.description
    let observer = observe { [weak self] report in
      guard name == nil || site(report)?.fileID.description == name else { return }
      self?.log.withLock { $0.append(report) }
    }
    observation.withLock { $0 = observer }
  }

  var reports: [Report] { log.withLock { $0 } }

  func stop() {
    observation.exchange(nil)?.cancel()
  }
}
