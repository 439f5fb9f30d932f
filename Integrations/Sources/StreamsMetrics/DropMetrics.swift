public import CoreMetrics
internal import IntegrationParts
public import StreamDiagnostics

/// Metrics of the whole process.
public enum StreamMetrics {
  /// A handler for the toolkit's drop hook that counts what operators and subjects drop.
  ///
  ///     DropHook.install(StreamMetrics.dropHandler())
  ///
  /// The counter is `streams.dropped`, with the dimensions `operator`, `reason` (`overflow` or `beyondDemand`) and, if
  /// the operator was told its place, `site`. A program that logs drops too calls both handlers in a closure of its
  /// own: the hook has one.
  ///
  /// - **Threads**: counts on the thread that drops, never under a lock.
  ///
  /// - Parameter factory: Makes the counters; `nil` for that of the process at the first drop of an operator.
  /// - Returns: The handler. It keeps one counter for each operator, reason and place.
  public static func dropHandler(factory: (any MetricsFactory)? = nil) -> DropHook.Handler {
    let counters = Lock<[DropReport: Counter]>([:])
    return { report in
      InsideCount.current?.leave(report.count)
      let key = DropReport(operatorName: report.operatorName, reason: report.reason, site: report.site)
      let known = counters.withLock { $0[key] }
      let counter = known ?? Counter(key, factory: factory ?? MetricsSystem.factory)
      if known == nil { counters.withLock { $0[key] = counter } }
      counter.increment(by: report.count)
    }
  }
}

extension Counter {
  /// The counter of the drops of one operator, for one reason.
  fileprivate convenience init(_ report: DropReport, factory: any MetricsFactory) {
    var dimensions = [("operator", report.operatorName)]
    dimensions.append(("reason", report.reason == .overflow ? "overflow" : "beyondDemand"))
    if let site = report.site { dimensions.append(("site", site.description)) }
    self.init(label: "streams.dropped", dimensions: dimensions, factory: factory)
  }
}
