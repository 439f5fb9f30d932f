internal import StreamCore
public import StreamParts

/// Collects what operators and subjects report to the `DropHook` as long as it exists.
///
///     let drops = DropRecorder()
///     subject.buffer(size: 1, whenFull: .dropNewest) …
///     #expect(drops.reports.map(\.count) == [1])
///
/// The hook is the process's: a recorder sees the drops of tests that run at the same time, unless it is told a file.
public final class DropRecorder: Sendable {
  private let log = Locked<[DropReport]>([])
  private let observation: Locked<AnyCancellable?>

  /// Begins to collect.
  ///
  /// - Parameter file: Whose operators' drops are collected: those of that file alone, by default the caller's; with `nil`
  ///   those of all files, and of Combine's own operators, whose signatures have no place for a file.
  public init(of file: StaticString? = #fileID) {
    observation = Locked(nil)
    let name = file?.description
    let observer = DropHook.observe { [weak self] report in
      guard name == nil || report.site?.fileID.description == name else { return }
      self?.log.withLock { $0.append(report) }
    }
    observation.withLock { $0 = observer }
  }

  /// What has been reported, in order.
  public var reports: [DropReport] { log.withLock { $0 } }

  /// The number of elements that have been dropped.
  public var count: Int { reports.reduce(0) { $0 + $1.count } }

  /// Ends the collecting. It ends by itself when the recorder is released.
  public func stop() {
    observation.exchange(nil)?.cancel()
  }
}
