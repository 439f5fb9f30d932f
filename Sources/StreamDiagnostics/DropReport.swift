internal import StreamCore

/// Elements that an operator or a subject has dropped.
public struct DropReport: Hashable, Sendable, CustomStringConvertible {
  /// Why elements are dropped.
  public enum Reason: Hashable, Sendable {
    /// The queue was full, and its policy drops.
    case overflow

    /// More elements came than had been requested.
    case beyondDemand
  }

  /// The name of the operator or the subject, as its subscription describes itself.
  public let operatorName: String

  /// Why the elements were dropped.
  public let reason: Reason

  /// The number of elements: one or more.
  public let count: Int

  /// The operator's source location. It is `nil` for the operators and subjects of Combine, whose signatures have no
  /// place for it, and for those that drop only elements that a source sends without demand: there, the source must be
  /// fixed.
  public let site: StreamSite?

  /// The line that subscribed to the pipeline, if `StreamInspector` is armed and knows it. To look it up takes
  /// milliseconds, and a second in a program of 200 MB. It is not compared.
  public var subscribedAt: String? { findLine?() }

  var findLine: (@Sendable () -> String?)?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - operatorName: The name of the operator or the subject.
  ///   - reason: Why the elements were dropped.
  ///   - count: The number of elements: one or more.
  ///   - site: The operator's source location.
  public init(operatorName: String, reason: Reason, count: Int = 1, site: StreamSite? = nil) {
    (self.operatorName, self.reason, self.count, self.site) = (operatorName, reason, count, site)
  }

  /// A sentence: "Buffer at App/Feed.swift:12 dropped 1: overflow".
  public var description: String {
    "\(place) dropped \(count): \(reason == .overflow ? "overflow" : "beyond demand")"
      + (subscribedAt.map { ", subscribed to at \($0)" } ?? "")
  }

  /// Whether two reports say the same, wherever their pipelines were subscribed to.
  public static func == (one: DropReport, other: DropReport) -> Bool {
    (one.operatorName, one.reason, one.count, one.site) == (other.operatorName, other.reason, other.count, other.site)
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(operatorName)
    hasher.combine(reason)
    hasher.combine(count)
    hasher.combine(site)
  }

  func knowingLine() -> DropReport {
    var report = self
    if findLine == nil { report.findLine = InspectionHook.line(dropping: count) }
    return report
  }

  var place: String { operatorName + (site.map { " at \($0)" } ?? "") }
}
