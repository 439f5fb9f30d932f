internal import StreamCore

/// A failure that no subscriber receives.
public struct UnhandledFailure: Sendable, CustomStringConvertible {
  /// Why no subscriber receives it.
  public enum Reason: Hashable, Sendable {
    /// The operator or the sink takes failures, and passes them to no one.
    case ignored

    /// It came after the end of the stream, or that came while it waited behind queued elements. An end is a finish,
    /// another failure, or a cancel.
    case late
  }

  /// The failure.
  public let error: any Error

  /// The name of the operator, as its subscription describes itself.
  public let operatorName: String

  /// Why no subscriber receives it.
  public let reason: Reason

  /// Where the operator was written; `nil` for those of Combine, whose signatures have no place for it.
  public let site: StreamSite?

  /// The line that subscribed to the pipeline, if `StreamInspector` is armed and knows it. To look it up takes
  /// milliseconds, and a second in a program of 200 MB.
  public var subscribedAt: String? { findLine?() }

  var findLine: (@Sendable () -> String?)?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - operatorName: The name of the operator.
  ///   - reason: Why no subscriber receives it.
  ///   - site: The operator's source location.
  public init(error: any Error, operatorName: String, reason: Reason, site: StreamSite? = nil) {
    (self.error, self.operatorName, self.reason, self.site) = (error, operatorName, reason, site)
  }

  /// A sentence: "IgnoreFailure at App/Feed.swift:12 ignored a failure: offline".
  public var description: String {
    "\(place) \(reason == .ignored ? "ignored a failure" : "received a failure after the end"): \(error)"
      + (subscribedAt.map { ", subscribed to at \($0)" } ?? "")
  }

  /// The operator, and where it was written.
  var place: String { operatorName + (site.map { " at \($0)" } ?? "") }
}
