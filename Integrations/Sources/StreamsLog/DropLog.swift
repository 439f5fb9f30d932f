public import Logging
public import StreamDiagnostics

/// Logging for the whole process.
public enum StreamLog {
  /// A handler for the toolkit's drop hook that logs what operators and subjects drop.
  ///
  ///     DropHook.install(StreamLog.dropHandler(to: logger))
  ///
  /// The message is "dropped"; the metadata are `operator`, `count`, `reason` (`overflow` or `beyondDemand`) and, if
  /// the operator was told its place, `site`. A program that counts drops too calls both handlers in a closure of its
  /// own: the hook has one.
  ///
  /// - **Threads**: logs on the thread that drops, never under a lock.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level.
  /// - Returns: The handler.
  public static func dropHandler(to logger: Logger, level: Logger.Level = .warning) -> DropHook.Handler {
    { report in
      logger.log(level: level, "dropped", metadata: report.metadata)
    }
  }
}

extension DropReport {
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "operator": "\(operatorName)", "count": "\(count)", "reason": reason == .overflow ? "overflow" : "beyondDemand",
    ]
    if let site { metadata["site"] = "\(site)" }
    return metadata
  }
}
