internal import CoreMetrics

/// Makes the metrics of a label.
struct MetricsSource: Sendable {
  let label: String
  let dimensions: [(String, String)]
  let factory: (any MetricsFactory)?

  var activeFactory: (any MetricsFactory)? { MetricsSource.active(factory) }

  /// A factory, or that of the task or the process in place of `nil`; `nil` if it is one that discards everything.
  static func active(_ factory: (any MetricsFactory)?) -> (any MetricsFactory)? {
    let factory = factory ?? MetricsSystem.factory
    return factory is NOOPMetricsHandler ? nil : factory
  }

  func metrics(from factory: any MetricsFactory) -> NamedMetrics {
    NamedMetrics(dimensions: [("stream", label)] + dimensions, factory: factory)
  }
}

/// Metrics by name, with the dimensions of a stream.
struct NamedMetrics {
  let dimensions: [(String, String)]
  let factory: any MetricsFactory

  func counter(_ name: String) -> Counter { Counter(label: name, dimensions: dimensions, factory: factory) }
  func meter(_ name: String) -> Meter { Meter(label: name, dimensions: dimensions, factory: factory) }
  func timer(_ name: String) -> Timer { Timer(label: name, dimensions: dimensions, factory: factory) }
}

/// A clock that counts nanoseconds from some moment, and is never set back.
struct NanosecondClock: Sendable {
  let now: @Sendable () -> Int64

  static let system: NanosecondClock = {
    let start = ContinuousClock.now
    return NanosecondClock {
      let (seconds, attoseconds) = start.duration(to: .now).components
      return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }()
}
