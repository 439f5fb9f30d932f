public import StreamCore
public import StreamParts

/// How much the inlets of a stage may hold in all, and what happens to the excess.
@usableFromInline
struct InletBounds<Failure: Error>: Sendable {
  /// The name of the operator.
  @usableFromInline let name: String
  @usableFromInline let bufferSize: Int
  @usableFromInline let whenFull: StreamOverflowPolicy<Failure>
  @usableFromInline let site: StreamSite

  @inlinable
  init(_ name: String, bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>, site: StreamSite) {
    self.name = name
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.site = site
  }

  @inlinable var isSuspending: Bool { whenFull.suspends }

  @inlinable var dropsOldest: Bool { if case .dropOldest = whenFull { true } else { false } }

  @inlinable var makeFailure: (@Sendable () -> Failure)? { whenFull.makeFailure }

  /// The first demand to request from upstream.
  @inlinable var firstDemand: Subscribers.Demand {
    isSuspending && bufferSize < .max ? .max(bufferSize) : .unlimited
  }

  /// - Parameter reason: Why; by default that there are more elements than may be held, or have been requested.
  @usableFromInline
  func reportDrop(_ reason: DropReport.Reason? = nil) {
    DropHook.report(
      DropReport(operatorName: name, reason: reason ?? whenFull.dropReason, site: site))
  }
}
