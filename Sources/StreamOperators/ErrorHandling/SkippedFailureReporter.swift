internal import StreamCore
public import StreamParts

/// Reports the failures that a skipping operator leaves out to the failure hook. A method instead of a closure, which
/// would capture the generic types.
@usableFromInline
struct SkippedFailureReporter<Failure: Error, Input>: Sendable {
  @usableFromInline let operatorName: StageName
  @usableFromInline let site: StreamSite

  @inlinable
  init(operatorName: StageName, site: StreamSite) {
    (self.operatorName, self.site) = (operatorName, site)
  }

  @inlinable
  @Sendable
  func report(_ failure: Failure, of input: Input) {
    FailureHook.report(ignored: failure, by: operatorName, at: site)
  }
}
